import type { Budget } from '../../../shared/model/budget.ts';
import type { GovernedCall } from '../api/exchange.ts';
import type { LearnedRow, LearnedUnit } from '../db/queries/ledger-days.ts';

/** A call at the price that is known of it, with when a calibration learned what it takes of a budget. */
export interface LearnedCall extends GovernedCall {
  readonly learnedAtMs: ReadonlyMap<Budget, number>;
  /** Requests that are charged; null: as reserved. A request is always reserved, whatever was learned. */
  readonly chargedRequests: number | null;
}

const BUDGETS_OF: Readonly<Record<LearnedUnit, readonly Budget[]>> = {
  requests: ['day', 'month-requests', 'test-key'],
  records: ['month-records', 'export'],
  'page-turns': ['page-turns'],
};

/**
 * Puts what calibration learned in the place of what is assumed. Both lists count their first page
 * alike, and a row of theirs is a record; anything that was not calibrated stays as assumed. Pure.
 */
export function applyLearned(call: GovernedCall, learned: readonly LearnedRow[]): LearnedCall {
  const kind = call.endpoint === 'companies' ? 'fundings' : call.endpoint;
  const isList = kind === 'fundings';
  // Later pages were not calibrated: what they count as stays assumed.
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
