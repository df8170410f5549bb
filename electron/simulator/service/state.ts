import type { Counters } from './counters.ts';
import type { Profile } from '../profile/profile-options.ts';
import type { World } from '../data/world.ts';

export type KeyType = 'live' | 'test';
export type Keys = Readonly<Record<KeyType, string>>;

/**
 * The service's state. The response to a request depends only on this state, the request and the time.
 * Creating the response does not change the state; charging for it does.
 */
export interface ServiceState {
  readonly world: World;
  readonly profile: Profile;
  readonly keys: Keys;
  /** Time at which the keys were created, as reported by /stats. */
  readonly keysCreatedAtMs: number;
  counters: Counters;
  /** Ids of companies whose contacts the account revealed in the dashboard. */
  readonly revealed: Set<string>;
  readonly revokedKeys: Set<KeyType>;
  isPlanLapsed: boolean;
}

export interface ApiRequest {
  readonly method: string;
  /** The percent-encoded URL path, such as `/api/v1/companies`. */
  readonly path: string;
  /** The query string as received, without the question mark. */
  readonly query: string;
  readonly authorization: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}
