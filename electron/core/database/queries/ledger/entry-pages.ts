import {
  allowanceScopeSchema,
  budgetSchema,
  endpointSchema,
  screenSchema,
  type LedgerFilter,
  type LedgerRow,
  type LedgerSort,
  type LedgerWord,
} from '../../../../../shared/model/budget.ts';
import { all, get, num, text, textOrNull, type ReadDb, type SqlParams, type SqlRow } from '../../sql.ts';
import { OPEN_COLUMNS, costOf, openEntryOf } from './entries.ts';
import { SERVICE_ERROR_COLUMNS, serviceErrorOf } from './service-errors.ts';

/** A word in a search of the request history, with the companies whose names contain the word. */
export interface ResolvedWord extends LedgerWord {
  readonly companyIds: readonly string[];
}

/**
 * A filter for the request history. `sinceMs` is the server time at which the filtered period starts; null
 * for no limit.
 */
export interface PageFilter extends Pick<LedgerFilter, 'screen' | 'result'> {
  readonly sinceMs: number | null;
  /**
   * Selects only rows whose id is at most `upToId`. Ids start at 1 and have no gaps, so without other
   * conditions, `upToId` is also the number of selected rows.
   */
  readonly upToId: number | null;
  readonly words?: readonly ResolvedWord[];
  /** By default, the newest row is first. */
  readonly sort?: LedgerSort;
}

/** Returns whether the filter selects all rows and sorts them newest first. */
export const isWholeLedger = ({
  sinceMs,
  screen,
  result,
  words = [],
  sort = NEWEST_FIRST,
}: Omit<PageFilter, 'upToId'>): boolean =>
  sinceMs === null &&
  screen === null &&
  result === 'all' &&
  words.length === 0 &&
  sort.by === 'time' &&
  sort.descending;

const NEWEST_FIRST: LedgerSort = { by: 'time', descending: true };

const orderOf = ({ by, descending }: LedgerSort): string => {
  const direction = descending ? 'DESC' : 'ASC';
  switch (by) {
    case 'time':
      return `id ${direction}`;
    case 'cost':
      return `COALESCE(cost_records, 0) ${direction}, COALESCE(cost_requests, 0) ${direction}, id DESC`;
    case 'status':
      return `status IS NULL, status ${direction}, id DESC`;
  }
};

/** Returns the SQL condition for one word. Its values are bound as `:company0`, `:endpoint0` and so on. */
const wordCondition = (_word: ResolvedWord, at: number): string =>
  `(company_id IN (SELECT value FROM json_each(:company${at}))
    OR endpoint IN (SELECT value FROM json_each(:endpoint${at}))
    OR state IN (SELECT value FROM json_each(:state${at}))
    OR substr(CAST(status AS TEXT), 1, length(:status${at})) = :status${at})`;

const wordParams = ({ text: word, companyIds, endpoints, states }: ResolvedWord, at: number): SqlParams => ({
  [`company${at}`]: JSON.stringify(companyIds),
  [`endpoint${at}`]: JSON.stringify(endpoints),
  [`state${at}`]: JSON.stringify(states),
  // A word that is a number is compared with the beginning of the status. Any other word matches no status.
  [`status${at}`]: word,
});

const OF_RESULT: Readonly<Record<LedgerFilter['result'], string>> = {
  all: 'TRUE',
  settled: "state = 'spent'",
  free: "state = 'released'",
  unknown: "state = 'unknown'",
  refused: "state = 'refused'",
  others: "state = 'other-device'",
  'in-flight': "state = 'reserved'",
};

const conditionOf = ({
  sinceMs,
  upToId,
  screen,
  result,
  words = [],
}: PageFilter): { from: string; where: string; params: SqlParams } => ({
  // A period contains few rows, so SQLite selects them by index and then sorts them.
  from: sinceMs === null ? 'entry' : 'entry INDEXED BY entry_at',
  // A request belongs to the period in which it started (`at_ms`); it may end on the next day.
  where: [
    OF_RESULT[result],
    ...(sinceMs === null ? [] : ['at_ms >= :sinceMs']),
    ...(screen === null ? [] : ['screen = :screen']),
    ...(upToId === null ? [] : ['id <= :upToId']),
    ...words.map(wordCondition),
  ].join(' AND '),
  params: {
    ...(sinceMs === null ? {} : { sinceMs }),
    ...(screen === null ? {} : { screen }),
    ...(upToId === null ? {} : { upToId }),
    ...Object.fromEntries(words.flatMap((word, at) => Object.entries(wordParams(word, at)))),
  },
});

export function countEntries(db: ReadDb, filter: PageFilter): number {
  const { from, where, params } = conditionOf(filter);
  const row = get(db, `SELECT COUNT(*) AS total FROM ${from} WHERE ${where}`, params);
  return row === null ? 0 : num(row, 'total');
}

/** Returns a page of matching rows, in the sort order of the filter. */
export function entryPage(
  db: ReadDb,
  filter: PageFilter,
  page: { readonly offset: number; readonly limit: number },
): LedgerRow[] {
  const { from, where, params } = conditionOf(filter);
  return all(
    db,
    `SELECT ${OPEN_COLUMNS}, endpoint, call, screen, reason, cost_requests, cost_records, cost_page_turns,
       cost_companies, refused_budget, refused_allowance, ${SERVICE_ERROR_COLUMNS}
     FROM ${from} LEFT JOIN service_error ON entry_id = id WHERE ${where} ORDER BY ${orderOf(filter.sort ?? NEWEST_FIRST)} LIMIT :limit OFFSET :offset`,
    { ...params, ...page },
  ).map(ledgerRowOf);
}

/** Returns the ids of all companies with a request in the ledger. */
export const requestedCompanies = (db: ReadDb): string[] =>
  all(db, 'SELECT DISTINCT company_id FROM entry WHERE company_id IS NOT NULL').map((row) =>
    text(row, 'company_id'),
  );

function ledgerRowOf(row: SqlRow): LedgerRow {
  const { id, atMs, companyId, lane, state, reserved, completedMs, status, durationMs } = openEntryOf(row);
  const endpoint = textOrNull(row, 'endpoint');
  const refused = textOrNull(row, 'refused_budget');
  const allowance = textOrNull(row, 'refused_allowance');
  const serviceError = serviceErrorOf(row, status);
  return {
    id,
    // The recorded start time is often only an estimate, but the end time comes from the response's Date
    // header. The end time minus the duration is therefore a more accurate start time.
    atMs: completedMs !== null && durationMs !== null ? completedMs - durationMs : atMs,
    endpoint: endpoint === null ? null : endpointSchema.parse(endpoint),
    call: text(row, 'call'),
    companyId,
    companyName: null,
    screen: screenSchema.parse(text(row, 'screen')),
    reason: text(row, 'reason'),
    lane,
    state,
    reserved,
    cost: row['cost_requests'] === null ? null : costOf(row, 'cost'),
    status,
    durationMs,
    refusedBudget: refused === null ? null : budgetSchema.parse(refused),
    refusedAllowance: allowance === null ? null : allowanceScopeSchema.parse(allowance),
    ...(serviceError === null ? {} : { serviceError }),
  };
}
