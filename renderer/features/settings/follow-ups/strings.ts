import { FOLLOW_UPS_MAX, FOLLOW_UP_OFFSET_MAX } from '../../../../shared/model/limits.ts';

/** UI text for the follow-up settings. The section's title is in `follow-up-strings.ts`. */
export const followUpSettings = {
  about:
    'When you log that you contacted a company, Roundwatch adds follow-up tasks. If you delete or undo the log entry, its open follow-ups are deleted too. Roundwatch never sends messages itself.',
  enabled: 'Add follow-ups',
  offsets: 'Follow up after',
  offsetsHint: 'working days, for example 3, 8',
  offsetsWrong: `Enter up to ${FOLLOW_UPS_MAX} numbers from 1 to ${FOLLOW_UP_OFFSET_MAX}, smallest first, separated by commas.`,
  save: 'Save days',
  weekdays: 'Working days',
  weekdayNames: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  lastWeekday: 'At least one day must be a working day.',
  daysOff: 'Days off',
  noDaysOff: 'No days off yet. Add your holidays so that no follow-ups are due then.',
  from: 'First day off',
  to: 'Last day off',
  toHint: 'leave empty for a single day',
  wrongDay: 'Enter a date, or a day such as “Friday”.',
  wrongOrder: 'The last day is before the first.',
  full: 'You can’t add more days off. Remove some first.',
  add: 'Add days off',
  remove: 'Remove',
  removeDays: (days: string) => `Remove ${days}`,
  range: (from: string, to: string) => (from === to ? from : `${from} – ${to}`),
  saved: 'Follow-up settings saved',
  failed: 'The follow-up settings couldn’t be loaded.',
  again: 'Try again',
} as const;
