import type { LimitName } from './budgets.ts';
import type { Charge } from './counters.ts';
import type { ServiceState, KeyType } from './state.ts';

/** An endpoint's result, before its cost is checked against the budgets. */
export type Outcome = Success | Failure;

export interface Success {
  readonly ok: true;
  readonly body: unknown;
  readonly rows: number;
  /** Number of records that the response costs. */
  readonly records: number;
  readonly isPageTurn: boolean;
  /** The company that counts toward the daily budget of distinct companies; null if none does. */
  readonly companyId: string | null;
}

export interface Failure {
  readonly ok: false;
  readonly status: number;
  readonly body: unknown;
}

export interface Call {
  readonly state: ServiceState;
  readonly nowMs: number;
  readonly params: URLSearchParams;
  readonly keyType: KeyType;
  /** The company id in the path; empty if the endpoint's path has none. */
  readonly companyId: string;
}

/** A response that has not been sent yet. */
export interface ApiReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly rows: number;
  /** The cost of the request. Zero unless the status is 2xx or, with some profiles, 304. */
  readonly charge: Charge;
  readonly keyType: KeyType | null;
  readonly operation: string | null;
  readonly limitType: LimitName | null;
  readonly unknownParameters: readonly string[];
}

export const failure = (status: number, body: unknown): Failure => ({ ok: false, status, body });

export const success = (
  body: unknown,
  cost: Partial<Pick<Success, 'rows' | 'records' | 'isPageTurn' | 'companyId'>> = {},
): Success => ({ ok: true, body, rows: 0, records: 0, isPageTurn: false, companyId: null, ...cost });
