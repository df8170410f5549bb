import {
  allowanceScopeSchema,
  budgetSchema,
  endpointSchema,
  screenSchema,
  type LedgerFilter,
  type LedgerRow,
} from '../../../../../shared/model/budget.ts';
import { all, get, num, text, textOrNull, type ReadDb, type SqlParams, type SqlRow } from '../../sql.ts';
import { OPEN_COLUMNS, costOf, openEntryOf } from './entries.ts';
import { SERVICE_ERROR_COLUMNS, serviceErrorOf } from './service-errors.ts';

/**
 * A filter of the request history. `sinceMs` is the start of its period in server time; null for no limit.
 */
export interface PageFilter extends Pick<LedgerFilter, 'screen' | 'result'> {
  readonly sinceMs: number | null;
  /** Only rows up to this id. Ids have no gaps, so without other conditions the id is also a position. */
  readonly upToId: number | null;
}

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
}: PageFilter): { from: string; where: string; params: SqlParams } => ({
  // A period contains few rows, so SQLite selects them by index and then sorts them.
  from: sinceMs === null ? 'entry' : 'entry INDEXED BY entry_at',
  // A request belongs to the period in which it started (`at_ms`); it may end on the next day.
  where: [
    OF_RESULT[result],
    ...(sinceMs === null ? [] : ['at_ms >= :sinceMs']),
    ...(screen === null ? [] : ['screen = :screen']),
    ...(upToId === null ? [] : ['id <= :upToId']),
  ].join(' AND '),
  params: {
    ...(sinceMs === null ? {} : { sinceMs }),
    ...(screen === null ? {} : { screen }),
    ...(upToId === null ? {} : { upToId }),
  },
});

export function countEntries(db: ReadDb, filter: PageFilter): number {
  const { from, where, params } = conditionOf(filter);
  const row = get(db, `SELECT COUNT(*) AS total FROM ${from} WHERE ${where}`, params);
  return row === null ? 0 : num(row, 'total');
}

/** Returns a page of matching rows, newest first. */
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
     FROM ${from} LEFT JOIN service_error ON entry_id = id WHERE ${where} ORDER BY id DESC LIMIT :limit OFFSET :offset`,
    { ...params, ...page },
  ).map(ledgerRowOf);
}

function ledgerRowOf(row: SqlRow): LedgerRow {
  const { id, atMs, companyId, lane, state, reserved, completedMs, status, durationMs } = openEntryOf(row);
  const endpoint = textOrNull(row, 'endpoint');
  const refused = textOrNull(row, 'refused_budget');
  const allowance = textOrNull(row, 'refused_allowance');
  const serviceError = serviceErrorOf(row, status);
  return {
    id,
    // Computed from the end, which the response's date header gives, because the recorded start is often only
    // an estimate.
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
