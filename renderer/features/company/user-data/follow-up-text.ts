import { FOLLOW_UP_TITLE } from '../../../../shared/model/settings/follow-up-title.ts';
import type { FollowUpChain, FollowUpProposal } from '../../../../shared/model/settings/follow-ups.ts';
import type { Task } from '../../../../shared/model/user-data.ts';
import { startOfDay } from '../../../lib/calendar-days.ts';
import { calendarText } from '../../../lib/format.ts';
import { safeLine, safeName } from '../../../lib/safe-text.ts';
import { followUpStrings as strings } from './follow-up-strings.ts';

/** Maximum number of skipped days to name. If there are more, only their number is shown. */
const NAMED_DAYS_MAX = 3;

/**
 * Returns the title of a task in a list. The title of a follow-up contains the company's name, unless the
 * user has changed the title. A generated title does not contain the contact's name, because a list must not
 * show contacts of more than one company.
 */
export const taskTitle = ({
  title,
  companyName,
  followUp,
}: Pick<Task, 'title' | 'companyName' | 'followUp'>): string =>
  followUp === null || title !== FOLLOW_UP_TITLE ? safeLine(title) : strings.taskWith(safeName(companyName));

/** Describes a day as `Tue 1 Dec`. */
export function weekdayText(day: string, today: string): string {
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' });
  return `${weekday.format(startOfDay(day))} ${dateText(day, today)}`;
}

const dateText = (day: string, today: string): string => calendarText(day, startOfDay(today)) ?? day;
const weekdayTexts = (days: readonly string[], today: string): string[] =>
  days.map((day) => weekdayText(day, today));

/** Describes the proposed days as `Follow-ups: Tue 1 Dec, Tue 8 Dec`. */
export const proposedText = (days: readonly string[], today: string): string =>
  strings.proposed(weekdayTexts(days, today));

/**
 * Adds the status that a new log entry set, if any, and the days of its follow-ups to the message about the
 * entry.
 */
export function loggedText(
  message: string,
  contacted: number,
  days: readonly string[],
  today: string,
): string {
  const withStatus = contacted === 0 ? message : strings.contactedStatus(message);
  return withFollowUps(withStatus, days, today);
}

/** Adds the days of the follow-ups to a message about a new log entry. */
const withFollowUps = (message: string, days: readonly string[], today: string): string =>
  days.length === 0 ? message : strings.withDays(message, weekdayTexts(days, today));

/**
 * Describes the days off that the proposal skips, and how many follow-ups it replaces. Empty if it neither
 * skips days off nor replaces follow-ups.
 */
export function proposalHint({ skipped, replaced }: FollowUpProposal, today: string): string {
  const skips =
    skipped.length > NAMED_DAYS_MAX
      ? strings.skipsDays(skipped.length)
      : strings.skipsDay(weekdayTexts(skipped, today));
  return [
    ...(skipped.length === 0 ? [] : [skips]),
    ...(replaced === 0 ? [] : [strings.replaces(replaced)]),
  ].join(' ');
}

/**
 * Describes how the days of an entry's open follow-ups were chosen, and what ends them.
 *
 * @param open the number of all open follow-ups of the company; a response completes all of them
 */
export function rhythmText(
  { rhythm, contacted }: FollowUpChain,
  { open, today }: { readonly open: number; readonly today: string },
): string {
  const ends = strings.ends(open);
  if (rhythm === null) return ends;
  const { offsets, skipped } = rhythm;
  const off =
    skipped.length > NAMED_DAYS_MAX
      ? strings.daysOff(skipped.length)
      : strings.dayOff(skipped.map((day) => dateText(day, today)));
  const from = strings.rhythm(offsets, dateText(contacted.happenedOn, today));
  return `${from}${skipped.length === 0 ? '' : `; ${off}`}. ${ends}`;
}
