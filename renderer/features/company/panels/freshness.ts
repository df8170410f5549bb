import { DAY } from '../../../lib/format.ts';

/**
 * How long a panel counts as fresh, ms: past it its age turns to warn. By how fast such facts change: roles open and close
 * within days, a tech stack takes months. People change places slowly, but what is written to them must be right.
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
