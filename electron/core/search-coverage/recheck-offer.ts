import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import type { Preview } from '../../../shared/model/budget.ts';
import type { FundingsQuery, PricedCall } from '../../../shared/model/query.ts';
import { queryTotal } from '../database/queries/cache/query-sets.ts';
import type { ReadDb } from '../database/sql.ts';
import { describeCall } from '../service-api/endpoints.ts';
import type { Governor } from '../service-api/governor-port.ts';
import { isCovered, oldestUsed, type Cover, type CoverRow } from './coverage.ts';
import type { FilterValues } from './filter-values.ts';
import { queryKeyOf } from './query-key.ts';
import { LAST_OFFSET, type RecheckParts } from './recheck-steps.ts';
import type { RowFacts } from './row-facts.ts';
import type { SearchPriceParts } from './search-price.ts';
import { coverFromLibrary, knownValues } from './stored-results.ts';

/**
 * The maximum number of requests in a recheck. The service accepts 20 per minute; the rest are left for the
 * user (spec §8).
 */
const REQUESTS_MAX = 15;
/** The largest share of the page turns left this month that a recheck may use for its counts. */
const PAGE_TURN_SHARE = 0.1;
/**
 * Number of new rounds that the price of a recheck covers, in addition to the counts and the stored rounds.
 */
const ADDED_MAX = 10;
/**
 * Minimum number of stored rounds for a recheck. Fewer rounds cost hardly more to fetch again than to count.
 */
const STORED_MIN = 3;
const STORED_MAX = 300;
/** Minimum number of requests that must be left for the rest of the day after a recheck. */
const REQUESTS_KEPT = 100;

/** The stored rounds of a search. The service may have new rounds for the stored days. */
export interface StoredRounds {
  readonly rows: readonly (CoverRow & { readonly roundId: string; readonly facts: RowFacts })[];
  readonly steps: Omit<RecheckParts, 'most'>;
}

/** Returns the stored rounds of a search, or null if a recheck is impossible or not worthwhile. */
export function storedRounds(
  cache: ReadDb,
  query: FundingsQuery,
  listed: FilterValues | null,
): StoredRounds | null {
  const cover = coverFromLibrary(cache, query, listed);
  const rows = cover.rows.flatMap((row) => {
    const { roundId, facts } = row;
    return roundId === null || facts === undefined || facts.on === null || facts.timed
      ? []
      : [{ ...row, roundId, facts }];
  });
  if (!isCovered(cover) || rows.length < cover.rows.length) return null;
  if (rows.length < STORED_MIN || rows.length > STORED_MAX || wasTried(cache, query, cover)) return null;
  const { stages = [], countries = [], industries = [] } = listed ?? {};
  const stored = new Map(rows.map(({ roundId, facts }) => [roundId, facts]));
  const steps = {
    query,
    stored,
    known: knownValues(listed, rows),
    listed: { stages, countries, industries },
  };
  return stored.size < rows.length ? null : { rows, steps };
}

/**
 * Returns whether the count of the matches is newer than the stored rounds. If so, a recheck has already
 * failed because there were more new rounds than its price covered, and another recheck would fail too.
 */
function wasTried(cache: ReadDb, query: FundingsQuery, cover: Cover): boolean {
  const count = queryTotal(cache, queryKeyOf({ list: 'fundings', query }));
  return count !== null && count.atMs > (oldestUsed(cover) ?? 0);
}

interface RecheckPriceParts extends SearchPriceParts {
  readonly governor: SearchPriceParts['governor'] & Pick<Governor, 'status'>;
}

/**
 * Returns the price of a recheck, or null if fetching the days again is better. A recheck sends more requests
 * to receive fewer records. It is therefore offered only if the account has at least as many requests left as
 * records, and if calibration has shown that the first page of a list costs no page turn.
 */
export function priceOfRecheck(
  query: FundingsQuery,
  stored: number,
  { governor, hints, screen }: RecheckPriceParts,
): Preview | null {
  const { budgets } = governor.status();
  const left = (name: string): number => budgets.find(({ budget }) => budget === name)?.left ?? 0;
  const hasRequests =
    left('month-requests') >= left('month-records') && left('day') >= REQUESTS_KEPT + REQUESTS_MAX;
  const counts = REQUESTS_MAX - 1;
  const records = Math.max(query.limit, stored + ADDED_MAX + counts);
  if (!hasRequests || records > REQUESTS_MAX * LIST_LIMIT_MAX) return null;
  const pageTurns = Math.min(counts, Math.floor(left('page-turns') * PAGE_TURN_SHARE));
  const calls = callsOf(query, { records, pageTurns }).map((call) => describeCall(call, hints));
  const preview = governor.previewAll(calls, screen);
  if (preview.cost.pageTurns > pageTurns || preview.decision.kind !== 'go') return null;
  // Counting matches with a page of one row costs a record, but every round that need not be fetched again
  // saves one. The two amounts are usually equal (ADR 113). If all counts cost page turns instead, about a
  // quarter of the records is saved (ADR 121).
  const expectedRecords = Math.ceil(stored * (1 - 0.25 * (pageTurns / counts)));
  return { ...preview, expectedRecords: Math.min(expectedRecords, preview.cost.records) };
}

/** Returns requests that together cost as much as a recheck costs at most. */
function callsOf(
  query: FundingsQuery,
  { records, pageTurns }: { readonly records: number; readonly pageTurns: number },
): PricedCall[] {
  const counts = Array.from({ length: pageTurns }, () => ({ limit: 1, offset: LAST_OFFSET }));
  const pages = REQUESTS_MAX - pageTurns;
  const others = Array.from({ length: pages }, (_, index) => ({
    limit: Math.floor((records - pageTurns + index) / pages),
    offset: 0,
  }));
  return [...counts, ...others].map((page) => ({ endpoint: 'fundings', query: { ...query, ...page } }));
}
