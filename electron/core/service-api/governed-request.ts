import type { Cost, Certainty, Endpoint, Lane, Receipt, Screen } from '../../../shared/model/budget.ts';
import type { ServiceError } from '../../../shared/model/service-error.ts';

/** The reason for a request and the price that the user accepted; stored in the ledger. */
export interface CallContext {
  readonly screen: Screen;
  /** Short plain text for display, such as "You", "Connect" or "Watched list Warm intros". */
  readonly reason: string;
  /** The watched list whose monthly cap the request counts toward. */
  readonly listId?: string;
  /**
   * The saved search for which a plan makes the request. The Outcomes screen attributes the records to this
   * search.
   */
  readonly searchId?: number;
  readonly lane: Lane;
  /** The price shown to the user. The governor never reserves more. */
  readonly accepted: Cost;
  /**
   * Whether the spending guard has already approved the request: as part of a plan or a catch-up, under a
   * standing rule, or when it was queued.
   */
  readonly isApproved?: true;
  /**
   * Cancels the request while it waits in the queue. A request that has been sent continues, because it may
   * already have been charged.
   */
  readonly callOff?: AbortSignal;
}

/** The parts of a request that the governor uses: its identity and worst-case cost, without HTTP details. */
export interface GovernedCall {
  readonly endpoint: Endpoint;
  /**
   * Path and canonical query, as shown in the ledger. Concurrent requests with the same text are coalesced
   * into one. Never contains the API key.
   */
  readonly canonical: string;
  /**
   * Worst-case cost. For every request about a company, `companies` is 1. If the company was already
   * requested today, the governor reserves 0 companies instead.
   */
  readonly worst: Cost;
  readonly certainty: Certainty;
  readonly companyId: string | null;
  /** For a list, the number of rows requested. Null for an endpoint that cannot limit its rows. */
  readonly rowsRequested: number | null;
  /** Whether this is the first page of a list. Calibration learns whether a first page costs a page turn. */
  readonly firstPage?: boolean;
  /**
   * Whether the request only checks an API key that the user may switch to. Such a request counts toward no
   * limit except the per-minute limit, and its response must not change the budgets of the current key.
   */
  readonly isKeyCheck?: boolean;
}

/** The parts of a response that the governor uses. The service charges only for 2xx responses (spec §7). */
export interface DecodedResponse<T> {
  readonly status: number;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON; null if the body was not JSON. */
  readonly body: unknown;
  /**
   * Number of rows counted as charged: 1 for a single object, and the worst case for an unreadable response.
   */
  readonly rows: number;
  /** The decoded response; null if the status is not 2xx or the body is unreadable. */
  readonly value: T | null;
  /** The service's error message. Set only if the response was an error or could not be decoded. */
  readonly serviceError?: ServiceError;
}

export interface CallSteps<T> {
  /**
   * Sends the request. Called once for each reservation. An implementation must call `isKeyCurrent` after
   * reading the API key. If that returns false, the key has been replaced since the reservation, and the
   * request must not be sent.
   * @throws TransportFailure
   */
  send(signal: AbortSignal, isKeyCurrent: () => boolean): Promise<DecodedResponse<T>>;
  /**
   * Stores the response in the cache with the server time `serverNowMs`. Called before the request is settled
   * in the ledger.
   */
  store(value: T, serverNowMs: number): void;
  /**
   * Throws the failure for an error status or an unreadable response. Not called for 401, 402, 403 and 429,
   * which the governor handles.
   */
  fail(answered: DecodedResponse<T>): never;
}

export interface FetchedResponse<T> {
  readonly value: T;
  readonly receipt: Receipt;
  readonly serverNowMs: number;
}
