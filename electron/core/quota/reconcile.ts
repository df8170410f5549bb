import type { Budget, Cost } from '../../../shared/model/budget.ts';
import {
  insertReading,
  insertReadingBudget,
  readingBefore,
  readingBudgets,
  readingsCountThemselves,
  readingsLackThemselves,
} from '../db/queries/ledger-facts.ts';
import { hasTrafficBetween } from '../db/queries/ledger.ts';
import { transaction, type WriteDb } from '../db/sql.ts';
import { FREE, amountIn } from './costs.ts';
import { countersNow, totalOf } from './counters.ts';
import type { QuotaParts } from './gather-state.ts';
import type { Moment } from './ledger.ts';
import type { StatsBudget, StatsReading } from './stats-reading.ts';
import { heldIn } from './minute-window.ts';
import { WINDOW_OF, windowEndMs, windowStartMs, type CountedBudget } from './windows.ts';

/** The ledger as it stood when a reading was taken. */
export interface ReadingMoment {
  /** Server time of the reading. */
  readonly serverNowMs: number;
  readonly newestEntry: number;
  /** Everything counted then, in the windows of that time. */
  readonly totals: ReadonlyMap<CountedBudget, number>;
  /** What the reading itself cost: whether it already counts itself is not shown. */
  readonly own: Cost;
  /** This device's calls that the service may have in its minute: an answer may be older than some of them are held. */
  readonly inMinute: number;
}

/** Two readings this far apart, with nothing sent between, are believed when they show less than the ledger [R-8-17]. */
const QUIET_MS = 600_000;

interface Line {
  readonly budget: CountedBudget;
  readonly told: StatsBudget;
  readonly used: number;
  /** The service counts this much more than the ledger. */
  readonly more: number;
  /** The ledger counts this much more than the service, the reading's own call aside. */
  readonly surplus: number;
  /** Of the surplus, what two quiet readings agree on. */
  readonly adopted: number;
}

export function momentOf(
  { db, ledger, minute }: QuotaParts,
  serverNowMs: number,
  own: Cost = FREE,
): ReadingMoment {
  const counters = countersNow(db, ledger.account(), serverNowMs);
  const totals = new Map([...counters].map(([budget, counter]) => [budget, totalOf(counter)]));
  return { serverNowMs, newestEntry: ledger.newestId(), totals, own, inMinute: heldIn(minute) };
}

/**
 * Takes a `/stats` reading as the truth for every counter it reports: what it has more becomes rows of other devices, what
 * it has less is believed once two quiet readings agree. Afterwards the ledger sums to the reading.
 */
export function reconcile(
  parts: QuotaParts & { readonly db: WriteDb },
  reading: StatsReading,
  moment: ReadingMoment,
  at: Moment,
): { readonly raised: number; readonly adopted: number } {
  const { db, ledger, facts } = parts;
  return transaction(db, () => {
    facts.learnLimits('stats', limitsOf(reading), moment.serverNowMs);
    takeKeyType(parts, reading);
    const told = toldLines(reading, moment.serverNowMs);
    const { epoch } = ledger.account();
    const quiet = quietReading(db, epoch, moment);
    const lacksItself = isLowerByItself(parts, told, moment);
    const missing = lacksItself || readingsLackThemselves(db, epoch) ? moment.own : FREE;
    const countsItself = equalsWithItself(parts, told, moment);
    // While it is not known whether a reading counts itself, what it may lack by itself is no surplus.
    const isCounted = missing === FREE && (countsItself || readingsCountThemselves(db, epoch));
    const own = { missing, lacking: isCounted ? FREE : moment.own };
    const lines = told.map((line) => compare(line, moment, quiet, own));
    apply(parts, lines, moment, at);
    // More page turns than were counted here: that first pages are free may have been learned wrongly.
    if (lines.some(({ budget, more }) => budget === 'page-turns' && more > 0))
      facts.forgetLearnedCosts('page-turns');
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

/** Counters of the windows that are current: near a reset a reading may still tell of the window that ended. */
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

/** An earlier reading that no call has outdated, at least ten minutes old; null where there is none. */
function quietReading(
  db: WriteDb,
  epoch: number,
  { serverNowMs, newestEntry }: ReadingMoment,
): Surpluses | null {
  const earlier = readingBefore(db, epoch, serverNowMs - QUIET_MS);
  if (earlier === null || hasTrafficBetween(db, earlier.newestEntry, newestEntry)) return null;
  return new Map(
    readingBudgets(db, earlier.id).map(({ budget, startMs, surplus }) => [
      budget,
      { startMs, surplus: surplus ?? 0 },
    ]),
  );
}

/**
 * Whether requests of day and month are both lower by exactly the reading's own cost while nothing else is uncertain. Then
 * this service counts a reading only afterwards, and other devices' spending must be told apart from that.
 */
function isLowerByItself(
  { ledger }: Pick<QuotaParts, 'ledger'>,
  told: ReadonlyArray<Pick<Line, 'budget' | 'used'>>,
  { totals, own, serverNowMs }: ReadingMoment,
): boolean {
  const isLower = (budget: CountedBudget): boolean =>
    told.some((line) => line.budget === budget && line.used + own.requests === totals.get(budget));
  return (
    own.requests > 0 &&
    isLower('day') &&
    isLower('month-requests') &&
    ledger.unknownSince(windowStartMs('month', serverNowMs)).length === 0
  );
}

/** Whether requests of day and month are exactly those of the ledger, the reading among them, while nothing is uncertain. */
function equalsWithItself(
  { ledger }: Pick<QuotaParts, 'ledger'>,
  told: ReadonlyArray<Pick<Line, 'budget' | 'used'>>,
  { totals, own, serverNowMs }: ReadingMoment,
): boolean {
  const isEqual = (budget: CountedBudget): boolean =>
    told.some((line) => line.budget === budget && line.used === totals.get(budget));
  return (
    own.requests > 0 &&
    isEqual('day') &&
    isEqual('month-requests') &&
    ledger.unknownSince(windowStartMs('month', serverNowMs)).length === 0
  );
}

/** What a reading may not have counted of its own call. */
interface OwnCall {
  /** Taken to be lacking, so that other devices' spending is not hidden by it. */
  readonly missing: Cost;
  /** Possibly lacking: no proof that the ledger counts too much. */
  readonly lacking: Cost;
}

function compare(
  line: Pick<Line, 'budget' | 'told' | 'used'>,
  { totals, serverNowMs }: ReadingMoment,
  quiet: Surpluses | null,
  { missing, lacking }: OwnCall,
): Line {
  const total = totals.get(line.budget) ?? 0;
  const surplus = Math.max(0, total - amountIn(line.budget, lacking) - line.used);
  const before = quiet?.get(line.budget);
  const isSameWindow = before?.startMs === windowStartMs(WINDOW_OF[line.budget], serverNowMs);
  // `monthly_export` may count fewer calls than records do: it never lowers the records [R-8-7].
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
  { serverNowMs, totals }: ReadingMoment,
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
    // Records follow the calls that turned out not to be charged, as far as the export's figure allows.
    const target =
      budget === 'month-records' && line !== undefined && line.more === 0 && !isGuess
        ? Math.max(left, counted - line.surplus)
        : counted + (line?.more ?? 0) - (line?.adopted ?? 0);
    const amount = target - left;
    const startMs = windowStartMs(WINDOW_OF[budget], serverNowMs);
    if (amount !== 0) ledger.correct(budget, startMs, amount, 'stats', at.atMs);
  }
}

/** Today's spending of other devices, and what they spent earlier this month; the two rows sum to the reading. */
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
    // Without a word on today, only on the 1st is the month's figure today's.
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
 * Decides calls of unknown outcome by the requests that two readings do not know of. Returns whether it had to guess
 * which ones were charged: then nothing is lowered beyond what the readings say.
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
  { serverNowMs, newestEntry }: ReadingMoment,
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
