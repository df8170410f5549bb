import { DAY } from '../../../lib/format.ts';

/**
 * How long each panel counts as fresh, ms. Older data is shown with a warning. The limit depends on how fast
 * the facts change: roles change within days, a tech stack over months. Contacts change slowly, but they get
 * a short limit so that no message goes to an outdated contact.
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
