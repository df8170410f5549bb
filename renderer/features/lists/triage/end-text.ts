import { keyCaps } from '../../../lib/keyboard.ts';
import { triage as strings, type OtherRows } from './strings.ts';
import type { Triage } from './triage.svelte.ts';

/**
 * Returns a text about the follow-ups and tasks on Today, once all companies are handled. Null if a company
 * still has to be handled, or if there are no follow-ups and tasks.
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
