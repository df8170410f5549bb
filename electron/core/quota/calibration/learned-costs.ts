import type { Budget } from '../../../../shared/model/budget.ts';
import type { GovernedCall } from '../../service-api/governed-request.ts';
import type { LearnedRow, LearnedUnit } from '../../database/queries/ledger/daily-use.ts';

/**
 * A request with its learned costs. For each budget whose cost was learned, `learnedAtMs` contains the time
 * of the calibration.
 */
export interface LearnedCall extends GovernedCall {
  readonly learnedAtMs: ReadonlyMap<Budget, number>;
  /**
   * The number of requests that the service charges for this request, as learned; null if it has not been
   * learned. If it is 0, one request is still reserved.
   */
  readonly chargedRequests: number | null;
}

const BUDGETS_OF: Readonly<Record<LearnedUnit, readonly Budget[]>> = {
  requests: ['day', 'month-requests', 'test-key'],
  records: ['month-records', 'export'],
  'page-turns': ['page-turns'],
  companies: ['companies-day'],
};

/**
 * Replaces the assumed costs of a request with the costs that calibration has learned. `/companies` uses the
 * costs learned for `/fundings`. A list always costs one record per row. Pure.
 */
export function applyLearned(call: GovernedCall, learned: readonly LearnedRow[]): LearnedCall {
  const kind = call.endpoint === 'companies' ? 'fundings' : call.endpoint;
  const isList = kind === 'fundings';
  // Calibration fetches only first pages. For later pages, the assumed number of page turns still applies.
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
      companies: of('companies')?.learned ?? call.worst.companies,
    },
    learnedAtMs,
    chargedRequests: of('requests')?.learned ?? null,
  };
}
