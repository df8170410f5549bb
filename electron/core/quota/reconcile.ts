import type { Budget, Cost } from '../../../shared/model/budget.ts';
import {
  insertReading,
  insertReadingBudget,
  statsReadingBefore,
  readingBudgets,
  readingsCountThemselves,
  readingsLackThemselves,
} from '../database/queries/ledger/account-state.ts';
import { hasTrafficBetween } from '../database/queries/ledger/entries.ts';
import { transaction, type WriteDb } from '../database/sql.ts';
import { recheckCosts } from './calibration/passive-calibration.ts';
import { storeAccountUsage } from './account/account-usage.ts';
import { amountIn } from './policy/costs.ts';
import { totalsNow } from './counters.ts';
import type { QuotaParts } from './gather-state.ts';
import type { Moment } from './ledger.ts';
import type { StatsBudget, StatsReading } from '../service-api/decoders/decoded-types.ts';
import { countedInMinute } from './minute-window.ts';
import { isPlausibleReset, type CountedBudget, type Windows } from './policy/windows.ts';
import { readWindows } from './account/account-windows.ts';
import { adoptReset } from './account/reset-times.ts';
import { STATS_LAG_MS } from './policy/quota-policy.ts';
import { FREE } from '../../../shared/add-costs.ts';

/** The state of the ledger when a `/stats` response arrived. */
export interface LedgerAtReading {
  readonly serverNowMs: number;
  readonly newestEntry: number;
  /** The ledger's total usage of each budget when the response arrived. */
  readonly totals: ReadonlyMap<CountedBudget, number>;
  /**
   * The cost of the `/stats` request. The response does not say whether the reported usage includes this
   * cost.
   */
  readonly own: Cost;
  /** The number of requests by this device in the rolling minute when the `/stats` request was sent. */
  readonly inMinute: number;
}

/**
 * If `/stats` reports less usage than the ledger, the lower usage is adopted only if a second `/stats`
 * response confirms it. The second response must be at least this many milliseconds later, with no other
 * request in between.
 */
const QUIET_MS = 600_000;

interface Line {
  readonly budget: CountedBudget;
  readonly reported: StatsBudget;
  readonly used: number;
  /** The amount by which the usage reported by the service exceeds the ledger's total. */
  readonly more: number;
  /**
   * The amount by which the ledger's total exceeds the reported usage. The `/stats` request itself does not
   * count.
   */
  readonly surplus: number;
  /**
   * The part of the surplus that an earlier report also showed, if no other request was sent between the two
   * reports. The ledger's total is lowered by this amount.
   */
  readonly adopted: number;
}

export function momentOf(
  { db, ledger, minute }: QuotaParts,
  serverNowMs: number,
  own: Cost = FREE,
): LedgerAtReading {
  const totals = totalsNow(db, ledger.account(), serverNowMs);
  return { serverNowMs, newestEntry: ledger.newestId(), totals, own, inMinute: countedInMinute(minute) };
}

/**
 * Adjusts the ledger to a `/stats` response. If the service reports more usage than the ledger, the
 * difference is recorded as usage by other devices. If the service reports less, the ledger is lowered only
 * after a second report confirms it (`QUIET_MS`).
 * @returns the total amounts by which counters were raised and lowered
 */
export function reconcile(
  parts: QuotaParts & { readonly db: WriteDb },
  received: StatsReading,
  beforeResets: LedgerAtReading,
  at: Moment,
): { readonly raised: number; readonly adopted: number } {
  const { db, ledger, facts } = parts;
  return transaction(db, () => {
    storeKeyType(parts, received);
    const reading = forTestKey(parts, received);
    facts.learnLimits('stats', limitsOf(reading), beforeResets.serverNowMs);
    facts.learnRecordLimit(reading.budgets.monthlyExport?.limit ?? null, beforeResets.serverNowMs);
    const moment = adoptResets(parts, reading, beforeResets);
    const windows = readWindows(db);
    const reported = reportedLines(reading, windows, moment.serverNowMs);
    const { epoch } = ledger.account();
    const quiet = quietReading(db, epoch, moment);
    const lacksItself = isLowerByItself(parts, reported, windows, moment);
    const missing = lacksItself || readingsLackThemselves(db, epoch) ? moment.own : FREE;
    const countsItself = equalsWithItself(parts, reported, windows, moment);
    // The reported usage may or may not include the `/stats` request. Until this is known, the cost of this
    // request does not count as a surplus.
    const isCounted = missing === FREE && (countsItself || readingsCountThemselves(db, epoch));
    const own = { missing, lacking: isCounted ? FREE : moment.own };
    const lines = reported.map((line) => compare(line, windows, moment, quiet, own));
    recheckCosts(parts, {
      epoch,
      atMs: moment.serverNowMs,
      newestEntry: moment.newestEntry,
      used: new Map(reported.map(({ budget, used }) => [budget, used])),
    });
    apply(parts, lines, windows, moment, at);
    for (const line of lines) reopen(parts, line, windows, moment);
    // If the service reports more page turns or companies than the ledger counted, the learned costs may be
    // wrong, so they are deleted.
    if (lines.some(({ budget, more }) => budget === 'page-turns' && more > 0))
      facts.clearLearnedCosts('page-turns');
    if (lines.some(({ budget, more }) => budget === 'companies-day' && more > 0))
      facts.clearLearnedCosts('companies');
    storeReading(db, { ...reading, epoch, lacksItself, countsItself }, windows, moment, lines);
    for (const { budget } of lines) facts.markReported(budget);
    if (typeof reading.budgets.perMinute?.used === 'number') {
      parts.minute.holdOthers(Math.max(0, reading.budgets.perMinute.used - moment.inMinute));
      facts.markReported('minute');
    }
    const sum = (pick: (line: Line) => number): number =>
      lines.reduce((total, line) => total + pick(line), 0);
    return { raised: sum(({ more }) => more), adopted: sum(({ adopted }) => adopted) };
  });
}

/**
 * With a test key, the service may report the key's own monthly limit as `monthly`. The report is then moved
 * to the test key's budget. Otherwise, it would lower the account's limit.
 */
function forTestKey({ ledger, facts }: QuotaParts, reading: StatsReading): StatsReading {
  const { monthly, testKeyMonthly } = reading.budgets;
  const ofKey = facts.limit('test-key').value;
  const isOfKey = monthly?.limit === ofKey && facts.limit('month-requests').value !== ofKey;
  if (!ledger.account().testKey || testKeyMonthly !== null || !isOfKey) return reading;
  return { ...reading, budgets: { ...reading.budgets, monthly: null, testKeyMonthly: monthly } };
}

/** Adopts the reset times in the response, and recalculates the totals of budgets whose windows changed. */
function adoptResets(
  parts: QuotaParts & { readonly db: WriteDb },
  reading: StatsReading,
  moment: LedgerAtReading,
): LedgerAtReading {
  const { serverNowMs } = moment;
  const changed = budgetsOf(reading).flatMap(([budget, reported]) => {
    if (budget === 'minute' || typeof reported?.resetsAtMs !== 'number') return [];
    const { resetsAtMs: resetMs, used } = reported;
    const pair = budget === 'export' ? (['export', 'month-records'] as const) : [budget];
    return pair.filter((each) => adoptReset(parts, each, { resetMs, used }, serverNowMs));
  });
  if (changed.length === 0) return moment;
  const now = totalsNow(parts.db, parts.ledger.account(), serverNowMs);
  const totals = new Map(moment.totals);
  for (const budget of changed) totals.set(budget, now.get(budget) ?? 0);
  return { ...moment, totals };
}

/** Reopens a budget closed by a 429 if the service reports that some of it is left. */
function reopen(
  { db, ledger, facts }: QuotaParts,
  { budget, used }: Line,
  windows: Windows,
  { serverNowMs }: LedgerAtReading,
): void {
  const closedAtMs = facts.closedAtMs(budget, serverNowMs);
  if (closedAtMs === null || closedAtMs > serverNowMs - STATS_LAG_MS) return;
  if (used >= facts.limit(budget).value) return;
  facts.close(budget, 0, serverNowMs);
  // The counter exceeds the reported usage, because the 429 raised the counter to at least the limit.
  const tooMuch = (totalsNow(db, ledger.account(), serverNowMs).get(budget) ?? 0) - used;
  if (tooMuch > 0)
    ledger.correct(budget, windows.startMs(budget, serverNowMs), -tooMuch, 'stats', serverNowMs);
}

const budgetsOf = ({ budgets }: StatsReading): ReadonlyArray<readonly [Budget, StatsBudget | null]> => [
  ['minute', budgets.perMinute],
  ['day', budgets.daily],
  ['month-requests', budgets.monthly],
  ['export', budgets.monthlyExport],
  ['companies-day', budgets.dailyCompanyDetail],
  ['page-turns', budgets.monthlyPagination],
  ['test-key', budgets.testKeyMonthly],
];

const limitsOf = (reading: StatsReading): Map<Budget, number> =>
  new Map(
    budgetsOf(reading).flatMap(([budget, reported]) => {
      const limit = reported?.limit ?? null;
      return limit !== null && Number.isInteger(limit) && limit > 0 ? [[budget, limit] as const] : [];
    }),
  );

function storeKeyType({ ledger }: QuotaParts, reading: StatsReading): void {
  const account = ledger.account();
  const testKey =
    reading.keyType === 'test' ||
    (reading.keyType === 'unknown' && (account.testKey || reading.budgets.testKeyMonthly !== null));
  if (testKey !== account.testKey) ledger.replaceAccount({ ...account, testKey });
}

/**
 * Returns the reported usage for the current windows. Near a reset, a response may still describe the
 * previous window of a budget. Such a budget is omitted.
 */
function reportedLines(
  reading: StatsReading,
  windows: Windows,
  nowMs: number,
): Array<Pick<Line, 'budget' | 'reported' | 'used'>> {
  const { monthlyExport } = reading.budgets;
  return [...budgetsOf(reading), ['month-records', monthlyExport] as const].flatMap(([budget, reported]) => {
    if (budget === 'minute' || reported === null || reported.used === null) return [];
    const { resetsAtMs } = reported;
    const isEnded = resetsAtMs !== null && resetsAtMs <= windows.startMs(budget, nowMs);
    const isAhead =
      resetsAtMs !== null &&
      resetsAtMs > windows.endMs(budget, windows.endMs(budget, nowMs)) &&
      !isPlausibleReset(budget, resetsAtMs, nowMs);
    return isEnded || isAhead ? [] : [{ budget, reported, used: Math.max(0, Math.round(reported.used)) }];
  });
}

type Surpluses = ReadonlyMap<Budget, { readonly startMs: number | null; readonly surplus: number }>;

/**
 * Returns the surpluses of the most recent `/stats` response that is at least `QUIET_MS` old. Returns null if
 * there is none, or if a request was sent after that response.
 */
function quietReading(
  db: WriteDb,
  epoch: number,
  { serverNowMs, newestEntry }: LedgerAtReading,
): Surpluses | null {
  const earlier = statsReadingBefore(db, epoch, serverNowMs - QUIET_MS);
  if (earlier === null || hasTrafficBetween(db, earlier.newestEntry, newestEntry)) return null;
  return new Map(
    readingBudgets(db, earlier.id).map(({ budget, startMs, surplus }) => [
      budget,
      { startMs, surplus: surplus ?? 0 },
    ]),
  );
}

/**
 * Returns whether this response shows that the service counts a `/stats` request only after responding to it.
 * The numbers of daily and monthly requests must both be lower than in the ledger, by exactly the cost of the
 * `/stats` request. There must also be no request with an unknown result.
 */
function isLowerByItself(
  { ledger }: Pick<QuotaParts, 'ledger'>,
  reported: ReadonlyArray<Pick<Line, 'budget' | 'used'>>,
  windows: Windows,
  { totals, own, serverNowMs }: LedgerAtReading,
): boolean {
  const isLower = (budget: CountedBudget): boolean =>
    reported.some((line) => line.budget === budget && line.used + own.requests === totals.get(budget));
  return (
    own.requests > 0 &&
    isLower('day') &&
    isLower('month-requests') &&
    ledger.unknownSince(windows.startMs('month-requests', serverNowMs)).length === 0
  );
}

/**
 * Returns whether this response shows that the service already counts the current `/stats` request. It does
 * if the reported daily and monthly requests both equal the ledger's totals, and no request has an unknown
 * result.
 */
function equalsWithItself(
  { ledger }: Pick<QuotaParts, 'ledger'>,
  reported: ReadonlyArray<Pick<Line, 'budget' | 'used'>>,
  windows: Windows,
  { totals, own, serverNowMs }: LedgerAtReading,
): boolean {
  const isEqual = (budget: CountedBudget): boolean =>
    reported.some((line) => line.budget === budget && line.used === totals.get(budget));
  return (
    own.requests > 0 &&
    isEqual('day') &&
    isEqual('month-requests') &&
    ledger.unknownSince(windows.startMs('month-requests', serverNowMs)).length === 0
  );
}

/** The cost of the `/stats` request itself, which the usage in its response may not include yet. */
interface OwnCall {
  /**
   * The cost that is assumed to be missing from the reported usage, and is therefore added to it. Without
   * this addition, the same amount of usage by other devices would go unnoticed.
   */
  readonly missing: Cost;
  /**
   * The cost that may be missing from the reported usage. If the ledger's total exceeds the reported usage by
   * at most this cost, the total is not considered too high.
   */
  readonly lacking: Cost;
}

function compare(
  line: Pick<Line, 'budget' | 'reported' | 'used'>,
  windows: Windows,
  { totals, serverNowMs }: LedgerAtReading,
  quiet: Surpluses | null,
  { missing, lacking }: OwnCall,
): Line {
  const total = totals.get(line.budget) ?? 0;
  const surplus = Math.max(0, total - amountIn(line.budget, lacking) - line.used);
  const before = quiet?.get(line.budget);
  const isSameWindow =
    windows.isRolling(line.budget) || before?.startMs === windows.startMs(line.budget, serverNowMs);
  // `month-records` is never lowered. It is compared with `monthly_export`, which may not count every record.
  const believed = line.budget !== 'month-records' && isSameWindow ? (before?.surplus ?? 0) : 0;
  return {
    ...line,
    more: Math.max(0, line.used + amountIn(line.budget, missing) - total),
    surplus,
    adopted: Math.min(surplus, believed),
  };
}

function apply(
  { db, ledger }: QuotaParts,
  lines: readonly Line[],
  windows: Windows,
  { serverNowMs, totals }: LedgerAtReading,
  at: Moment,
): void {
  const before = totalsNow(db, ledger.account(), serverNowMs);
  addOtherDevices({ ledger }, lines, windows, serverNowMs, at);
  const isGuess = resolveUnknown({ ledger }, lines, windows, serverNowMs);
  const after = totalsNow(db, ledger.account(), serverNowMs);
  for (const budget of totals.keys()) {
    const line = lines.find((candidate) => candidate.budget === budget);
    if (line === undefined && !isGuess) continue;
    const counted = before.get(budget) ?? 0;
    const left = after.get(budget) ?? 0;
    // Settling requests as not charged may lower `month-records`, but not below the reported export usage.
    const target =
      budget === 'month-records' && line !== undefined && line.more === 0 && !isGuess
        ? Math.max(left, counted - line.surplus)
        : counted + (line?.more ?? 0) - (line?.adopted ?? 0);
    const amount = target - left;
    const startMs = windows.startMs(budget, serverNowMs);
    if (amount !== 0) ledger.correct(budget, startMs, amount, 'stats', at.atMs);
  }
}

/**
 * Adds the usage by other devices to the ledger, in separate rows for today and for the earlier days of this
 * month.
 */
function addOtherDevices(
  { ledger }: Pick<QuotaParts, 'ledger'>,
  lines: readonly Line[],
  windows: Windows,
  nowMs: number,
  at: Moment,
): void {
  const more = (budget: CountedBudget): number | null =>
    lines.find((candidate) => candidate.budget === budget)?.more ?? null;
  const ofMonth = more('month-requests') ?? 0;
  const dayMs = windows.startMs('day', nowMs);
  const monthMs = windows.startMs('month-requests', nowMs);
  const today: Cost = {
    // If no daily usage is reported, it is unknown how much of the monthly usage is from today. On the first
    // day of the month, however, all of it is from today.
    requests: more('day') ?? (dayMs > monthMs ? 0 : ofMonth),
    records: Math.max(more('export') ?? 0, more('month-records') ?? 0),
    pageTurns: more('page-turns') ?? 0,
    companies: more('companies-day') ?? 0,
  };
  const earlier: Cost = { ...FREE, requests: Math.max(0, ofMonth - today.requests) };
  if (Object.values(today).some((amount) => amount > 0))
    ledger.addOthers(today, { fromMs: nowMs, toMs: nowMs }, at);
  if (earlier.requests > 0 && dayMs > monthMs)
    ledger.addOthers(earlier, { fromMs: monthMs, toMs: monthMs }, at);
}

/**
 * Settles the requests with an unknown result. Two reports have confirmed that `adopted` of these requests
 * were not charged. The newest requests are assumed to be the uncharged ones; the others are settled as
 * charged.
 * @returns true if some were settled as charged and some as not charged. It is then only a guess which of
 * them were charged, so `apply` lowers counters only as far as the reports confirm.
 */
function resolveUnknown(
  { ledger }: Pick<QuotaParts, 'ledger'>,
  lines: readonly Line[],
  windows: Windows,
  nowMs: number,
): boolean {
  const line =
    lines.find(({ budget }) => budget === 'month-requests') ?? lines.find(({ budget }) => budget === 'day');
  const notCharged = line?.adopted ?? 0;
  if (notCharged === 0) return false;
  const entries = ledger.unknownSince(windows.startMs('month-requests', nowMs));
  entries.forEach((entry, newest) => ledger.resolve(entry, newest >= notCharged));
  return notCharged < entries.length;
}

function storeReading(
  db: WriteDb,
  {
    epoch,
    keyType,
    keyName,
    account,
    lacksItself,
    countsItself,
  }: StatsReading & Pick<Parameters<typeof insertReading>[1], 'epoch' | 'lacksItself' | 'countsItself'>,
  windows: Windows,
  { serverNowMs, newestEntry }: LedgerAtReading,
  lines: readonly Line[],
): void {
  const id = insertReading(db, {
    epoch,
    atMs: serverNowMs,
    newestEntry,
    keyType,
    keyName,
    lacksItself,
    countsItself,
  });
  storeAccountUsage(db, { id, epoch, atMs: serverNowMs }, account);
  for (const { budget, reported, used, surplus, adopted } of lines)
    insertReadingBudget(db, id, {
      budget,
      startMs: windows.startMs(budget, serverNowMs),
      limit: reported.limit,
      used,
      remaining: reported.remaining,
      resetsAtMs: reported.resetsAtMs,
      surplus: surplus - adopted,
    });
}
