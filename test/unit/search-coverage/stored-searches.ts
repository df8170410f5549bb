import { planOf } from '../../../electron/simulator/service/plan.ts';
import { decodePage } from '../../../electron/core/service-api/decoders/list-page.ts';
import { buildFundingsQuery } from '../../../electron/core/service-api/build-query.ts';
import type { WriteDb } from '../../../electron/core/database/sql.ts';
import { storeFilters } from '../../../electron/core/library/store-responses.ts';
import { NO_COUNTERS } from '../../../electron/simulator/service/counters.ts';
import { filterValues } from '../../../electron/simulator/service/filter-values.ts';
import { listFundings } from '../../../electron/simulator/service/list-endpoints.ts';
import { PROFILES, type Profile } from '../../../electron/simulator/profile/profiles.ts';
import { mixSeed } from '../../../electron/simulator/data/random.ts';
import type { World } from '../../../electron/simulator/data/world.ts';
import { fundingsQuerySchema, type FundingsQuery } from '../../../shared/model/query.ts';
import { memoryCache } from '../../support/app/library-fixtures.ts';
import { KEYS, WORLD } from '../simulator/direct-service.ts';
import { asRow, asRows, EPOCH_MS } from '../simulator/support.ts';
import { storePage } from '../../support/app/store-without-key.ts';

export const DAY = 86_400_000;
export const dateAt = (day: number): string => new Date(EPOCH_MS + day * DAY).toISOString().slice(0, 10);

/** A world whose amounts have more than three significant digits, so texts such as `5.12M` are rounded. */
export const FINE_WORLD: World = {
  ...WORLD,
  companies: WORLD.companies.map((company) => ({
    ...company,
    rounds: company.rounds.map((round) =>
      round.amount === null
        ? round
        : { ...round, amount: round.amount + (mixSeed(round.id, 'fine') % 18_001) - 9_000 },
    ),
  })),
};

export const query = (changes: Partial<FundingsQuery>): FundingsQuery =>
  fundingsQuerySchema.parse({
    fundingDateStart: dateAt(-10),
    fundingDateEnd: dateAt(0),
    limit: 50,
    offset: 0,
    ...changes,
  });

/** The list of rounds of a simulated service without budgets, and a library that stores the responses. */
export interface StoredSearches {
  readonly db: WriteDb;
  readonly profile: Profile;
  nowMs(): number;
  advance(ms: number): void;
  /** Returns the ids of all rounds that the service returns at `atMs`, or null if it rejects the query. */
  idsAt(query: FundingsQuery, atMs: number): string[] | null;
  /** Fetches and stores all pages, and returns the service's rows. */
  fetch(query: FundingsQuery, pauseMs: number): Record<string, unknown>[];
  fetchFilterValues(): void;
}

export function createStoredSearches(set: Partial<Profile> = {}, world: World = WORLD): StoredSearches {
  const profile: Profile = { ...PROFILES.documented, ...set };
  const db = memoryCache();
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
  const bodyAt = (query: FundingsQuery, atMs: number): unknown => {
    const params = new URLSearchParams(buildFundingsQuery(query).search);
    const outcome = listFundings({ state, nowMs: atMs, params, keyType: 'live', companyId: '' });
    return outcome.ok ? JSON.parse(JSON.stringify(outcome.body)) : null;
  };
  return {
    db,
    profile,
    nowMs: () => nowMs,
    advance: (ms) => {
      nowMs += ms;
    },
    idsAt: (query, atMs) => {
      const ids: string[] = [];
      for (let offset = 0; offset < 500; offset += 50) {
        const body = bodyAt({ ...query, offset, limit: 50 }, atMs);
        if (body === null) return null;
        const rows = asRows(asRow(body)['data']);
        ids.push(...rows.map((row) => String(row['id'])));
        if (rows.length < 50) break;
      }
      return ids;
    },
    fetch: (query, pauseMs) => {
      const received: Record<string, unknown>[] = [];
      for (let offset = 0; offset < 500; offset += query.limit) {
        const page = { ...query, offset, limit: Math.min(query.limit, 500 - offset) };
        const body = bodyAt(page, nowMs);
        if (body === null) break;
        const decoded = decodePage('fundings', body, offset);
        if (decoded === null) break;
        storePage(db, { endpoint: 'fundings', query: page, page: decoded.value, fetchedAtMs: nowMs });
        const rows = asRows(asRow(body)['data']);
        received.push(...rows);
        nowMs += pauseMs;
        if (rows.length < page.limit) break;
      }
      return received;
    },
    fetchFilterValues: () => {
      const { tags, ...values } = filterValues(profile);
      const named = tags.map(({ name, slug }) => ({ tagId: null, name, slug, category: null }));
      storeFilters(db, { ...values, tags: named }, nowMs);
    },
  };
}
