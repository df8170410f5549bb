import type { Cost, Certainty, Endpoint, Lane, Receipt, Screen } from '../../../shared/model/budget.ts';

/** Why a call is made and what the seller agreed to pay; the ledger keeps it. */
export interface CallContext {
  readonly screen: Screen;
  /** A few plain words for the ledger: "You", "Connect", "Watched list Warm intros". */
  readonly reason: string;
  readonly lane: Lane;
  /** The price that was shown. The governor never reserves more than this. */
  readonly accepted: Cost;
  /** Aborted while the call waits, it is not made; one that is under way goes on, because it may be charged. */
  readonly callOff?: AbortSignal;
}

/** What the governor has to know of a call; nothing of HTTP. */
export interface GovernedCall {
  readonly endpoint: Endpoint;
  /** Path and canonical query: the coalescing key, and what the ledger shows. Never holds the key. */
  readonly canonical: string;
  /** The worst case to reserve. `companies` is 1 for any call below one company; the governor drops it when that company was already seen today. */
  readonly worst: Cost;
  readonly certainty: Certainty;
  readonly companyId: string | null;
  /** For a list: asked rows, so that fewer can be offered. Null where rows cannot be chosen. */
  readonly rowsAsked: number | null;
  /** A list from its first row on: whether that counts as a page turn is what calibration can tell [R-8-6]. */
  readonly firstPage?: boolean;
}

/** A response as the governor reads it: only 2xx is charged [§7]. */
export interface Answered<T> {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON, or null where the body was none. */
  readonly body: unknown;
  /** Rows received, as charged; for a single object 1. */
  readonly rows: number;
  /** Decoded value of a readable 2xx. */
  readonly value: T | null;
}

export interface CallSteps<T> {
  /**
   * Sends the request. Throws TransportFailure. Called at most once a reservation. `isKeyCurrent` tells whether the key is
   * still the one the reservation was made under: asked after the key was read, and nothing is sent where it is not.
   */
  send(signal: AbortSignal, isKeyCurrent: () => boolean): Promise<Answered<T>>;
  /** Stores what came (cache), before the ledger settles. `serverNowMs` is the service's time of the response. */
  store(value: T, serverNowMs: number): void;
  /** Words a response other than 2xx, 401, 402, 403 and 429, which the governor words itself. Must throw. */
  fail(answered: Answered<T>): never;
}

export interface Fetched<T> {
  readonly value: T;
  readonly receipt: Receipt;
  readonly serverNowMs: number;
}
