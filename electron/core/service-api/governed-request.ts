import type { Cost, Certainty, Endpoint, Lane, Receipt, Screen } from '../../../shared/model/budget.ts';

/** Why a request is made and the price the user accepted; stored in the ledger. */
export interface CallContext {
  readonly screen: Screen;
  /** Short plain text, only for display: "You", "Connect", "Watched list Warm intros". */
  readonly reason: string;
  /** The watched list whose monthly allowance pays for the request. */
  readonly listId?: string;
  readonly lane: Lane;
  /** The displayed price; the governor never reserves more. */
  readonly accepted: Cost;
  /** Cancels the request while it waits. A request already sent continues, because it may be charged. */
  readonly callOff?: AbortSignal;
}

/** The governor's description of a request, without HTTP details. */
export interface GovernedCall {
  readonly endpoint: Endpoint;
  /** Path and canonical query: the coalescing key, also shown in the ledger. Never contains the API key. */
  readonly canonical: string;
  /**
   * Worst case to reserve. `companies` is 1 for any request below a company; the governor drops it if the
   * company was already seen today.
   */
  readonly worst: Cost;
  readonly certainty: Certainty;
  readonly companyId: string | null;
  /** For a list: requested rows, so fewer can be offered. Null if the number of rows cannot be chosen. */
  readonly rowsAsked: number | null;
  /** The first page of a list. Calibration shows whether it counts as a page turn. */
  readonly firstPage?: boolean;
}

/** A response as the governor sees it; only 2xx is charged (spec §7). */
export interface DecodedResponse<T> {
  readonly status: number;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON; null if the body was not JSON. */
  readonly body: unknown;
  /** Charged rows received; 1 for a single object. */
  readonly rows: number;
  /** Decoded value of a readable 2xx. */
  readonly value: T | null;
}

export interface CallSteps<T> {
  /**
   * Sends the request, at most once per reservation. Throws TransportFailure. `isKeyCurrent` is checked after
   * reading the key; nothing is sent if the reservation was made under another key.
   */
  send(signal: AbortSignal, isKeyCurrent: () => boolean): Promise<DecodedResponse<T>>;
  /**
   * Stores the response in the cache before the ledger settles. `serverNowMs` is the response's server time.
   */
  store(value: T, serverNowMs: number): void;
  /** Throws the failure for a status other than 2xx, 401, 402, 403 and 429; the governor handles those. */
  fail(answered: DecodedResponse<T>): never;
}

export interface FetchedResponse<T> {
  readonly value: T;
  readonly receipt: Receipt;
  readonly serverNowMs: number;
}
