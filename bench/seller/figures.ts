import type { TranscriptEntry } from '../../electron/simulator/service/transcript.ts';
import type { LimitName } from '../../electron/simulator/service/budgets.ts';
import { dayOfMonth } from './month.ts';

/** Costs and results of one client in one simulated month. */
export interface Figures {
  /** Number of requests that were charged. */
  readonly requests: number;
  readonly records: number;
  readonly pageTurns: number;
  /** Number of useful items (`usefulItems`) that were on the screen when the user looked for them. */
  readonly items: number;
  /**
   * Day of the month on which a request was first refused because of a daily or monthly budget; null if none
   * was.
   */
  readonly outOnDay: number | null;
  /** Number of late rounds (`lateRounds`) that were never on the screen. */
  readonly lateMissed: number;
  /** Number of 429 responses that the client received. */
  readonly refusals: number;
}

/**
 * Computes the costs of a client from the service's transcript. `outOnDay` is the day of the first refusal by
 * any limit other than the per-minute limit.
 */
export function countCalls(
  entries: readonly TranscriptEntry[],
): Pick<Figures, 'requests' | 'records' | 'pageTurns' | 'outOnDay' | 'refusals'> {
  const sum = (of: (entry: TranscriptEntry) => number): number =>
    entries.reduce((total, entry) => total + of(entry), 0);
  const refused = entries.filter(({ status }) => status === 429);
  const minute: LimitName = 'per_minute';
  const out = refused.find(({ limitType }) => limitType !== minute);
  return {
    requests: sum(({ charged }) => charged.requests),
    records: sum(({ charged }) => charged.records),
    pageTurns: sum(({ charged }) => charged.pageTurns),
    outOnDay: out === undefined ? null : dayOfMonth(out.atMs),
    refusals: refused.length,
  };
}
