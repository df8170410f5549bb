import { keyCaps } from '../../../lib/keyboard.ts';
import { triage as strings, type OtherRows } from './strings.ts';
import type { Triage } from './triage.svelte.ts';

/**
 * Says that no company is left to handle, and how to go on with the other rows of Today; null if companies or no
 * other rows are left.
 *
 * @param nextKeys the keys for the next row; null if the user turned them off
 */
export function endText(
  { isFinished }: Pick<Triage, 'isFinished'>,
  others: OtherRows,
  nextKeys: string | null,
): string | null {
  if (!isFinished || others.followUps + others.tasks === 0) return null;
  return strings.end.goOn(nextKeys === null ? null : keyCaps(nextKeys).join(' '), others);
}
