import { assertNever } from '../../../shared/app-failure.ts';
import { CLOSING_SOON_DAYS } from '../../../shared/model/closing-days.ts';
import type { PlanKind, PlanRun, PlanSkipReason, PlanWhy } from '../../../shared/model/plan.ts';
import { utcDate } from '../../../shared/search-date-ranges.ts';
import { windowDaysLeft } from '../../../shared/window-days-left.ts';
import { agoText } from './ago-text.ts';
import { countText } from './price-text.ts';

/* The day plan in words, for assistants. The screen shows the same facts in texts that address the user. */

/** What each kind of request fetches. */
export const PLAN_REQUESTS: Readonly<Record<PlanKind, string>> = {
  contacts: 'Contacts',
  'catch-up': 'Catch-up on rounds that may be missing',
  search: 'Missing days of a saved search',
  profile: 'Profile',
  refresh: 'Refresh of a watched company',
  reading: 'Daily usage check',
  older: 'Older rounds of a saved search',
  update: 'Update of an old profile',
  rounds: 'Rounds and investors',
};

/** Why requests were skipped. */
export const PLAN_SKIPS: Readonly<Record<PlanSkipReason, string>> = {
  'too-large': 'Over the user’s daily maximum.',
  'not-worth': 'Less important than the planned requests.',
  'no-room': 'Over today’s limits.',
  'people-locked': 'Waiting for the user to unlock contacts.',
  'no-match': 'No one at the company matches the user’s buyer roles.',
  later: 'Can wait.',
  closed: 'The contact window is closed.',
  'below-fit': 'Below the user’s minimum fit.',
  snoozed: 'The user snoozed the company.',
  done: 'The user marked the company as done.',
  ours: 'The user marked the company as a customer, open deal, competitor or “Do not contact”.',
  'by-webhook': 'Already received with a signal.',
  'in-catch-up': 'Covered by the catch-up.',
  none: 'No contacts are available.',
  fresh: 'Already fetched.',
  kept: 'Already up to date in the library.',
};

export const PLAN_STATES: Readonly<Record<PlanRun['state'], string>> = {
  running: 'Running.',
  paused: 'Paused.',
  over: 'Ended.',
};

const plural = (value: number, noun: string): string =>
  `${countText(value)} ${value === 1 ? noun : `${noun}s`}`;

/** Explains why a request is in the plan. */
export function planReason(why: PlanWhy, nowMs: number): string {
  switch (why.why) {
    case 'window': {
      const days = windowDaysLeft(why.closesAtMs, nowMs);
      const closes = `contact window closes in about ${plural(Math.max(1, days), 'day')}.`;
      return days > CLOSING_SOON_DAYS ? `On the user’s lists; the ${closes}` : `The ${closes}`;
    }
    case 'revealed':
      return 'Checks for contacts that the user revealed in the dashboard; free if there are none.';
    case 'gap':
      return why.fetched === undefined
        ? `Rounds since ${utcDate(why.sinceMs)} may be missing.`
        : `Beyond the first ${countText(why.fetched)}, rounds since ${utcDate(why.sinceMs)} may be missing.`;
    case 'missing-days':
      return `Results for ${plural(why.days, 'day')} may be missing.`;
    case 'fit':
      return `Fit with the user’s market: ${why.fit} of 100.`;
    case 'listed':
      return 'On the user’s lists.';
    case 'profile-first':
      return 'Shows whether anyone at the company matches the user’s buyer roles.';
    case 'old':
      return `Last fetched ${agoText(nowMs - why.fetchedAtMs)}.`;
    case 'more-matches':
      return `Not all matches from ${plural(why.days, 'day')} have been fetched yet.`;
    case 'more-rounds':
      return why.rounds === 1
        ? 'The investors of its round have not been fetched yet.'
        : `The investors of some of its ${countText(why.rounds)} rounds have not been fetched yet.`;
    case 'daily-reading':
      return 'The user has turned on this daily check.';
    default:
      return assertNever(why);
  }
}
