import { DAY } from '../../../lib/format.ts';

/**
 * How long a panel counts as fresh, ms; older ages are shown as a warning. Depends on how fast the facts change: roles
 * within days, a tech stack over months. Contacts change slowly, but messages to them have to be right.
 */
export const FRESH_MS = {
  profile: 30 * DAY,
  people: 14 * DAY,
  rounds: 30 * DAY,
  'open-roles': 7 * DAY,
  highlights: 14 * DAY,
  news: 7 * DAY,
  'tech-stack': 90 * DAY,
} as const;
