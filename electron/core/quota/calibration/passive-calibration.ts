import type { Budget, Cost, Endpoint } from '../../../../shared/model/budget.ts';
import { readingBudgets, statsReadingBefore } from '../../database/queries/ledger/account-state.ts';
import {
  chargedBetween,
  costCheck,
  insertCostDrift,
  saveCostCheck,
  wasViewedBefore,
  type BracketEntry,
} from '../../database/queries/ledger/cost-checks.ts';
import { LEARNED_UNITS, type LearnedUnit } from '../../database/queries/ledger/daily-use.ts';
import type { WriteDb } from '../../database/sql.ts';
import type { AccountFacts } from '../account/account-facts.ts';
import { readWindows } from '../account/account-windows.ts';
import type { CountedBudget } from '../policy/windows.ts';
import { DAY_MS } from '../../../../shared/durations.ts';

/*
 * Checks the assumed and learned costs during ordinary use. Two `/stats` readings and the requests between
 * them form a bracket. If all of these requests are comparable (`isComparable`) and have known results, the
 * difference between the two readings shows what the requests cost.
 */

/**
 * A `/stats` reading may not include the newest requests yet. A cost is therefore corrected only when two
 * readings, at least this far apart, show the same new cost.
 */
const APART_MS = 600_000;
/**
 * A cost confirmed within this time is trusted, so a difference between two readings is not attributed to
 * that kind of request.
 */
const TRUSTED_MS = DAY_MS;
/** Two `/stats` readings are compared only if there were at most this many requests between them. */
const ENTRIES_MAX = 100;

/** Endpoints for which the cost of every request can be checked. */
const PLAIN: ReadonlySet<string> = new Set(['stats', 'health', 'filters', 'fundings', 'companies']);
/**
 * Endpoints that return data of one company. Requests to them also count toward the daily company limit. Only
 * the cost of a company's first request of a day can be checked, because repeated requests may cost less (spec
 * §4.3).
 */
const OF_COMPANY = [
  'company',
  'tech-stack',
  'rounds',
  'contacts',
  'highlights',
  'open-roles',
  'news',
] as const satisfies readonly Endpoint[];

const BUDGET_OF: Readonly<Record<LearnedUnit, CountedBudget>> = {
  requests: 'month-requests',
  records: 'export',
  'page-turns': 'page-turns',
  companies: 'companies-day',
};
const AMOUNT_OF: Readonly<Record<LearnedUnit, (cost: Cost) => number>> = {
  requests: ({ requests }) => requests,
  records: ({ records }) => records,
  'page-turns': ({ pageTurns }) => pageTurns,
  companies: ({ companies }) => companies,
};
/** Costs assumed before calibration, because the specification leaves them open (spec §8). */
const ASSUMED: Readonly<Record<LearnedUnit, ReadonlyMap<Endpoint, number>>> = {
  requests: new Map([
    ['stats', 1],
    ['health', 1],
    ['filters', 1],
    ...OF_COMPANY.map((endpoint) => [endpoint, 1] as const),
  ]),
  records: new Map([
    ['company', 1],
    ['stats', 1],
    ['health', 0],
    ['filters', 1],
  ]),
  'page-turns': new Map([['fundings', 1]]),
  companies: new Map(OF_COMPANY.map((endpoint) => [endpoint, 1] as const)),
};

interface ReadingNow {
  readonly epoch: number;
  /** Server time of the `/stats` reading. */
  readonly atMs: number;
  /** The id of the newest ledger row when the reading was taken. */
  readonly newestEntry: number;
  /** Usage that the service reported for the current windows. */
  readonly used: ReadonlyMap<Budget, number>;
}

interface Parts {
  readonly db: WriteDb;
  readonly facts: Pick<AccountFacts, 'learnedCosts' | 'storeLearnedCost'>;
}

/** The requests of one kind between two `/stats` readings. They all have the same cost. */
interface Kind {
  readonly endpoint: Endpoint;
  readonly count: number;
  readonly cost: number;
}

/**
 * Compares the usage between the previous `/stats` reading and this one with the costs in the ledger. Does
 * nothing if any request between the two readings failed, has an unknown result or is not comparable. When a
 * second comparison shows the same new cost, the cost is corrected and the change is stored as a drift. Must
 * be called before the ledger is adjusted to the reading, in the same transaction.
 */
export function recheckCosts(parts: Parts, reading: ReadingNow): void {
  const { db } = parts;
  const before = statsReadingBefore(db, reading.epoch, reading.atMs);
  if (before === null) return;
  const entries = chargedBetween(db, {
    afterId: before.newestEntry,
    upToId: reading.newestEntry,
    limit: ENTRIES_MAX + 1,
  });
  const windows = readWindows(db);
  // The previous reading may be older than the latest daily reset, so some of the compared requests may be
  // from the day before. The search therefore starts one day before that reset.
  const sinceMs = windows.startMs('companies-day', reading.atMs) - DAY_MS;
  const isPlain = (entry: BracketEntry): boolean => isKnown(entry) && isComparable(db, entry, sinceMs);
  if (entries.length === 0 || entries.length > ENTRIES_MAX || !entries.every(isPlain)) return;
  const linesBefore = readingBudgets(db, before.id);
  for (const unit of LEARNED_UNITS) {
    const budget = BUDGET_OF[unit];
    const startMs = windows.startMs(budget, reading.atMs);
    const from = linesBefore.find((line) => line.budget === budget && line.startMs === startMs)?.used ?? null;
    const to = reading.used.get(budget) ?? null;
    if (from !== null && to !== null && to >= from && isReported(parts, unit) && isFixed(entries, unit))
      compare(parts, reading, { unit, entries, counted: to - from });
  }
}

/**
 * Returns whether the cost of the request can be checked. A request about a company must be the first one for
 * that company since `sinceMs`. The endpoint of any other request must be in `PLAIN`.
 */
const isComparable = (db: WriteDb, { id, endpoint, companyId }: BracketEntry, sinceMs: number): boolean =>
  companyId === null
    ? endpoint !== null && PLAIN.has(endpoint)
    : !wasViewedBefore(db, { companyId, id, sinceMs });

/**
 * Returns whether every request has a fixed cost in this unit. If a panel of a company was fetched, records
 * are not compared, because the specification does not say how many records a panel costs (spec §8).
 */
const isFixed = (entries: readonly BracketEntry[], unit: LearnedUnit): boolean =>
  unit !== 'records' ||
  entries.every(({ endpoint, companyId }) => companyId === null || endpoint === 'company');

const isKnown = ({ state, status, detail, cost }: BracketEntry): boolean =>
  state === 'spent' && status !== null && status >= 200 && status < 300 && detail === null && cost !== null;

/**
 * Returns whether the service's counters include this unit. The counter for records, `monthly_export`, is
 * used only if a calibration found that it includes the rows of a list.
 */
const isReported = ({ facts }: Parts, unit: LearnedUnit): boolean =>
  unit !== 'records' ||
  facts
    .learnedCosts()
    .some((row) => row.unit === 'records' && row.endpoint === 'fundings' && row.learned > 0);

interface Bracket {
  readonly unit: LearnedUnit;
  readonly entries: readonly BracketEntry[];
  /** How much the service's counter rose between the two readings. */
  readonly counted: number;
}

function compare(parts: Parts, reading: ReadingNow, { unit, entries, counted }: Bracket): void {
  const kinds = kindsIn(entries, unit);
  const expected = entries.reduce((sum, { cost }) => sum + (cost === null ? 0 : AMOUNT_OF[unit](cost)), 0);
  const more = counted - expected;
  const subject = ({ endpoint }: Kind) => ({ epoch: reading.epoch, endpoint, unit });
  if (more === 0) {
    for (const kind of kinds) {
      const { confirmedAtMs } = costCheck(parts.db, subject(kind));
      // A cost is confirmed only if all requests are of one kind. With several kinds, one cost may have risen
      // and another fallen by the same amount.
      const confirmed = kinds.length === 1 ? reading.atMs : confirmedAtMs;
      saveCostCheck(parts.db, subject(kind), { confirmedAtMs: confirmed, pending: null });
    }
    return;
  }
  const reasons = kinds.filter((kind) => newCost(kind, more) !== null);
  const untrusted = reasons.filter((kind) => {
    const { confirmedAtMs } = costCheck(parts.db, subject(kind));
    return confirmedAtMs === null || reading.atMs - confirmedAtMs > TRUSTED_MS;
  });
  const [reason, ...others] = reasons.length === 1 ? reasons : untrusted;
  for (const kind of kinds)
    if (kind !== reason || others.length > 0)
      saveCostCheck(parts.db, subject(kind), { ...costCheck(parts.db, subject(kind)), pending: null });
  const cost = reason === undefined || others.length > 0 ? null : newCost(reason, more);
  if (reason !== undefined && cost !== null) observe(parts, reading, { ...reason, unit, after: cost });
}

/**
 * Returns the new cost per request of this kind, if a new cost of 0 or 1 explains the difference `more`.
 * Otherwise returns null.
 */
function newCost({ count, cost }: Kind, more: number): number | null {
  const after = cost + more / count;
  return after === 0 || after === 1 ? after : null;
}

/** Returns the kinds of these requests whose cost in this unit can be checked. */
function kindsIn(entries: readonly BracketEntry[], unit: LearnedUnit): Kind[] {
  return [...ASSUMED[unit].keys()].flatMap((endpoint) => {
    const costs = entries.flatMap((entry) =>
      entry.cost !== null && isOfKind(entry, endpoint) ? [AMOUNT_OF[unit](entry.cost)] : [],
    );
    const [cost] = costs;
    // If the cost of a kind was corrected between two of its requests, the kind is skipped.
    if (cost === undefined || costs.some((each) => each !== cost)) return [];
    return [{ endpoint, count: costs.length, cost }];
  });
}

/**
 * Returns whether the request is of this kind. The kind `fundings` includes the first page of `/fundings` and
 * of `/companies`, because they share one learned cost.
 */
function isOfKind({ endpoint, call }: BracketEntry, kind: Endpoint): boolean {
  if (kind !== 'fundings') return endpoint === kind;
  return (endpoint === 'fundings' || endpoint === 'companies') && /[?&]offset=0(?:&|$)/.test(call);
}

/**
 * Units whose learned costs `reconcile` deletes as soon as the service reports more usage than the ledger.
 */
const CLEARED_AT_ONCE: ReadonlySet<LearnedUnit> = new Set(['page-turns', 'companies']);

/**
 * Processes a comparison whose cost differs from the learned or assumed cost. Corrects the cost when a second
 * comparison confirms the difference. Corrects a higher cost in a unit of `CLEARED_AT_ONCE` immediately.
 */
function observe(
  { db, facts }: Parts,
  { epoch, atMs }: ReadingNow,
  { endpoint, unit, cost, after }: Kind & { readonly unit: LearnedUnit; readonly after: number },
): void {
  const subject = { epoch, endpoint, unit };
  const { confirmedAtMs, pending } = costCheck(db, subject);
  const isAgain = pending?.cost === after && atMs - pending.atMs >= APART_MS;
  if (!isAgain && !(CLEARED_AT_ONCE.has(unit) && after > cost)) {
    const first = pending?.cost === after ? pending : { cost: after, atMs };
    return saveCostCheck(db, subject, { confirmedAtMs, pending: first });
  }
  saveCostCheck(db, subject, { confirmedAtMs: atMs, pending: null });
  insertCostDrift(db, epoch, { atMs, endpoint, unit, before: cost, after });
  const assumed = ASSUMED[unit].get(endpoint) ?? after;
  facts.storeLearnedCost({ endpoint, unit, assumed, learned: after, atMs });
}
