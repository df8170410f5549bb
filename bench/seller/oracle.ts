import type { Charge } from '../../electron/simulator/service/counters.ts';
import { NO_COUNTERS } from '../../electron/simulator/service/counters.ts';
import { BASE_PATH, handle } from '../../electron/simulator/service/handle-request.ts';
import { PROFILES } from '../../electron/simulator/profile/profiles.ts';
import type { ServiceState } from '../../electron/simulator/service/state.ts';
import type { Round } from '../../electron/simulator/data/company-model.ts';
import { createWorld, type World } from '../../electron/simulator/data/world.ts';
import { buildFundingsQuery } from '../../electron/core/service-api/build-query.ts';
import type { FundingsQuery } from '../../shared/model/query.ts';
import { COMPANIES, END_MS, START_MS } from './month.ts';

/** A row of a list, with the fields that the simulated user looks at. */
export interface Row {
  readonly roundId: string;
  readonly companyId: string;
  readonly announcedOn: string;
  readonly stage: string;
  readonly country: string;
  readonly industries: readonly string[];
  readonly tags: readonly string[];
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly rows: number;
  readonly charge: Charge;
}

/**
 * Predicts the service's response to any request at any time, and the cost of the request. The user's script
 * is derived from these responses. The oracle uses the simulator's engine and the same data as the service
 * that the clients use. Unlike a client, the oracle is never charged.
 */
export interface Oracle {
  readonly world: World;
  /**
   * Returns a smaller world that contains only the companies needed to answer the query. `search` is the
   * query string without the question mark.
   */
  worldFor(search: string): World;
  /** Returns the response to a request. `path` is relative to the base URL, such as `/companies/ID/news`. */
  ask(path: string, search: string, atMs: number): Answer;
  page(query: FundingsQuery, atMs: number): { rows: readonly Row[]; total: number };
}

interface ListBody {
  readonly data: readonly {
    readonly id: string;
    readonly stage: string;
    readonly fundingAnnounceDate: string;
    readonly company: {
      readonly id: string;
      readonly country: string;
      readonly industries: readonly string[];
      readonly tags: readonly { readonly name: string }[];
    };
  }[];
  readonly pagination: { readonly total: number };
}

/** Returns the rows in the body of a list response. */
export const rowsIn = (body: unknown): readonly Row[] =>
  (body as ListBody).data.map(({ id, stage, fundingAnnounceDate, company }) => ({
    roundId: id,
    companyId: company.id,
    announcedOn: fundingAnnounceDate,
    stage,
    country: company.country,
    industries: company.industries,
    tags: company.tags.map(({ name }) => name),
  }));

const KEY = 'fs_live_bench';
export const AUTHORIZATION = `Bearer ${KEY}`;

/**
 * Returns a function that reduces the world for a query. The reduced world contains only the companies that
 * have a round in the query's date range, so a list query is many times faster. A test verifies that the
 * result stays the same.
 */
function createIndex(world: World): (search: string) => World {
  const byDates = new Map<string, World>();
  return (search) => {
    const params = new URLSearchParams(search);
    const [from, to] = [params.get('funding_date_start'), params.get('funding_date_end')];
    if (from === null || to === null) return world;
    const key = `${from} ${to}`;
    const isBetween = ({ announcedOn }: Round): boolean => announcedOn >= from && announcedOn <= to;
    const reduced = byDates.get(key) ?? {
      ...world,
      companies: world.companies.filter(({ rounds }) => rounds.some(isBetween)),
    };
    byDates.set(key, reduced);
    return reduced;
  };
}

/** Returns the state of a service with this data, before any request. */
export function freshState(world: World): ServiceState {
  return {
    world,
    profile: PROFILES.documented,
    keys: { live: KEY, test: 'fs_test_bench' },
    keysCreatedAtMs: START_MS,
    counters: NO_COUNTERS,
    revealed: new Set(),
    revokedKeys: new Set(),
    isPlanLapsed: false,
  };
}

export function createOracle(seed: number): Oracle {
  const world = createWorld({ seed, companies: COMPANIES, epochMs: END_MS });
  const worldFor = createIndex(world);
  const state = freshState(world);
  const ask: Oracle['ask'] = (path, search, atMs) => {
    const request = { method: 'GET', path: BASE_PATH + path, query: search, authorization: AUTHORIZATION };
    const { status, body, rows, charge } = handle(request, { ...state, world: worldFor(search) }, atMs);
    // Copies the body, so callers cannot change the simulator's own objects.
    return { status, body: JSON.parse(JSON.stringify(body)), rows, charge };
  };
  return {
    world,
    worldFor,
    ask,
    page: (query, atMs) => {
      const { status, body } = ask('/fundings', buildFundingsQuery(query).search, atMs);
      if (status !== 200) throw new Error(`the service answered ${status}: ${JSON.stringify(body)}`);
      return { rows: rowsIn(body), total: (body as ListBody).pagination.total };
    },
  };
}
