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
import { FREE, amountIn } from './policy/costs.ts';
import { countersNow, totalOf } from './counters.ts';
import type { QuotaParts } from './gather-state.ts';
import type { Moment } from './ledger.ts';
import type { StatsBudget, StatsReading } from '../service-api/decoders/stats-reading.ts';
import { countedInMinute } from './minute-window.ts';
import { WINDOW_OF, windowEndMs, windowStartMs, type CountedBudget } from './policy/windows.ts';

/** The ledger's state when a reading was taken. */
export interface LedgerAtReading {
  /** Server time of the reading. */
  readonly serverNowMs: number;
  readonly newestEntry: number;
  /** Totals per budget at that time, in the windows of that time. */
  readonly totals: ReadonlyMap<CountedBudget, number>;
  /** Cost of the reading itself; the response does not show whether it is already included. */
  readonly own: Cost;
  /**
   * This device's requests that the service may count in its minute. The response may be older than the local
   * holds.
   */
  readonly inMinute: number;
}

/**
 * Two readings at least this far apart with no request in between are trusted if they show less than the
 * ledger, ms.
 */
const QUIET_MS = 600_000;

interface Line {
  readonly budget: CountedBudget;
  readonly told: StatsBudget;
  readonly used: number;
  /** Amount by which the service's count exceeds the ledger's. */
  readonly more: number;
  /** Amount by which the ledger exceeds the service's count, excluding the reading's own request. */
  readonly surplus: number;
  /** The part of the surplus confirmed by two quiet readings. */
  readonly adopted: number;
}

export function momentOf(
  { db, ledger, minute }: QuotaParts,
  serverNowMs: number,
  own: Cost = FREE,
): LedgerAtReading {
  const counters = countersNow(db, ledger.account(), serverNowMs);
  const totals = new Map([...counters].map(([budget, counter]) => [budget, totalOf(counter)]));
  return { serverNowMs, newestEntry: ledger.newestId(), totals, own, inMinute: countedInMinute(minute) };
}

/**
 * Adjusts the ledger to a `/stats` reading. A higher figure adds rows for other devices; a lower one is
 * adopted once two quiet readings agree.
 */
export function reconcile(
  parts: QuotaParts & { readonly db: WriteDb },
  reading: StatsReading,
  moment: LedgerAtReading,
  at: Moment,
): { readonly raised: number; readonly adopted: number } {
  const { db, ledger, facts } = parts;
  return transaction(db, () => {
    facts.learnLimits('stats', limitsOf(reading), moment.serverNowMs);
    takeKeyType(parts, reading);
    const reported = toldLines(reading, moment.serverNowMs);
    const { epoch } = ledger.account();
    const quiet = quietReading(db, epoch, moment);
    const lacksItself = isLowerByItself(parts, reported, moment);
    const missing = lacksItself || readingsLackThemselves(db, epoch) ? moment.own : FREE;
    const countsItself = equalsWithItself(parts, reported, moment);
    // Until it is known whether a reading includes the cost of its own request, that cost is not treated as surplus.
    const isCounted = missing === FREE && (countsItself || readingsCountThemselves(db, epoch));
    const own = { missing, lacking: isCounted ? FREE : moment.own };
    const lines = reported.map((line) => compare(line, moment, quiet, own));
    apply(parts, lines, moment, at);
    // More page turns than counted here: the learned cost of first pages may be wrong.
    if (lines.some(({ budget, more }) => budget === 'page-turns' && more > 0))
      facts.clearLearnedCosts('page-turns');
    keep(db, { ...reading, epoch, lacksItself, countsItself }, moment, lines);
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
    budgetsOf(reading).flatMap(([budget, told]) => {
      const limit = told?.limit ?? null;
      return limit !== null && Number.isInteger(limit) && limit > 0 ? [[budget, limit] as const] : [];
    }),
  );

function takeKeyType({ ledger }: QuotaParts, reading: StatsReading): void {
  const account = ledger.account();
  const testKey =
    reading.keyType === 'test' ||
    (reading.keyType === 'unknown' && (account.testKey || reading.budgets.testKeyMonthly !== null));
  if (testKey !== account.testKey) ledger.replaceAccount({ ...account, testKey });
}

/** Counters of current windows only; near a reset a reading may still report the window that ended. */
function toldLines(reading: StatsReading, nowMs: number): Array<Pick<Line, 'budget' | 'told' | 'used'>> {
  const { monthlyExport } = reading.budgets;
  return [...budgetsOf(reading), ['month-records', monthlyExport] as const].flatMap(([budget, told]) => {
    if (budget === 'minute' || told === null || told.used === null) return [];
    const kind = WINDOW_OF[budget];
    const endMs = windowEndMs(kind, nowMs);
    const isEnded = told.resetsAtMs !== null && told.resetsAtMs <= windowStartMs(kind, nowMs);
    const isAhead = told.resetsAtMs !== null && told.resetsAtMs > windowEndMs(kind, endMs);
    return isEnded || isAhead ? [] : [{ budget, told, used: Math.max(0, Math.round(told.used)) }];
  });
}

type Surpluses = ReadonlyMap<Budget, { readonly startMs: number | null; readonly surplus: number }>;

/** An earlier reading at least ten minutes old with no request since; null if there is none. */
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
 * Whether daily and monthly requests are both lower by exactly the reading's cost and no result is unknown.
 * The service then counts a reading only afterwards, which must not be mistaken for other devices' spending.
 */
function isLowerByItself(
  { ledger }: Pick<QuotaParts, 'ledger'>,
  reported: ReadonlyArray<Pick<Line, 'budget' | 'used'>>,
  { totals, own, serverNowMs }: LedgerAtReading,
): boolean {
  const isLower = (budget: CountedBudget): boolean =>
    reported.some((line) => line.budget === budget && line.used + own.requests === totals.get(budget));
  return (
    own.requests > 0 &&
    isLower('day') &&
    isLower('month-requests') &&
    ledger.unknownSince(windowStartMs('month', serverNowMs)).length === 0
  );
}

/** Whether daily and monthly requests equal the ledger's, including the reading, and no result is unknown. */
function equalsWithItself(
  { ledger }: Pick<QuotaParts, 'ledger'>,
  reported: ReadonlyArray<Pick<Line, 'budget' | 'used'>>,
  { totals, own, serverNowMs }: LedgerAtReading,
): boolean {
  const isEqual = (budget: CountedBudget): boolean =>
    reported.some((line) => line.budget === budget && line.used === totals.get(budget));
  return (
    own.requests > 0 &&
    isEqual('day') &&
    isEqual('month-requests') &&
    ledger.unknownSince(windowStartMs('month', serverNowMs)).length === 0
  );
}

/** Cost of the reading's own request that its figures may not include. */
interface OwnCall {
  /** Assumed missing, so it does not hide other devices' spending. */
  readonly missing: Cost;
  /** Possibly missing, so it is no proof that the ledger counts too much. */
  readonly lacking: Cost;
}

function compare(
  line: Pick<Line, 'budget' | 'told' | 'used'>,
  { totals, serverNowMs }: LedgerAtReading,
  quiet: Surpluses | null,
  { missing, lacking }: OwnCall,
): Line {
  const total = totals.get(line.budget) ?? 0;
  const surplus = Math.max(0, total - amountIn(line.budget, lacking) - line.used);
  const before = quiet?.get(line.budget);
  const isSameWindow = before?.startMs === windowStartMs(WINDOW_OF[line.budget], serverNowMs);
  // `monthly_export` may count fewer requests than records do, so it never lowers the records.
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
  { serverNowMs, totals }: LedgerAtReading,
  at: Moment,
): void {
  const totalsNow = (): ReadonlyMap<CountedBudget, number> =>
    new Map(
      [...countersNow(db, ledger.account(), serverNowMs)].map(([budget, counter]) => [
        budget,
        totalOf(counter),
      ]),
    );
  const before = totalsNow();
  addOtherDevices({ ledger }, lines, serverNowMs, at);
  const isGuess = resolveUnknown({ ledger }, lines, serverNowMs);
  const after = totalsNow();
  for (const budget of totals.keys()) {
    const line = lines.find((candidate) => candidate.budget === budget);
    if (line === undefined && !isGuess) continue;
    const counted = before.get(budget) ?? 0;
    const left = after.get(budget) ?? 0;
    // Records drop with the requests that were not charged, as far as the export figure allows.
    const target =
      budget === 'month-records' && line !== undefined && line.more === 0 && !isGuess
        ? Math.max(left, counted - line.surplus)
        : counted + (line?.more ?? 0) - (line?.adopted ?? 0);
    const amount = target - left;
    const startMs = windowStartMs(WINDOW_OF[budget], serverNowMs);
    if (amount !== 0) ledger.correct(budget, startMs, amount, 'stats', at.atMs);
  }
}

/** Adds other devices' spending today and earlier this month; the two rows sum to the reading. */
function addOtherDevices(
  { ledger }: Pick<QuotaParts, 'ledger'>,
  lines: readonly Line[],
  nowMs: number,
  at: Moment,
): void {
  const more = (budget: CountedBudget): number | null =>
    lines.find((candidate) => candidate.budget === budget)?.more ?? null;
  const ofMonth = more('month-requests') ?? 0;
  const dayMs = windowStartMs('day', nowMs);
  const monthMs = windowStartMs('month', nowMs);
  const today: Cost = {
    // Without a daily figure, the monthly figure is today's only on the 1st.
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
 * Resolves unknown results by the number of requests that two readings lack.
 * @returns whether it had to guess which requests were charged; nothing is then lowered beyond the readings
 */
function resolveUnknown(
  { ledger }: Pick<QuotaParts, 'ledger'>,
  lines: readonly Line[],
  nowMs: number,
): boolean {
  const line =
    lines.find(({ budget }) => budget === 'month-requests') ?? lines.find(({ budget }) => budget === 'day');
  const notCharged = line?.adopted ?? 0;
  if (notCharged === 0) return false;
  const entries = ledger.unknownSince(windowStartMs('month', nowMs));
  entries.forEach((entry, newest) => ledger.resolve(entry, newest >= notCharged));
  return notCharged < entries.length;
}

function keep(
  db: WriteDb,
  {
    epoch,
    keyType,
    keyName,
    lacksItself,
    countsItself,
  }: StatsReading & Pick<Parameters<typeof insertReading>[1], 'epoch' | 'lacksItself' | 'countsItself'>,
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
  for (const { budget, told, used, surplus, adopted } of lines)
    insertReadingBudget(db, id, {
      budget,
      startMs: windowStartMs(WINDOW_OF[budget], serverNowMs),
      limit: told.limit,
      used,
      remaining: told.remaining,
      resetsAtMs: told.resetsAtMs,
      surplus: surplus - adopted,
    });
}
