import { DAY_MS } from '../../../../shared/durations.ts';

/**
 * The age, in ms, up to which a panel's data counts as fresh. Older data is shown with a warning. The limits
 * differ, because roles change within days, but a tech stack within months. The limit for contacts is short,
 * so users do not write to people who have left the company.
 */
export const FRESH_MS = {
  profile: 30 * DAY_MS,
  people: 14 * DAY_MS,
  rounds: 30 * DAY_MS,
  'open-roles': 7 * DAY_MS,
  highlights: 14 * DAY_MS,
  news: 7 * DAY_MS,
  'tech-stack': 90 * DAY_MS,
} as const;
