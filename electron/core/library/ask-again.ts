import { assertNever } from '../../../shared/app-failure.ts';

const DAY_MS = 86_400_000;
/** A site that was down or not analysed yet is seldom analysed within a week [R-4-4]. */
const TECH_STACK_AGAIN_MS = 7 * DAY_MS;
const HIGHLIGHTS_AGAIN_MS = 3 * DAY_MS;
const NEWS_AGAIN_MS = 3 * DAY_MS;
/** Contacts may be revealed in the dashboard at any time, but nobody is asked for twice a day [R-4-6]. */
const CONTACTS_AGAIN_MS = DAY_MS;

type Refused = 'tech-stack' | 'highlights' | 'news' | 'contacts';

/** From when on unattended work may ask again for what the service said it does not have, ms. The seller may any time. */
export function askAgainAtMs(what: Refused, refusedAtMs: number): number {
  switch (what) {
    case 'tech-stack':
      return refusedAtMs + TECH_STACK_AGAIN_MS;
    case 'highlights':
      return refusedAtMs + HIGHLIGHTS_AGAIN_MS;
    case 'news':
      return refusedAtMs + NEWS_AGAIN_MS;
    case 'contacts':
      return refusedAtMs + CONTACTS_AGAIN_MS;
    default:
      return assertNever(what);
  }
}
