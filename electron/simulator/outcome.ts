import type { ServiceState, KeyType } from './state.ts';

/** What an endpoint answers before any budget is asked. */
export type Outcome = Success | Failure;

export interface Success {
  readonly ok: true;
  readonly body: unknown;
  /** Rows in the body. */
  readonly rows: number;
  /** What the rows cost. */
  readonly records: number;
  readonly isPageTurn: boolean;
  /** The company that counts towards the daily unique budget. */
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
  /** From the path; empty where the endpoint has none. */
  readonly companyId: string;
}

export const failure = (status: number, body: unknown): Failure => ({ ok: false, status, body });

export const success = (
  body: unknown,
  cost: Partial<Pick<Success, 'rows' | 'records' | 'isPageTurn' | 'companyId'>> = {},
): Success => ({ ok: true, body, rows: 0, records: 0, isPageTurn: false, companyId: null, ...cost });
