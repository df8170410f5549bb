import { endpointSchema, laneSchema } from '../../../../../shared/model/budget.ts';
import type { TimelineFact } from '../../../../../shared/model/timeline.ts';
import { all, text, textOrNull, type ReadDb } from '../../sql.ts';
import { countOf, inOrder, placeOf, type TimelinePosition } from '../timeline-order.ts';
import { costOf } from './entries.ts';
import { FREE } from '../../../../../shared/add-costs.ts';

/**
 * Selects a company's requests for the timeline. These are the requests that were or may have been charged,
 * and those that returned 404.
 */
const CALLS = `SELECT coalesce(completed_ms, at_ms) AS at_ms, 'call:' || id AS key, endpoint,
    CASE state WHEN 'released' THEN 'not-found' ELSE state END AS outcome, lane,
    coalesce(cost_requests, reserved_requests) AS cost_requests, coalesce(cost_records, reserved_records) AS cost_records,
    coalesce(cost_page_turns, reserved_page_turns) AS cost_page_turns,
    coalesce(cost_companies, reserved_companies) AS cost_companies
  FROM entry INDEXED BY entry_by_company
  WHERE company_id = :companyId AND endpoint IS NOT NULL
    AND (state IN ('spent', 'unknown') OR (state = 'released' AND status = 404))`;

type Call = Extract<TimelineFact, { what: 'call' }>;
/**
 * Returns the next requests about a company. The cost of a request with an unknown result is the reserved
 * cost; the cost of a 404 is zero.
 */
export const callsBelow = (ledger: ReadDb, after: TimelinePosition): Call[] =>
  all(ledger, inOrder(CALLS), { ...after }).map((row) => {
    const [outcome, lane] = [text(row, 'outcome'), textOrNull(row, 'lane')];
    return {
      what: 'call',
      ...placeOf(row),
      endpoint: endpointSchema.parse(text(row, 'endpoint')),
      outcome: outcome === 'not-found' || outcome === 'unknown' ? outcome : 'spent',
      cost: outcome === 'not-found' ? FREE : costOf(row, 'cost'),
      lane: lane === null ? null : laneSchema.parse(lane),
    };
  });

export const countCalls = (ledger: ReadDb, companyId: string): number => countOf(ledger, [CALLS], companyId);
