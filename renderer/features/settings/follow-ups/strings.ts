import { FOLLOW_UPS_MAX, FOLLOW_UP_OFFSET_MAX } from '../../../../shared/model/limits.ts';

/** UI text for the settings of follow-ups. The title of the section is in `follow-up-strings.ts`. */
export const followUpSettings = {
  about:
    'When you log that you contacted a company, Roundwatch proposes tasks to follow up. It never sends a message.',
  enabled: 'Propose follow-ups',
  offsets: 'Working days after the contact',
  offsetsHint: 'for example 3, 8',
  offsetsWrong: `Enter up to ${FOLLOW_UPS_MAX} increasing numbers from 1 to ${FOLLOW_UP_OFFSET_MAX}, separated by commas.`,
  save: 'Save days',
  weekdays: 'Working days',
  weekdayNames: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  lastWeekday: 'At least one day must be a working day.',
  daysOff: 'Days off',
  noDaysOff: 'None. Add holidays, so that no follow-up is due on them.',
  from: 'First day off',
  to: 'Last day off',
  toHint: 'same day if empty',
  wrongDay: 'Enter a date such as 24 Dec 2026.',
  wrongOrder: 'The last day is before the first.',
  full: 'There is no room for more days off. Remove some first.',
  add: 'Add days off',
  remove: 'Remove',
  removeDays: (days: string) => `Remove ${days}`,
  range: (from: string, to: string) => (from === to ? from : `${from} – ${to}`),
  saved: 'Follow-up settings saved',
  failed: 'The follow-up settings couldn’t be loaded.',
  again: 'Try again',
} as const;
