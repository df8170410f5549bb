import { DAY } from '../../../lib/format.ts';

/**
 * How long each panel counts as fresh, ms. An older age is shown as a warning. The time depends on how fast
 * the facts change: roles within days, a tech stack over months. Contacts change slowly, but a message must
 * not go to an outdated contact.
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
