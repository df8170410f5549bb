import type { Charge } from '../../electron/simulator/counters.ts';
import { NO_COUNTERS } from '../../electron/simulator/counters.ts';
import { BASE_PATH, handle } from '../../electron/simulator/handle.ts';
import { PROFILES } from '../../electron/simulator/profile.ts';
import type { ServiceState } from '../../electron/simulator/state.ts';
import { createWorld, type Round, type World } from '../../electron/simulator/world.ts';
import { buildFundingsQuery } from '../../electron/core/api/query.ts';
import type { FundingsQuery } from '../../shared/model/query.ts';
import { COMPANIES, END_MS, START_MS } from './month.ts';

/** One row of a list, as far as the seller goes by it. */
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
 * The service's own engine over the same data set, with an account that nothing is ever counted on: what the service
 * would say at any moment, and what it would charge. The seller's script is written from it.
 */
export interface Oracle {
  readonly world: World;
  /** What is enough of it to answer a query; `search` without the question mark. */
  worldFor(search: string): World;
  /** `path` below the base address, such as `/companies/ID/news`. */
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

/** What a client reads off the body of a list in the documented layout. */
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
 * The world as far as a list over these dates can show it: companies with a round announced between them. A list that looks
 * at these alone gives the same answer (a test proves it) many times as fast.
 */
function createIndex(world: World): (search: string) => World {
  const byDates = new Map<string, World>();
  return (search) => {
    const params = new URLSearchParams(search);
    const [from, to] = [params.get('funding_date_start'), params.get('funding_date_end')];
    if (from === null || to === null) return world;
    const key = `${from} ${to}`;
    const isBetween = ({ announcedOn }: Round): boolean => announcedOn >= from && announcedOn <= to;
    const known = byDates.get(key) ?? {
      ...world,
      companies: world.companies.filter(({ rounds }) => rounds.some(isBetween)),
    };
    byDates.set(key, known);
    return known;
  };
}

/** A service over this data set that nobody has used yet. */
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
    // As over a socket: nobody holds the service's own objects.
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
