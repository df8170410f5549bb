import type { Budget } from '../../../../shared/model/budget.ts';
import {
  chosenLimits,
  clearReportedLimit,
  limitsInForce,
  reportedLimits,
  saveChosenLimit,
  saveLimitInForce,
  saveSeenLimit,
  type LearnedSource,
  type SeenLimit,
} from '../../database/queries/ledger/account-state.ts';
import { transaction, type WriteDb } from '../../database/sql.ts';
import { differingLimits, limitAfter, type LimitNow } from './reported-limits.ts';
import type { Limits } from '../policy/costs.ts';
import { HOUR_MS } from '../../../../shared/durations.ts';

export interface AccountLimits {
  /**
   * Returns the limit that the service reported. If it reported none, returns the limit that the user
   * entered. If the user entered none either, returns the documented limit (spec §8).
   */
  limit(budget: Budget): LimitNow;
  /**
   * Returns the limits reported within the last day, if they contradict each other. The service may report
   * different limits in headers, `/stats` responses and 429s.
   */
  differingLimits(budget: Budget, nowMs: number): readonly SeenLimit[];
  learnLimits(source: LearnedSource, limits: ReadonlyMap<Budget, number>, atMs: number): void;
  /**
   * Sets the monthly record limit to the value entered by the user, because the service does not report this
   * limit. Null restores the documented limit. The entered limit applies until `/stats` reports a higher
   * export limit.
   */
  setRecordLimit(records: number | null): void;
  /**
   * Raises the monthly record limit to the export limit that `/stats` reported, if the export limit is
   * higher.
   */
  learnRecordLimit(exportLimit: number | null, atMs: number): void;
  /**
   * Deletes the limit that the service reported for a budget, so the user's or the documented limit
   * applies again.
   */
  clearLimit(budget: Budget): void;
  /** Clears the limits cached in memory. Call after deleting them from the ledger. */
  clearLimits(): void;
}

/**
 * An unchanged limit is saved again only after this time, which avoids a write for every request. The saved
 * time of a limit is therefore at most an hour old.
 */
const REFRESH_MS = HOUR_MS;

/** Caches the account's limits in memory. Writes changes to the ledger immediately. */
export function createAccountLimits(db: WriteDb, documented: Limits): AccountLimits {
  const seen = new Map(reportedLimits(db).map((limit) => [`${limit.budget} ${limit.source}`, limit]));
  const inForce = new Map<Budget, LimitNow>(limitsInForce(db).map((limit) => [limit.budget, limit]));
  let chosen = chosenLimits(db);
  const limit = (budget: Budget): LimitNow => {
    const known = inForce.get(budget);
    if (known !== undefined) return known;
    const entered = chosen.get(budget);
    if (entered !== undefined) return { value: entered, source: 'chosen' };
    // If the export limit is unknown, it is assumed to be at least as high as the record limit. The service
    // may count every record as exported too (spec §8), so a lower value would make part of the record limit
    // unusable.
    const records = budget === 'export' ? limit('month-records') : null;
    const value = documented[budget];
    return records !== null && records.value > value ? records : { value, source: 'documented' };
  };

  const seenOf = (budget: Budget): SeenLimit[] =>
    [...seen.values()].filter((seenLimit) => seenLimit.budget === budget);
  const learn = (seenLimit: SeenLimit): void => {
    const { budget } = seenLimit;
    const key = `${budget} ${seenLimit.source}`;
    const last = seen.get(key);
    if (last?.value === seenLimit.value && seenLimit.atMs - last.atMs < REFRESH_MS) return;
    seen.set(key, seenLimit);
    saveSeenLimit(db, seenLimit);
    const { value, source } = limitAfter(limit(budget), seenOf(budget), seenLimit.atMs);
    if (source === 'documented' || source === 'chosen') return;
    inForce.set(budget, { value, source });
    saveLimitInForce(db, { budget, value, source });
  };
  const clearLimit = (budget: Budget): void => {
    clearReportedLimit(db, budget);
    inForce.delete(budget);
    for (const [key, seenLimit] of seen) if (seenLimit.budget === budget) seen.delete(key);
  };
  return {
    limit,
    differingLimits: (budget, nowMs) => differingLimits(seenOf(budget), nowMs),
    learnLimits: (source, limits, atMs) => {
      if (limits.size === 0) return;
      transaction(db, () => {
        for (const [budget, value] of limits) learn({ budget, source, value, atMs });
      });
    },
    setRecordLimit: (records) => {
      transaction(db, () => {
        saveChosenLimit(db, 'month-records', records);
        clearLimit('month-records');
      });
      chosen = chosenLimits(db);
    },
    learnRecordLimit: (exportLimit, atMs) => {
      if (exportLimit === null || !Number.isInteger(exportLimit)) return;
      if (exportLimit > limit('month-records').value)
        transaction(db, () => learn({ budget: 'month-records', source: 'stats', value: exportLimit, atMs }));
    },
    clearLimit,
    clearLimits: () => {
      chosen = new Map();
      inForce.clear();
      seen.clear();
    },
  };
}
