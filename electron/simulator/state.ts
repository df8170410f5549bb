import type { Counters } from './counters.ts';
import type { Profile } from './readings.ts';
import type { World } from './world.ts';

export type KeyType = 'live' | 'test';
export type Keys = Readonly<Record<KeyType, string>>;

/** All that a reply depends on besides the request and the time. `handle` only reads it; `settle` counts. */
export interface ServiceState {
  readonly world: World;
  readonly profile: Profile;
  readonly keys: Keys;
  /** When the keys were created, for /stats. */
  readonly keysCreatedAtMs: number;
  counters: Counters;
  /** Ids of companies whose contacts the account revealed in the dashboard. */
  readonly revealed: Set<string>;
  readonly revokedKeys: Set<KeyType>;
  isPlanLapsed: boolean;
}

export interface ApiRequest {
  readonly method: string;
  /** Of the address, still percent-encoded, such as `/api/v1/companies`. */
  readonly path: string;
  /** Without the question mark, as received. */
  readonly query: string;
  readonly authorization: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}
