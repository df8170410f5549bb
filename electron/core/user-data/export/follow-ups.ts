import { followUpRules } from '../../database/queries/yours/follow-ups.ts';
import type { ReadDb } from '../../database/sql.ts';
import { readFollowUpRules } from '../follow-ups.ts';
import { factsSection } from './markdown-lines.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Exports the user's follow-up rules as Markdown; null if the user has never changed them. */
export function exportFollowUpRules(yours: ReadDb): string | null {
  if (followUpRules(yours) === null) return null;
  const { enabled, offsets, weekdays, daysOff } = readFollowUpRules(yours);
  const section = factsSection('Settings', [
    ['Add follow-ups', [enabled ? 'yes' : 'no']],
    ['Follow up after (working days)', offsets.map(String)],
    ['Working days', weekdays.map((day) => WEEKDAYS[day - 1] ?? '')],
    ['Days off', daysOff.map(({ from, to }) => (from === to ? from : `${from} to ${to}`))],
  ]);
  return `# Follow-ups\n\n${section}\n`;
}
