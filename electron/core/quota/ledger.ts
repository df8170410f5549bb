import type { AllowanceScope, Budget, Cost, LedgerRow } from '../../../shared/model/budget.ts';
import {
  companiesSeen,
  companySeen,
  dropDoubleMarks,
  markCompany,
} from '../database/queries/ledger/companies-of-day.ts';
import { addToCounter, insertCorrection } from '../database/queries/ledger/counters.ts';
import { readAccount, writeAccount, type Account } from '../database/queries/ledger/account-state.ts';
import {
  entryById,
  insertEntry,
  newestEntryId,
  reservedEntries,
  unknownEntries,
  updateEntry,
  type OpenEntry,
} from '../database/queries/ledger/entries.ts';
import {
  daysSince,
  screenUseSince,
  type LaneUse,
  type ScreenUse,
} from '../database/queries/ledger/daily-use.ts';
import {
  countEntries,
  entryPage,
  isWholeLedger,
  type PageFilter,
} from '../database/queries/ledger/entry-pages.ts';
import { companiesCountedSince } from '../database/queries/ledger/rolling-windows.ts';
import { transaction, type WriteDb } from '../database/sql.ts';
import type { CallContext, GovernedCall } from '../service-api/governed-request.ts';
import { readWindows } from './account/account-windows.ts';
import { count, epochOf, NOTHING, useDay } from './counters.ts';
import { correctRolling } from './rolling-day.ts';
import { abandon, unknownSinceMs, place, resolve, UNKNOWN_TAIL_MS } from './unknown-calls.ts';
import { windowStartMs, type CountedBudget, type Span, type Windows } from './policy/windows.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import { FREE } from '../../../shared/add-costs.ts';

/**
 * A point in time: the server time, the maximum error of the server time, and the computer's time, in
 * milliseconds.
 */
export interface Moment {
  readonly atMs: number;
  readonly errorMs: number;
  readonly wallMs: number;
}

/** The result of a reserved request. `cost` is null if nothing was charged. */
export interface Outcome {
  readonly state: 'spent' | 'released' | 'unknown';
  readonly cost: Cost | null;
  readonly status: number | null;
  readonly durationMs: number;
  readonly completedMs: number;
  readonly errorMs: number;
  /**
   * The other times at which the request may have been completed, if the server time is not certain. The
   * request then counts in all windows from the earliest to the latest of these times.
   */
  readonly otherTimesMs: readonly number[];
  readonly detail: string | null;
}

/** Why a request was not sent. */
interface RefusedFor {
  readonly budget: Budget | null;
  readonly allowance: AllowanceScope | null;
  readonly detail: string;
}

/**
 * The ledger has a row for each sent or refused request, and counters with the sums of the rows. A row and
 * its counters are updated in one transaction. The methods throw AppFailure `storage`.
 */
export interface Ledger {
  account(): Account;
  replaceAccount(account: Account): void;
  reserve(call: GovernedCall, context: CallContext, worst: Cost, at: Moment): number;
  refuse(call: GovernedCall, context: CallContext, why: RefusedFor, at: Moment): void;
  /**
   * Settles a reservation and returns the final cost. A company that was already fetched on the same day does
   * not count again toward `companies-day`.
   */
  settle(id: number, outcome: Outcome): Cost;
  /**
   * Marks all reserved requests as unknown, so they count as spent. Called at the start and the end of
   * each run.
   */
  markReservedUnknown(): readonly OpenEntry[];
  reserved(): readonly OpenEntry[];
  companySeenIn(companyId: string, span: Span): boolean;
  /**
   * Returns the companies that were fetched on all of the days that overlap `span`, not only on some of them.
   */
  companiesSeenIn(span: Span): ReadonlySet<string>;
  /** Adds usage by other devices on the account, as reported by `/stats`. */
  addOthers(cost: Cost, span: Span, at: Moment): void;
  /**
   * Corrects a window's counter by `amount`: the usage reported by the service minus the usage in the ledger.
   */
  correct(
    budget: CountedBudget,
    startMs: number,
    amount: number,
    source: 'stats' | 'refusal',
    atMs: number,
  ): void;
  /**
   * Returns the requests with an unknown result that the service may have charged at or after `sinceMs`,
   * newest first.
   */
  unknownSince(sinceMs: number): readonly OpenEntry[];
  /**
   * Moves a request with an unknown result to `span`, the period in which the service may have charged it.
   * `endedMs` is stored as the time of completion. All times are server time.
   */
  place(entry: OpenEntry, span: Span, endedMs: number): void;
  /** Settles a request with an unknown result, either as charged in full or as not charged. */
  resolve(entry: OpenEntry, charged: boolean): void;
  newestId(): number;
  /** Returns a page of the ledger rows that match the filter, in the filter's sort order. */
  page(
    page: { readonly offset: number; readonly limit: number },
    filter: Omit<PageFilter, 'upToId'>,
  ): { rows: LedgerRow[]; total: number };
  /** Returns the usage per lane and UTC day, oldest first, starting with the day that contains `sinceMs`. */
  days(sinceMs: number): readonly LaneUse[];
  /** Returns the records per screen and UTC day, in the same order and range as `days`. */
  screens(sinceMs: number): readonly ScreenUse[];
}

export function createLedger(db: WriteDb): Ledger {
  let account = readAccount(db);
  return {
    account: () => account,
    replaceAccount: (next) => {
      writeAccount(db, next);
      account = next;
    },
    reserve: (call, context, worst, at) =>
      transaction(db, () =>
        insertEntry(db, { ...rowOf(account, call, context, at), reserved: worst, state: 'reserved' }),
      ),
    refuse: (call, context, { budget, allowance, detail }, at) =>
      void transaction(db, () =>
        insertEntry(db, {
          ...rowOf(account, call, context, at),
          state: 'refused',
          toMs: at.atMs,
          refusedBudget: budget,
          refusedAllowance: allowance,
          detail,
        }),
      ),
    settle: (id, outcome) => transaction(db, () => settle(db, id, outcome)),
    markReservedUnknown: () => transaction(db, () => reservedEntries(db).map((entry) => abandon(db, entry))),
    reserved: () => reservedEntries(db).filter(({ epoch }) => epoch === account.epoch),
    companySeenIn: (companyId, span) => seenIn(db, account.epoch, companyId, span, readWindows(db)),
    companiesSeenIn: (span) => allSeenIn(db, account.epoch, span),
    addOthers: (cost, span, at) => transaction(db, () => addOthers(db, account, cost, span, at)),
    correct: (budget, startMs, amount, source, atMs) =>
      transaction(db, () => correct(db, account, { budget, startMs, amount, source, atMs })),
    unknownSince: (sinceMs) =>
      unknownEntries(db).filter(
        ({ epoch, toMs }) => epoch === account.epoch && (toMs ?? Infinity) >= sinceMs,
      ),
    ...ofUnknownCalls(db),
    newestId: () => newestEntryId(db),
    page: ({ offset, limit }, filter) => {
      if (!isWholeLedger(filter)) {
        const among = { ...filter, upToId: null };
        return { total: countEntries(db, among), rows: entryPage(db, among, { offset, limit }) };
      }
      const total = newestEntryId(db);
      return { total, rows: entryPage(db, { ...filter, upToId: total - offset }, { offset: 0, limit }) };
    },
    days: (sinceMs) => daysSince(db, account.epoch, windowStartMs('day', sinceMs)),
    screens: (sinceMs) => screenUseSince(db, account.epoch, windowStartMs('day', sinceMs)),
  };
}

const ofUnknownCalls = (db: WriteDb): Pick<Ledger, 'place' | 'resolve'> => ({
  place: (entry, span, endedMs) => transaction(db, () => place(db, entry, span, endedMs)),
  resolve: (entry, charged) => transaction(db, () => resolve(db, entry, charged)),
});

interface Correction {
  readonly budget: CountedBudget;
  readonly startMs: number;
  readonly amount: number;
  readonly source: 'stats' | 'refusal';
  readonly atMs: number;
}

function correct(db: WriteDb, account: Account, correction: Correction): void {
  const { budget, startMs, amount } = correction;
  const epoch = epochOf(budget, account);
  insertCorrection(db, { epoch, ...correction });
  if (readWindows(db).isRolling(budget))
    return correctRolling(db, budget, amount, correction.source, correction.atMs);
  addToCounter(db, epoch, budget, startMs, { ...NOTHING, corrected: amount });
  // A company fetched near midnight is marked on both days. If the service counted fewer companies than the
  // ledger on this day, the ledger drops this day's marks of such companies. Otherwise, the app would wrongly
  // assume that another request for them is free.
  if (budget === 'companies-day' && amount < 0)
    dropDoubleMarks(db, { epoch, dayMs: startMs, beforeMs: startMs - DAY_MS, afterMs: startMs + DAY_MS });
}

const rowOf = ({ epoch, keyEpoch }: Account, call: GovernedCall, context: CallContext, at: Moment) => ({
  epoch,
  keyEpoch,
  atMs: at.atMs,
  wallMs: Math.round(at.wallMs),
  endpoint: call.endpoint,
  call: call.canonical,
  companyId: call.companyId,
  screen: context.screen,
  reason: context.reason,
  listId: context.listId ?? null,
  searchId: context.searchId ?? null,
  lane: context.lane,
  accepted: context.accepted,
  reserved: call.worst,
  fromMs: at.atMs - at.errorMs,
  toMs: null,
  completedMs: null,
  cost: null,
  refusedBudget: null,
  refusedAllowance: null,
  detail: null,
});

function settle(db: WriteDb, id: number, outcome: Outcome): Cost {
  const entry = entryById(db, id);
  if (entry === null) throw new Error(`no ledger row ${id}`);
  const { completedMs, durationMs, errorMs, otherTimesMs } = outcome;
  // The span starts at the time of completion minus the duration, not at the time of reservation. The
  // response has corrected the server time, so the time of completion is more accurate.
  const span = {
    fromMs: Math.min(completedMs, ...otherTimesMs) - Math.round(durationMs) - errorMs,
    toMs:
      Math.max(completedMs, ...otherTimesMs) + errorMs + (outcome.state === 'unknown' ? UNKNOWN_TAIL_MS : 0),
  };
  const cost = outcome.cost === null ? null : chargedTo(db, entry, outcome.cost, span);
  updateEntry(db, {
    id,
    ...span,
    state: outcome.state,
    cost,
    status: outcome.status,
    durationMs: Math.round(durationMs),
    completedMs,
    detail: outcome.detail,
  });
  if (outcome.state === 'spent' && cost !== null) count(db, entry, span, cost, 'spent');
  if (outcome.state === 'unknown') count(db, entry, span, entry.reserved, 'unknown');
  if (outcome.state === 'spent' && cost !== null) useDay(db, entry, completedMs, cost);
  if (outcome.state === 'unknown') useDay(db, entry, unknownSinceMs({ ...entry, ...span }), entry.reserved);
  return cost ?? FREE;
}

function chargedTo(db: WriteDb, { epoch, companyId }: OpenEntry, cost: Cost, span: Span): Cost {
  if (companyId === null || cost.companies === 0) return cost;
  const windows = readWindows(db);
  const seen = seenIn(db, epoch, companyId, span, windows);
  for (const dayMs of windows.startsIn('companies-day', span)) markCompany(db, epoch, dayMs, companyId);
  return { ...cost, companies: seen ? 0 : 1 };
}

/**
 * Returns whether the company was fetched on every day that the span touches. Near a reset, the span touches
 * two days, and the service may count the request on either of them. For a rolling budget, the last 24 hours
 * count instead.
 */
const seenIn = (db: WriteDb, epoch: number, companyId: string, span: Span, windows: Windows): boolean =>
  windows.isRolling('companies-day')
    ? seenInLastDay(db, epoch, span).has(companyId)
    : windows.startsIn('companies-day', span).every((dayMs) => companySeen(db, epoch, dayMs, companyId));

function allSeenIn(db: WriteDb, epoch: number, span: Span): ReadonlySet<string> {
  const windows = readWindows(db);
  if (windows.isRolling('companies-day')) return seenInLastDay(db, epoch, span);
  const [first = [], ...others] = windows
    .startsIn('companies-day', span)
    .map((dayMs) => companiesSeen(db, epoch, dayMs));
  const seen = others.map((ids) => new Set(ids));
  return new Set(first.filter((companyId) => seen.every((day) => day.has(companyId))));
}

const seenInLastDay = (db: WriteDb, epoch: number, { toMs }: Span): ReadonlySet<string> =>
  companiesCountedSince(db, epoch, toMs - DAY_MS);

function addOthers(db: WriteDb, account: Account, cost: Cost, span: Span, { atMs, wallMs }: Moment): void {
  insertEntry(db, {
    epoch: account.epoch,
    keyEpoch: account.keyEpoch,
    atMs,
    wallMs: Math.round(wallMs),
    endpoint: null,
    call: '',
    companyId: null,
    screen: 'none',
    reason: 'Other devices on this account',
    listId: null,
    searchId: null,
    lane: null,
    accepted: FREE,
    reserved: FREE,
    state: 'other-device',
    ...span,
    completedMs: null,
    cost,
    refusedBudget: null,
    refusedAllowance: null,
    detail: null,
  });
  count(db, account, span, cost, 'others');
  useDay(db, { epoch: account.epoch, lane: 'others', screen: 'none' }, span.fromMs, cost);
}
