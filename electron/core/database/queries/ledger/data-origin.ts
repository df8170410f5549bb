import {
  endpointSchema,
  laneSchema,
  screenSchema,
  type Cost,
  type Endpoint,
  type Lane,
  type Screen,
} from '../../../../../shared/model/budget.ts';
import { get, num, text, textOrNull, type ReadDb } from '../../sql.ts';
import { costOf } from './entries.ts';

/** A request whose response is the origin of stored data. */
export interface DataOriginRequest {
  readonly ledgerId: number;
  readonly endpoint: Endpoint;
  readonly call: string;
  readonly atMs: number;
  readonly cost: Cost;
  readonly reason: string;
  readonly lane: Lane | null;
  readonly screen: Screen;
}

/**
 * Returns the charged request that ended closest to `atMs`; null if none ended within `nearMs` of it. To save
 * time, only requests that started within `withinMs` of `atMs` are searched. If `withinMs` is null, the whole
 * ledger is searched. `companyId` is null for a request without a company.
 */
export function callEndedNear(
  ledger: ReadDb,
  request: {
    endpoint: Endpoint;
    companyId: string | null;
    atMs: number;
    nearMs: number;
    withinMs: number | null;
  },
): DataOriginRequest | null {
  const { withinMs, ...params } = request;
  const range = withinMs === null ? '' : 'AND at_ms BETWEEN :atMs - :withinMs AND :atMs + :withinMs';
  const row = get(
    ledger,
    `SELECT id, endpoint, call, completed_ms, cost_requests, cost_records, cost_page_turns, cost_companies, reason,
       lane, screen
     FROM entry ${withinMs === null ? '' : 'INDEXED BY entry_at'}
     WHERE state = 'spent' AND endpoint = :endpoint AND company_id IS :companyId ${range}
       AND abs(completed_ms - :atMs) <= :nearMs
     ORDER BY abs(completed_ms - :atMs), id LIMIT 1`,
    { ...params, ...(withinMs === null ? {} : { withinMs }) },
  );
  if (row === null) return null;
  const lane = textOrNull(row, 'lane');
  return {
    ledgerId: num(row, 'id'),
    endpoint: endpointSchema.parse(text(row, 'endpoint')),
    call: text(row, 'call'),
    atMs: num(row, 'completed_ms'),
    cost: costOf(row, 'cost'),
    reason: text(row, 'reason'),
    lane: lane === null ? null : laneSchema.parse(lane),
    screen: screenSchema.parse(text(row, 'screen')),
  };
}
