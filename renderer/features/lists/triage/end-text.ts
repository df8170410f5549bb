import { keyCaps } from '../../../lib/keyboard.ts';
import { triage as strings, type OtherRows } from './strings.ts';
import type { Triage } from './triage.svelte.ts';

/**
 * Returns the message about the follow-ups and tasks that are left on Today once all companies are handled.
 * Returns null if a company is still unhandled, or if there are no follow-ups or tasks.
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
