import { DAY } from '../../../lib/format.ts';

/**
 * The age, in ms, up to which a panel's data counts as fresh. Older data is shown with a warning. The limits
 * differ, because roles change within days, but a tech stack within months. The limit for contacts is short,
 * so that users do not write to people who have left the company.
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
