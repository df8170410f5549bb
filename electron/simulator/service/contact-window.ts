import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDayMs } from '../data/calendar.ts';
import { announcedAtOf } from '../data/labels.ts';
import type { Profile } from '../profile/profile-options.ts';
import type { ServiceState } from './state.ts';
import type { Company, Round } from '../data/company-model.ts';

const WINDOW_DAYS = 30;

export interface KnownCompany {
  readonly company: Company;
  /** The published rounds, oldest first; never empty. */
  readonly rounds: readonly Round[];
}

/**
 * Whether the contact window of any round is still open, or the company's contacts were revealed in the
 * dashboard (spec §4.6).
 */
export function areContactsAvailable(known: KnownCompany, state: ServiceState, nowMs: number): boolean {
  if (state.revealed.has(known.company.id)) return true;
  return known.rounds.some((round) => nowMs < windowEndMs(round, state.profile));
}

/**
 * Returns when a round's contact window closes. "Within the last 30 days" can be interpreted in several ways,
 * and the profile determines which one applies.
 */
export function windowEndMs(round: Round, profile: Profile): number {
  const offsetMs = profile.contactsZone === 'utc' ? 0 : offsetOf(announcedAtOf(round, profile));
  // Midnight in the announcement's time zone. East of UTC, this is earlier than midnight UTC.
  const startMs =
    profile.contactsFrom === 'announced'
      ? Date.parse(`${round.announcedOn}T00:00:00Z`) - offsetMs
      : startOfDayMs(round.publishedAtMs + offsetMs) - offsetMs;
  const days = WINDOW_DAYS + (profile.contactsBoundary === 'inclusive' ? 1 : 0);
  return startMs + days * DAY_MS;
}

/** Returns the UTC offset, in ms, of an ISO 8601 date-time such as `…T08:00:00-08:00`. */
function offsetOf(dateTime: string): number {
  const match = /([+-])(\d{2}):(\d{2})$/.exec(dateTime);
  if (!match) return 0;
  const ms = Number(match[2]) * HOUR_MS + Number(match[3]) * MINUTE_MS;
  return match[1] === '-' ? -ms : ms;
}
