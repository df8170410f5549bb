import type { AccountDayUse, OutsideUse } from '../../../../shared/model/account/account.ts';
import {
  accountDaysSince,
  accountWatch,
  newestAccountReading,
  saveAccountDay,
  saveAccountFigures,
  type AccountDay,
} from '../../database/queries/ledger/account-use.ts';
import { readAccount } from '../../database/queries/ledger/account-state.ts';
import { daysSince } from '../../database/queries/ledger/daily-use.ts';
import type { ReadDb, WriteDb } from '../../database/sql.ts';
import type { StatsAccount } from '../../service-api/decoders/decoded-types.ts';
import { windowStartMs } from '../policy/windows.ts';
import { DAY_MS } from '../../../../shared/durations.ts';

/** Number of days shown, including today. */
const DAYS_SHOWN = 30;
/** The reported usage of a day is stored for this many days. */
const DAYS_STORED = 62;

const utcDayMs = (atMs: number): number => windowStartMs('day', atMs);

/** Returns the number of requests that this app made on each UTC day, starting at `sinceMs`. */
function ownRequests(db: ReadDb, epoch: number, sinceMs: number): ReadonlyMap<number, number> {
  const own = new Map<number, number>();
  for (const { dayMs, lane, requests } of daysSince(db, epoch, sinceMs))
    if (lane !== 'others') own.set(dayMs, (own.get(dayMs) ?? 0) + requests);
  return own;
}

/**
 * Stores the account's usage from a `/stats` response (spec §4.12). Skips reported days that are later than
 * the response or older than `DAYS_STORED`. Call this in the transaction that stores the response.
 */
export function storeAccountUsage(
  db: WriteDb,
  reading: { readonly id: number; readonly epoch: number; readonly atMs: number },
  { days, ...figures }: StatsAccount,
): void {
  const { id, epoch, atMs } = reading;
  saveAccountFigures(db, id, figures);
  const todayMs = utcDayMs(atMs);
  const sinceMs = todayMs - DAYS_STORED * DAY_MS;
  const own = ownRequests(db, epoch, sinceMs);
  for (const { startMs, requests } of days)
    if (startMs >= sinceMs && startMs <= todayMs)
      saveAccountDay(db, epoch, { dayMs: startMs, requests, own: own.get(startMs) ?? 0 });
}

const outsideOf = ({ requests, own }: AccountDay): number => Math.max(0, requests - own);

/**
 * Returns how many requests this app and other clients made on each of the last 30 UTC days, oldest first.
 * The number for other clients is the total in the day's latest `/stats` response, minus the requests that
 * this app had made by then.
 */
export function accountDays(db: ReadDb, nowMs: number): AccountDayUse[] {
  const { epoch } = readAccount(db);
  const todayMs = utcDayMs(nowMs);
  const fromMs = todayMs - (DAYS_SHOWN - 1) * DAY_MS;
  const own = ownRequests(db, epoch, fromMs);
  const reported = new Map(accountDaysSince(db, epoch, fromMs).map((day) => [day.dayMs, day]));
  return Array.from({ length: DAYS_SHOWN }, (_, index) => {
    const startMs = fromMs + index * DAY_MS;
    const day = reported.get(startMs);
    return { startMs, own: own.get(startMs) ?? 0, others: day === undefined ? null : outsideOf(day) };
  });
}

/**
 * Returns the most recent day on which other clients made more requests than the user's alert threshold; null
 * if there is none. Considers only the day of the newest `/stats` response and the day before it.
 */
export function excessiveOutsideUse(db: ReadDb): OutsideUse | null {
  const { epoch } = readAccount(db);
  const newest = newestAccountReading(db, epoch);
  if (newest === null) return null;
  const { alertAbove } = accountWatch(db);
  const days = accountDaysSince(db, epoch, utcDayMs(newest.atMs) - DAY_MS);
  const excessive = days.findLast((day) => outsideOf(day) > alertAbove);
  return excessive === undefined ? null : { dayMs: excessive.dayMs, requests: outsideOf(excessive) };
}
