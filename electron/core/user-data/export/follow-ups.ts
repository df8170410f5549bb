import type { FollowUpRules } from '../../../../shared/model/settings/follow-ups.ts';
import { followUpRules } from '../../database/queries/yours/follow-ups.ts';
import type { ReadDb } from '../../database/sql.ts';
import { readFollowUpRules } from '../follow-ups.ts';
import { factsSection, type FactLine } from './markdown-lines.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Exports the user's follow-up rules as Markdown; null if the user has never changed them. */
export function exportFollowUpRules(yours: ReadDb): string | null {
  if (followUpRules(yours) === null) return null;
  return `# Follow-ups\n\n${factsSection('Settings', followUpLines(readFollowUpRules(yours)))}\n`;
}

export const followUpLines = ({
  enabled,
  offsets,
  weekdays,
  daysOff,
}: FollowUpRules): readonly FactLine[] => [
  ['Add follow-ups', [enabled ? 'yes' : 'no']],
  ['Follow up after (working days)', offsets.map(String)],
  ['Working days', weekdays.map((day) => WEEKDAYS[day - 1] ?? '')],
  ['Days off', daysOff.map(({ from, to }) => (from === to ? from : `${from} to ${to}`))],
];
