import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDayMs } from './calendar.ts';
import { announcedAtOf } from './labels.ts';
import type { Profile } from './readings.ts';
import type { ServiceState } from './state.ts';
import type { Company, Round } from './world.ts';

const WINDOW_DAYS = 30;

export interface KnownCompany {
  readonly company: Company;
  /** Oldest first, at least one. */
  readonly rounds: readonly Round[];
}

/** The 30-day fresh window after funding, or a reveal in the dashboard [§4.6]. */
export function areContactsAvailable(known: KnownCompany, state: ServiceState, nowMs: number): boolean {
  if (state.revealed.has(known.company.id)) return true;
  return known.rounds.some((round) => nowMs < windowEndMs(round, state.profile));
}

/** When the window of this round closes, in the profile's reading of "within the last 30 days". */
export function windowEndMs(round: Round, profile: Profile): number {
  const offsetMs = profile.contactsZone === 'utc' ? 0 : offsetOf(announcedAtOf(round, profile));
  // Midnight of the zone, which is `offsetMs` before the same midnight in UTC.
  const startMs =
    profile.contactsFrom === 'announced'
      ? Date.parse(`${round.announcedOn}T00:00:00Z`) - offsetMs
      : startOfDayMs(round.publishedAtMs + offsetMs) - offsetMs;
  const days = WINDOW_DAYS + (profile.contactsBoundary === 'inclusive' ? 1 : 0);
  return startMs + days * DAY_MS;
}

/** Of an ISO 8601 date-time such as `…T08:00:00-08:00`. */
function offsetOf(dateTime: string): number {
  const match = /([+-])(\d{2}):(\d{2})$/.exec(dateTime);
  if (!match) return 0;
  const ms = Number(match[2]) * HOUR_MS + Number(match[3]) * MINUTE_MS;
  return match[1] === '-' ? -ms : ms;
}
