import { planOf } from '../../../electron/simulator/service/plan.ts';
import { charge, NO_CHARGE, NO_COUNTERS, type Charge } from '../../../electron/simulator/service/counters.ts';
import { chargeReply, handle } from '../../../electron/simulator/service/handle-request.ts';
import { PROFILES, type Profile } from '../../../electron/simulator/profile/profiles.ts';
import type { ServiceState } from '../../../electron/simulator/service/state.ts';
import { createWorld, type World } from '../../../electron/simulator/data/world.ts';
import { asRow, asRows, EPOCH_MS } from './support.ts';

type Params = readonly (readonly [string, string])[];

export interface DirectReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body parsed from JSON. `text` is the body as received, which need not be JSON. */
  readonly body: Record<string, unknown>;
  readonly text: unknown;
  readonly rows: Record<string, unknown>[];
  readonly charge: Charge;
}

/** The simulated service, called without sockets. This is fast enough for thousands of requests. */
export interface Direct {
  readonly state: ServiceState & { profile: Profile };
  readonly world: World;
  get(path: string, params?: Params, more?: { key?: 'live' | 'test'; ifNoneMatch?: string }): DirectReply;
  /** Requests any path, even outside the base path. */
  raw(path: string, query?: string): DirectReply;
  spend(cost: Partial<Charge>): void;
  nowMs(): number;
  setNow(ms: number): void;
  advance(ms: number): void;
}

export const KEYS = { live: 'fs_live_0123456789', test: 'fs_test_0123456789' };
export const WORLD = createWorld({ seed: 5, companies: 900, epochMs: EPOCH_MS });

export function openDirect(set: Partial<Profile> = {}, world: World = WORLD): Direct {
  const profile: Profile = { ...PROFILES.documented, ...set };
  const state = {
    world,
    profile,
    keys: KEYS,
    keysCreatedAtMs: EPOCH_MS,
    counters: { ...NO_COUNTERS, plan: planOf(profile) },
    revealed: new Set<string>(),
    revokedKeys: new Set<'live' | 'test'>(),
    isPlanLapsed: false,
  };
  let nowMs = EPOCH_MS;
  const send = (path: string, query: string, key: 'live' | 'test', ifNoneMatch?: string): DirectReply => {
    const request = { method: 'GET', path, query, authorization: `Bearer ${KEYS[key]}`, ifNoneMatch };
    const reply = handle(request, state, nowMs);
    chargeReply(state, reply, nowMs);
    const text: unknown =
      typeof reply.body === 'object' ? JSON.parse(JSON.stringify(reply.body)) : reply.body;
    const body = asRow(text);
    const { status, headers, charge: cost } = reply;
    return { status, headers, body, text, rows: asRows(body['data']), charge: cost };
  };
  return {
    state,
    world,
    get: (path, params = [], { key = 'live', ifNoneMatch } = {}) =>
      send(
        `/api/v1${path}`,
        new URLSearchParams(params.map(([name, value]) => [name, value])).toString(),
        key,
        ifNoneMatch,
      ),
    raw: (path, query = '') => send(path, query, 'live'),
    spend: (cost) => {
      state.counters = charge(state.counters, { ...NO_CHARGE, ...cost }, nowMs);
    },
    nowMs: () => nowMs,
    setNow: (ms) => {
      nowMs = ms;
    },
    advance: (ms) => {
      nowMs += ms;
    },
  };
}
