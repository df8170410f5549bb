import type { AllowanceScope, Budget, Cost, LedgerFilter, LedgerRow } from '../../../shared/model/budget.ts';
import {
  companiesSeen,
  companySeen,
  dropDoubleMarks,
  insertCorrection,
  addToCounter,
  markCompany,
} from '../db/queries/ledger-counters.ts';
import { readAccount, writeAccount, type Account } from '../db/queries/ledger-facts.ts';
import {
  entryById,
  insertEntry,
  newestEntryId,
  reservedEntries,
  unknownEntries,
  updateEntry,
  type OpenEntry,
} from '../db/queries/ledger.ts';
import { daysSince, type LaneUse } from '../db/queries/ledger-days.ts';
import { countEntries, entryPage } from '../db/queries/ledger-pages.ts';
import { transaction, type WriteDb } from '../db/sql.ts';
import type { CallContext, GovernedCall } from '../api/exchange.ts';
import { count, epochOf, NOTHING, useDay } from './counters.ts';
import { FREE } from './costs.ts';
import { abandon, lostAtMs, place, resolve, UNKNOWN_TAIL_MS } from './lost-calls.ts';
import type { PlantedDefect } from './planted-defect.ts';
import { windowStartMs, windowStartsIn, type CountedBudget, type Span } from './windows.ts';

/** When something was decided: server time and how far off it may be, and the laptop's clock, all ms. */
export interface Moment {
  readonly atMs: number;
  readonly errorMs: number;
  readonly wallMs: number;
}

/** How a reserved call ended. `cost` is null unless it was charged. */
export interface Outcome {
  readonly state: 'spent' | 'released' | 'unknown';
  readonly cost: Cost | null;
  readonly status: number | null;
  readonly durationMs: number;
  readonly completedMs: number;
  readonly errorMs: number;
  readonly detail: string | null;
}

/** Why a call was not made. */
export interface RefusedFor {
  readonly budget: Budget | null;
  readonly allowance: AllowanceScope | null;
  readonly detail: string;
}

const DAY_MS = 86_400_000;

/**
 * The ledger: one row a decision, and the counters that sum it up, always in one transaction. Methods throw AppFailure
 * storage.
 */
export interface Ledger {
  account(): Account;
  replaceAccount(account: Account): void;
  reserve(call: GovernedCall, context: CallContext, worst: Cost, at: Moment): number;
  refuse(call: GovernedCall, context: CallContext, why: RefusedFor, at: Moment): void;
  /** Returns what was charged in the end: a company already seen in those days costs none. */
  settle(id: number, outcome: Outcome): Cost;
  /** Reserved rows that no process waits for any more become unknown: they count as spent. */
  abandonReserved(): readonly OpenEntry[];
  reserved(): readonly OpenEntry[];
  companySeenIn(companyId: string, span: Span): boolean;
  /** All companies of which `companySeenIn` says so. */
  companiesSeenIn(span: Span): ReadonlySet<string>;
  /** What other devices on the account spent, as far as `/stats` tells. */
  addOthers(cost: Cost, span: Span, at: Moment): void;
  /** Moves a window's count by what the service said beyond the rows. */
  correct(
    budget: CountedBudget,
    startMs: number,
    amount: number,
    source: 'stats' | 'refusal',
    atMs: number,
  ): void;
  /** Calls of unknown outcome that count at or after `sinceMs`, newest first. */
  unknownSince(sinceMs: number): readonly OpenEntry[];
  /** A call of unknown outcome was made in `span`, and had ended by `endedMs` at the latest; server time. */
  place(entry: OpenEntry, span: Span, endedMs: number): void;
  /** Decides a call of unknown outcome: it was charged as reserved, or it was not. */
  resolve(entry: OpenEntry, charged: boolean): void;
  newestId(): number;
  /** Newest first; `sinceMs`: only rows from then on, server time. */
  page(
    page: { readonly offset: number; readonly limit: number },
    filter: Pick<LedgerFilter, 'screen' | 'result'> & { readonly sinceMs: number | null },
  ): { rows: LedgerRow[]; total: number };
  /** What each lane used, from the day that `sinceMs` falls on, oldest first. */
  days(sinceMs: number): readonly LaneUse[];
}

export function createLedger(db: WriteDb, plantedDefect?: PlantedDefect): Ledger {
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
    settle: (id, outcome) =>
      transaction(db, () => settle(db, id, outcome, plantedDefect === 'double-settle' ? 2 : 1)),
    abandonReserved: () => transaction(db, () => reservedEntries(db).map((entry) => abandon(db, entry))),
    reserved: () => reservedEntries(db).filter(({ epoch }) => epoch === account.epoch),
    companySeenIn: (companyId, span) => seenIn(db, account.epoch, companyId, span),
    companiesSeenIn: (span) => allSeenIn(db, account.epoch, span),
    addOthers: (cost, span, at) => transaction(db, () => addOthers(db, account, cost, span, at)),
    correct: (budget, startMs, amount, source, atMs) =>
      transaction(db, () => correct(db, account, { budget, startMs, amount, source, atMs })),
    unknownSince: (sinceMs) =>
      unknownEntries(db).filter(
        ({ epoch, toMs }) => epoch === account.epoch && (toMs ?? Infinity) >= sinceMs,
      ),
    ...ofLostCalls(db),
    newestId: () => newestEntryId(db),
    page: ({ offset, limit }, filter) => {
      const isWhole = filter.sinceMs === null && filter.screen === null && filter.result === 'all';
      if (!isWhole) {
        const among = { ...filter, upToId: null };
        return { total: countEntries(db, among), rows: entryPage(db, among, { offset, limit }) };
      }
      const total = newestEntryId(db);
      return { total, rows: entryPage(db, { ...filter, upToId: total - offset }, { offset: 0, limit }) };
    },
    days: (sinceMs) => daysSince(db, account.epoch, windowStartMs('day', sinceMs)),
  };
}

const ofLostCalls = (db: WriteDb): Pick<Ledger, 'place' | 'resolve'> => ({
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
  addToCounter(db, epoch, budget, startMs, { ...NOTHING, corrected: amount });
  // The service counted some company on the other side of midnight: it is not free of this day's hundred.
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

function settle(db: WriteDb, id: number, outcome: Outcome, times: number): Cost {
  const entry = entryById(db, id);
  if (entry === null) throw new Error(`no ledger row ${id}`);
  const { completedMs, durationMs, errorMs } = outcome;
  // Counted back from the response, whose date is the service's own: the guess made before the call may have been off.
  const span = {
    fromMs: completedMs - Math.round(durationMs) - errorMs,
    toMs: completedMs + errorMs + (outcome.state === 'unknown' ? UNKNOWN_TAIL_MS : 0),
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
  for (let time = 0; time < times; time += 1)
    if (outcome.state === 'spent' && cost !== null) count(db, entry, span, cost, 'spent');
  if (outcome.state === 'unknown') count(db, entry, span, entry.reserved, 'unknown');
  if (outcome.state === 'spent' && cost !== null) useDay(db, entry, completedMs, cost);
  if (outcome.state === 'unknown') useDay(db, entry, lostAtMs({ ...entry, ...span }), entry.reserved);
  return cost ?? FREE;
}

function chargedTo(db: WriteDb, { epoch, companyId }: OpenEntry, cost: Cost, span: Span): Cost {
  if (companyId === null || cost.companies === 0) return cost;
  const seen = seenIn(db, epoch, companyId, span);
  for (const dayMs of windowStartsIn('day', span)) markCompany(db, epoch, dayMs, companyId);
  return { ...cost, companies: seen ? 0 : 1 };
}

/** Near midnight both days must know the company: the service may count it in either. */
const seenIn = (db: WriteDb, epoch: number, companyId: string, span: Span): boolean =>
  windowStartsIn('day', span).every((dayMs) => companySeen(db, epoch, dayMs, companyId));

function allSeenIn(db: WriteDb, epoch: number, span: Span): ReadonlySet<string> {
  const [first = [], ...others] = windowStartsIn('day', span).map((dayMs) => companiesSeen(db, epoch, dayMs));
  const seen = others.map((ids) => new Set(ids));
  return new Set(first.filter((companyId) => seen.every((day) => day.has(companyId))));
}

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
  useDay(db, { epoch: account.epoch, lane: 'others' }, span.fromMs, cost);
}
