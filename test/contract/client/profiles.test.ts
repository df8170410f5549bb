import { afterEach, describe, expect, it } from 'vitest';
import { createFetchTransport } from '../../../electron/adapters/fetch-transport.ts';
import { createClient } from '../../../electron/core/service-api/client.ts';
import type { Client, PriceHints } from '../../../electron/core/service-api/client-port.ts';
import { startSimulator, type Simulator } from '../../../electron/simulator/index.ts';
import { PROFILES } from '../../../electron/simulator/profile/profiles.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import { companiesQuerySchema, fundingsQuerySchema } from '../../../shared/model/query.ts';
import { byTest, createDirectGovernor, NO_HINTS, type Run } from './direct-governor.ts';
import { sharedWorld } from '../../support/simulator/shared-simulator-data.ts';

/*
 * Tests the client with every profile of the simulator. At each endpoint, the client must decode the response
 * or report a typed failure. The service must not charge for more rows than the client received. However, a
 * response without rows may cost one record.
 */
const EPOCH_MS = Date.UTC(2026, 2, 15, 12);
const DAY_MS = 86_400_000;
const onDay = (offset: number): string => new Date(EPOCH_MS + offset * DAY_MS).toISOString().slice(0, 10);
const range = { fundingDateStart: onDay(-25), fundingDateEnd: onDay(0), limit: 50, offset: 0 };
const ignore = (): void => undefined;

interface Bench {
  readonly simulator: Simulator;
  readonly client: Client;
  readonly runs: readonly Run[];
  readonly drift: string[];
  readonly announced: string[];
}
const open: Simulator[] = [];
afterEach(async () => {
  for (const simulator of open.splice(0)) await simulator.dispose();
});

async function start(profile: keyof typeof PROFILES): Promise<Bench> {
  const simulator = await startSimulator({
    profile,
    companies: 300,
    epochMs: EPOCH_MS,
    makeWorld: sharedWorld,
  });
  simulator.freeze(true);
  open.push(simulator);
  const { governor, runs } = createDirectGovernor(undefined, () => simulator.advance(4_000));
  const drift: string[] = [];
  const announced: string[] = [];
  const hints: PriceHints = { ...NO_HINTS, isKnown: () => true };
  const client = createClient({
    governor,
    hints,
    userAgent: 'Roundwatch/test',
    baseUrl: simulator.baseUrl,
    transport: createFetchTransport((url, init) => fetch(url, init)),
    apiKey: () => Promise.resolve(simulator.liveKey),
    watch: {
      answered: ({ endpoint, notes, deprecation, sunset }) => {
        drift.push(...notes.map(({ kind, field }) => `${endpoint} ${kind} ${field}`));
        announced.push(...[deprecation, sunset].flatMap((each) => each ?? []));
      },
    },
  });
  return { simulator, client, runs, drift, announced };
}

/**
 * Returns the value of `work` or, if it fails with an `AppFailure`, the kind of the `AppError`. Rethrows
 * other errors, which are defects.
 */
async function resultOf<T>(work: Promise<{ value: T }>): Promise<{ value: T } | { failed: string }> {
  try {
    return { value: (await work).value };
  } catch (error) {
    if (!(error instanceof AppFailure)) throw error;
    const { appError } = error;
    return { failed: 'what' in appError ? `${appError.kind} ${appError.what}` : appError.kind };
  }
}

/** The failures that the client may report if the service has no data for one of a company's panels. */
const MISSING = [
  'not-available tech-stack',
  'not-available highlights',
  'not-available news',
  'not-available contacts',
];

/** All profiles except `other-plan`, whose account allows fewer companies a day than this test requests. */
const TESTED = (Object.keys(PROFILES) as (keyof typeof PROFILES)[]).filter((name) => name !== 'other-plan');

describe.each(TESTED)('%s', (profile) => {
  it('is understood at every endpoint, and charges for no row that was not received', async () => {
    const { simulator, client, runs } = await start(profile);
    const seen = (): void => {
      const charged = simulator.transcript().at(-1)?.charged.records ?? 0;
      const answered = runs.at(-1)?.answered;
      // With some profiles, the service charges for fewer rows than it returns, which is fine. It must never
      // charge for more, except that a response without rows may cost one record.
      expect(Math.max(1, answered?.rows ?? 0)).toBeGreaterThanOrEqual(charged);
    };
    const fundings = await client.request(
      { endpoint: 'fundings', query: fundingsQuerySchema.parse(range) },
      byTest,
      ignore,
    );
    seen();
    const companies = await client.request(
      { endpoint: 'companies', query: companiesQuerySchema.parse(range) },
      byTest,
      ignore,
    );
    seen();
    expect(fundings.value.rows.length).toBeGreaterThan(5);
    expect(companies.value.rows.length).toBeGreaterThan(5);
    expect((await client.request({ endpoint: 'health' }, byTest, ignore)).value).toHaveProperty('version');
    expect((await client.request({ endpoint: 'stats' }, byTest, ignore)).value.keyType).toMatch(
      /live|unknown/,
    );
    const filters = await resultOf(client.request({ endpoint: 'filters' }, byTest, ignore));
    expect('failed' in filters ? filters.failed : 'decoded').toMatch(/decoded|upstream/);
    const ids = [...new Set(fundings.value.rows.map(({ company }) => company.companyId))].slice(0, 6);
    for (const id of ids) {
      const { value } = await client.request({ endpoint: 'company', companyId: id }, byTest, ignore);
      seen();
      expect(value.company.companyId).toBe(id);
      for (const endpoint of ['tech-stack', 'contacts', 'highlights', 'news'] as const) {
        const panel = await resultOf<unknown>(client.request({ endpoint, companyId: id }, byTest, ignore));
        if ('failed' in panel) expect(MISSING).toContain(panel.failed);
        seen();
      }
      const rounds = await client.request({ endpoint: 'rounds', companyId: id }, byTest, ignore);
      expect(rounds.value.rounds.length + rounds.value.setAside).toBeGreaterThan(0);
      seen();
      await client.request(
        { endpoint: 'open-roles', companyId: id, query: { page: 1, perPage: 50 } },
        byTest,
        ignore,
      );
      seen();
    }
    const unknownCompany = await resultOf(
      client.request({ endpoint: 'company', companyId: 'nobody' }, byTest, ignore),
    );
    expect(unknownCompany).toEqual({ failed: 'not-found company' });
    // The service must recognise every parameter that was sent.
    expect(simulator.transcript().flatMap(({ unknownParameters }) => unknownParameters ?? [])).toEqual([]);
  });

  it('ends pages of roles, however the service responds to a page after the last', async () => {
    const { client } = await start(profile);
    const { value } = await client.request(
      { endpoint: 'fundings', query: fundingsQuerySchema.parse(range) },
      byTest,
      ignore,
    );
    const id = value.rows[0]?.company.companyId ?? '';
    const beyond = await resultOf(
      client.request(
        { endpoint: 'open-roles', companyId: id, query: { page: 90, perPage: 50 } },
        byTest,
        ignore,
      ),
    );
    expect('failed' in beyond ? beyond.failed : beyond.value.roles).toEqual(
      'failed' in beyond ? 'not-available page' : [],
    );
  });
});

it('the documented service has no differences, and other profiles have the expected ones', async () => {
  const run = async (profile: keyof typeof PROFILES): Promise<Bench> => {
    const bench = await start(profile);
    const { value } = await bench.client.request(
      { endpoint: 'fundings', query: fundingsQuerySchema.parse(range) },
      byTest,
      ignore,
    );
    await bench.client.request(
      { endpoint: 'companies', query: companiesQuerySchema.parse(range) },
      byTest,
      ignore,
    );
    await bench.client.request({ endpoint: 'stats' }, byTest, ignore);
    await bench.client.request({ endpoint: 'health' }, byTest, ignore);
    for (const { company } of value.rows.slice(0, 4)) {
      await bench.client.request({ endpoint: 'company', companyId: company.companyId }, byTest, ignore);
      await bench.client.request({ endpoint: 'rounds', companyId: company.companyId }, byTest, ignore);
      await resultOf(
        bench.client.request({ endpoint: 'tech-stack', companyId: company.companyId }, byTest, ignore),
      );
      await resultOf(
        bench.client.request({ endpoint: 'highlights', companyId: company.companyId }, byTest, ignore),
      );
      await resultOf(
        bench.client.request({ endpoint: 'news', companyId: company.companyId }, byTest, ignore),
      );
      await resultOf(
        bench.client.request(
          { endpoint: 'open-roles', companyId: company.companyId, query: { page: 1, perPage: 25 } },
          byTest,
          ignore,
        ),
      );
    }
    return bench;
  };
  expect((await run('documented')).drift).toEqual([]);
  expect((await run('lenient')).drift).toContain('company wrapped data');
  expect((await run('alternative-layout')).drift.some((note) => note.includes(' alternate '))).toBe(true);
  expect((await run('drifting')).announced.length).toBeGreaterThan(0);
});
