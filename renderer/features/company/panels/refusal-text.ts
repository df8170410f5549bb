import type { Panels } from '../../../../shared/model/company.ts';
import { ageText, dayText } from '../../../lib/format.ts';
import { company } from '../strings.ts';

type Refusal = Pick<Panels['tech'], 'refusedAtMs' | 'askAgainAtMs'>;
const words = company.panel;

/**
 * Describes when a panel without data was last requested, and from which day it is worth requesting again.
 * Empty if the service did not return a 404.
 * @param hasEarlierData whether earlier data of the panel is still shown
 */
export function refusalText(
  { refusedAtMs, askAgainAtMs }: Refusal,
  hasEarlierData: boolean,
  nowMs: number,
): string {
  if (refusedAtMs === null) return '';
  const ago = words.ago(ageText(refusedAtMs, nowMs));
  const asked = hasEarlierData ? words.emptySince(ago) : words.asked(ago);
  return askAgainAtMs === null || askAgainAtMs <= nowMs
    ? asked
    : `${asked} ${words.waits(dayText(askAgainAtMs))}`;
}
