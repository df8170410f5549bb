import type { Answer } from '../../../../shared/model/user-data.ts';
import { countText, plural } from '../../../lib/format.ts';

const list = (parts: readonly string[]): string => new Intl.ListFormat('en').format(parts);
const ANSWERS = {
  replied: (name: string) => `Reply from ${name} logged`,
  meeting: (name: string) => `Meeting with ${name} logged`,
  'not-interested': (name: string) => `“Not interested” from ${name} logged`,
} as const;

/** UI text for follow-ups. `day` is formatted, such as `Tue 1 Dec`. */
export const followUpStrings = {
  title: 'Follow-ups',
  change: 'Change schedule',
  proposed: (days: readonly string[]) => `Follow-ups: ${days.join(', ')}`,
  skipsDay: (days: readonly string[]) =>
    `Skips ${list(days)} (${days.length === 1 ? 'day off' : 'days off'}).`,
  skipsDays: (count: number) => `Skips ${countText(count)} of your days off.`,
  replaces: (count: number) => `Replaces ${plural(count, 'open follow-up')}.`,
  completes: (count: number) => `Completes ${plural(count, 'open follow-up')}.`,
  answers: { replied: 'Replied', meeting: 'Meeting', 'not-interested': 'Not interested' },
  answered: (answer: Answer, name: string, completed: number) =>
    `${ANSWERS[answer](name)}${completed === 0 ? '' : `, ${plural(completed, 'follow-up')} completed`}`,
  /** Shown before an entry is saved that sets the status. */
  setsContacted: 'Also sets the status to Contacted.',
  /** Adds the new status to a message about a contact log entry. */
  contactedStatus: (message: string) => `${message}. Status: Contacted`,
  withDays: (message: string, days: readonly string[]) => `${message}. Follow-ups: ${days.join(', ')}`,
  /** `who` is the contact's first name or the company's name. */
  taskWith: (who: string) => `Follow up with ${who}`,
  taskAt: (first: string, company: string) => `Follow up with ${first} at ${company}`,
  /** Non-breaking spaces keep the numbers on one line. */
  place: (number: number, total: number) => `${number}\u{a0}of\u{a0}${total}`,
  /** A follow-up in a list of tasks. */
  numbered: (title: string, number: number, total: number) => `${title}, ${number} of ${total}`,
  rhythm: (offsets: readonly number[], from: string) =>
    `Scheduled for ${list(offsets.map(String))} working ${offsets.length === 1 && offsets[0] === 1 ? 'day' : 'days'} after ${from}`,
  dayOff: (days: readonly string[]) =>
    days.length === 1 ? `${days[0] ?? ''} is a day off` : `${list(days)} are days off`,
  daysOff: (count: number) => `${plural(count, 'day')} off ${count === 1 ? 'is' : 'are'} skipped`,
  ends: (open: number) =>
    `Logging a response completes ${open === 1 ? 'this follow-up' : open === 2 ? 'both follow-ups' : `all ${countText(open)} open follow-ups for this company`}.`,
} as const;
