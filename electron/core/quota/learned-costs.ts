import type { Budget } from '../../../shared/model/budget.ts';
import type { GovernedCall } from '../service-api/governed-request.ts';
import type { LearnedRow, LearnedUnit } from '../database/queries/ledger/daily-use.ts';

/** A request priced with learned costs, and when each budget's cost was learned. */
export interface LearnedCall extends GovernedCall {
  readonly learnedAtMs: ReadonlyMap<Budget, number>;
  /** Requests that are charged; null if as reserved. The reservation always includes one request. */
  readonly chargedRequests: number | null;
}

const BUDGETS_OF: Readonly<Record<LearnedUnit, readonly Budget[]>> = {
  requests: ['day', 'month-requests', 'test-key'],
  records: ['month-records', 'export'],
  'page-turns': ['page-turns'],
};

/**
 * Replaces assumed costs with learned ones. Both lists count their first page alike and charge one record per
 * row; anything not calibrated keeps its assumed cost. Pure.
 */
export function applyLearned(call: GovernedCall, learned: readonly LearnedRow[]): LearnedCall {
  const kind = call.endpoint === 'companies' ? 'fundings' : call.endpoint;
  const isList = kind === 'fundings';
  // Later pages were not calibrated and keep their assumed cost.
  const rows = learned.filter(
    ({ endpoint, unit }) => endpoint === kind && (unit !== 'page-turns' || call.firstPage === true),
  );
  const of = (unit: LearnedUnit): LearnedRow | undefined => rows.find((row) => row.unit === unit);
  const learnedAtMs = new Map(
    rows.flatMap(({ unit, atMs }) => BUDGETS_OF[unit].map((budget) => [budget, atMs] as const)),
  );
  return {
    ...call,
    worst: {
      ...call.worst,
      records: isList ? call.worst.records : (of('records')?.learned ?? call.worst.records),
      pageTurns: of('page-turns')?.learned ?? call.worst.pageTurns,
    },
    learnedAtMs,
    chargedRequests: of('requests')?.learned ?? null,
  };
}
