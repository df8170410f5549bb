import type { TranscriptEntry } from '../../electron/simulator/service/transcript.ts';
import type { LimitName } from '../../electron/simulator/service/budgets.ts';
import { dayOfMonth } from './month.ts';

/** The cost and results of one client in one simulated month. */
export interface Figures {
  /** As charged by the service. */
  readonly requests: number;
  readonly records: number;
  readonly pageTurns: number;
  /** Useful items that were on the screen when the user wanted them; defined by `usefulItems`. */
  readonly items: number;
  /** Day of the month on which a monthly or daily budget first refused a request; null: never. */
  readonly outOnDay: number | null;
  /** Late rounds that were never on the screen. */
  readonly lateMissed: number;
  /** 429s that the client received. */
  readonly refusals: number;
}

/** As counted by the service. Waiting for the rolling minute does not count as running out. */
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
