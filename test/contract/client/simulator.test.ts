import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  DecodedFilters,
  DecodedListRow,
} from '../../../electron/core/service-api/decoders/decoded-types.ts';
import { PROFILES } from '../../../electron/simulator/profile/profiles.ts';
import { byTest } from './direct-governor.ts';
import { DAY_MS, ignore, LISTS, onDay, openBench, type Bench } from './simulator-bench.ts';
import { failureOf } from '../../support/common/failure.ts';

/** Filters to test. `more` returns the filters, and `holds` checks that a row matches them. */
interface Form {
  readonly name: string;
  more(filters: DecodedFilters, list: keyof typeof LISTS): object;
  holds?(row: DecodedListRow, filters: DecodedFilters, list: keyof typeof LISTS): boolean;
}
const within = (value: string | null, start: string, end: string): boolean =>
  value !== null && value >= start && value <= end;
/**
 * Returns whether a row's amount is in a range, with 10 % tolerance, because strings such as `5.3M` are
 * rounded.
 */
const about = (row: DecodedListRow, min: number, max: number): boolean => {
  const value = row.round.amount?.value ?? null;
  return value !== null && value >= min * 0.9 && value <= max * 1.1;
};
const amounts = (list: keyof typeof LISTS, min: string | undefined, max: string | undefined): object =>
  list === 'fundings' ? { minAmount: min, maxAmount: max } : { minFunding: min, maxFunding: max };

const FORMS: readonly Form[] = [
  {
    name: 'dates',
    more: () => ({ fundingDateStart: onDay(-9), fundingDateEnd: onDay(-3) }),
    holds: (row) => within(row.round.announcedOn, onDay(-9), onDay(-3)),
  },
  {
    name: 'one country',
    more: () => ({ countries: ['DE'] }),
    holds: ({ company }) => company.countryCode === 'DE',
  },
  {
    name: 'two countries',
    more: () => ({ countries: ['US', 'GB'] }),
    holds: ({ company }) => ['US', 'GB'].includes(company.countryCode ?? ''),
  },
  { name: 'a stage', more: () => ({ stages: ['seed'] }), holds: ({ round }) => round.stage === 'Seed' },
  {
    name: 'a stage with a plus',
    more: () => ({ stages: ['Series C+'] }),
    holds: ({ round }) => round.stage === 'Series C+',
  },
  {
    name: 'stages',
    more: () => ({ stages: ['Series A', 'Series B'] }),
    holds: ({ round }) => /^Series [AB]$/.test(round.stage ?? ''),
  },
  {
    name: 'an industry',
    more: ({ industries }) => ({ industries: industries.slice(0, 2) }),
    holds: ({ company }, { industries }, list) =>
      list === 'companies' ||
      (company.industries ?? []).some((name) => industries.slice(0, 2).includes(name)),
  },
  {
    name: 'a tag',
    more: ({ tags }) => ({ tags: tags.slice(0, 1).map(({ name }) => name) }),
    holds: ({ company }, { tags }, list) =>
      list === 'companies' || (company.tags ?? []).some(({ name }) => name === tags[0]?.name),
  },
  {
    name: 'a currency',
    more: () => ({ currency: 'EUR' }),
    holds: ({ round }) => round.amount === null || round.amount.currency === 'EUR',
  },
  {
    name: 'a minimum amount',
    more: (_filters, list) => amounts(list, '$ 5m', undefined),
    holds: (row) => about(row, 5e6, Infinity),
  },
  {
    name: 'a maximum amount',
    more: (_filters, list) => amounts(list, undefined, '2,000,000'),
    holds: (row) => about(row, 0, 2e6),
  },
  {
    name: 'both amounts',
    more: (_filters, list) => amounts(list, '1.5M', '0.02B'),
    holds: (row) => about(row, 1.5e6, 2e7),
  },
  { name: 'a technology', more: ({ technologies }) => ({ technologies: technologies.slice(0, 1) }) },
  { name: 'a size with a plus', more: () => ({ companySizes: ['1000+'] }) },
  { name: 'sizes', more: () => ({ companySizes: ['1-10', '11-50'] }) },
  { name: 'validated contacts', more: () => ({ validatedContacts: true }) },
  { name: 'words', more: ({ industries }) => ({ search: industries[0] }) },
  { name: 'open roles', more: () => ({ hasOpenRoles: true }) },
  {
    name: 'open roles of departments',
    more: () => ({ hasOpenRoles: true, hiringDepartments: ['sales', 'it'] }),
  },
  { name: 'open roles of a seniority', more: () => ({ hasOpenRoles: true, hiringSeniority: ['director'] }) },
  { name: 'leadership roles', more: () => ({ hasOpenRoles: true, hiringRoleType: 'leadership' }) },
];

describe('client with the simulator', () => {
  let bench: Bench;
  let filters: DecodedFilters;
  beforeAll(async () => {
    bench = await openBench('documented');
    filters = (await bench.client.request({ endpoint: 'filters' }, byTest, ignore)).value;
  });
  afterAll(() => bench.simulator.stop());

  describe.each(['fundings', 'companies'] as const)('/%s', (list) => {
    let everything = 0;
    beforeAll(async () => {
      everything = (await LISTS[list](bench.client, {})).total ?? 0;
      expect(everything).toBeGreaterThan(100);
    });

    it.each(FORMS)('filters by $name', async ({ more, holds }) => {
      await bench.rest();
      const page = await LISTS[list](bench.client, more(filters, list));
      expect(page.total).toBeGreaterThan(0);
      expect(page.total).toBeLessThan(everything);
      expect(page.setAside).toBe(0);
      for (const row of page.rows) expect([row, holds?.(row, filters, list) ?? true]).toEqual([row, true]);
      const seen = await bench.last();
      expect(seen.unknownParameters).toEqual([]);
      expect(`${seen.path.replace('/api/v1', '')}?${seen.query}`).toBe(bench.runs.at(-1)?.call.canonical);
      expect(bench.runs.at(-1)?.answered?.rows).toBe(seen.charged.records);
    });

    it('finds nothing for values that no row has', async () => {
      await bench.rest();
      for (const more of [{ investors: ['Nobody & Sons'] }, { technologies: ['C+++'] }, { search: 'qqqzzz' }])
        expect((await LISTS[list](bench.client, more)).total).toBe(0);
    });

    it('sends a value that looks like a list as a single value', async () => {
      const { client, simulator, rest } = bench;
      await rest();
      const { total } = await LISTS[list](client, { stages: ['Seed'] });
      expect((await LISTS[list](client, { stages: ['Seed', '["Series A"]'] })).total).toBe(total);
      expect((await LISTS[list](client, { stages: ['["Series A"]'] })).total).toBe(0);
      // From here on, the service rejects every value that is not in `/filters`. It must still accept the
      // listed values that contain brackets.
      await simulator.control('profile', { set: { filterValues: 'large', unknownValues: 'refused' } });
      try {
        const listed = (await client.request({ endpoint: 'filters' }, byTest, ignore)).value.technologies;
        const awkward = listed.filter((name) => /[[\]"\\+&,#%]/.test(name));
        const [bracketed] = awkward.filter((name) => name.startsWith('['));
        expect(bracketed).toBeDefined();
        const technologies = [...new Set([...awkward.slice(0, 12), bracketed])];
        expect((await LISTS[list](client, { technologies })).rows).toBeDefined();
        const sent = new URLSearchParams((await bench.last()).query).get('technologies');
        expect(JSON.parse(sent ?? '')).toEqual(technologies.toSorted());
        await rest();
        for (const name of awkward.slice(0, 12)) await LISTS[list](client, { technologies: [name] });
      } finally {
        const { filterValues, unknownValues } = PROFILES.documented;
        await simulator.control('profile', { set: { filterValues, unknownValues } });
      }
    });

    it('fetches pages without repeating a row', async () => {
      await bench.rest();
      const pages = [];
      for (const offset of [0, 20, 40]) pages.push(await LISTS[list](bench.client, { limit: 20, offset }));
      const keys = pages.flatMap(({ rows }) =>
        rows.map(({ company, round }) => `${company.companyId}/${round.roundId}/${round.announcedOn}`),
      );
      expect(keys).toHaveLength(60);
      expect(new Set(keys).size).toBe(60);
      expect(pages.map(({ offset, hasMore }) => [offset, hasMore])).toEqual([
        [0, true],
        [20, true],
        [40, true],
      ]);
      expect((await LISTS[list](bench.client, { limit: 50, offset: 499 })).rows.length).toBeLessThanOrEqual(
        1,
      );
    });
  });

  it('returns a company, its contacts, and a 404 for missing ones', async () => {
    await bench.rest();
    const { rows } = await LISTS.fundings(bench.client, {
      validatedContacts: true,
      fundingDateStart: onDay(-5),
    });
    const companyId = rows[0]?.company.companyId ?? '';
    const detail = await bench.client.request({ endpoint: 'company', companyId }, byTest, ignore);
    expect(detail.value.company).toMatchObject({ companyId, countryCode: rows[0]?.company.countryCode });
    expect(detail.value.rounds?.length).toBeGreaterThan(0);
    const contacts = await bench.client.request({ endpoint: 'contacts', companyId }, byTest, ignore);
    expect(contacts.value.contacts.length).toBeGreaterThan(0);
    expect(bench.runs.at(-1)?.answered?.rows).toBe((await bench.last()).rows);
    expect(
      await failureOf(
        bench.client.request({ endpoint: 'company', companyId: 'co/../nobody?' }, byTest, ignore),
      ),
    ).toEqual({
      kind: 'not-found',
      what: 'company',
    });
    await bench.simulator.control('clock', { advanceMs: 70 * DAY_MS });
    expect(
      await failureOf(bench.client.request({ endpoint: 'contacts', companyId }, byTest, ignore)),
    ).toMatchObject({
      kind: 'not-available',
      what: 'contacts',
    });
    await bench.simulator.control('clock', { advanceMs: -70 * DAY_MS });
  });

  it('returns health and stats', async () => {
    await bench.rest();
    expect((await bench.client.request({ endpoint: 'health' }, byTest, ignore)).value.status).toBe('healthy');
    const { value } = await bench.client.request({ endpoint: 'stats' }, byTest, ignore);
    expect(value.keyType).toBe('live');
    for (const name of [
      'perMinute',
      'daily',
      'monthly',
      'monthlyExport',
      'dailyCompanyDetail',
      'monthlyPagination',
    ] as const)
      expect(value.budgets[name]).toMatchObject({ limit: expect.any(Number), used: expect.any(Number) });
  });

  it('finds no difference from the specification in all responses above', () => {
    expect([...new Set(bench.drift)]).toEqual([]);
  });
});

describe('client with a hostile service', () => {
  it('decodes every page, and reports every price', async () => {
    const { simulator, client, runs, last, rest } = await openBench('hostile');
    try {
      for (const list of ['fundings', 'companies'] as const)
        for (const offset of [0, 50, 100, 150]) {
          await rest();
          const page = await LISTS[list](client, { offset });
          expect(page.rows.length + page.setAside).toBe(50);
          expect(page.rows.length).toBeGreaterThan(30);
          expect(runs.at(-1)?.answered?.rows).toBe((await last()).charged.records);
        }
      const { rows } = await LISTS.fundings(client, {});
      for (const { company } of rows.slice(0, 8)) {
        const { value } = await client.request(
          { endpoint: 'company', companyId: company.companyId },
          byTest,
          ignore,
        );
        expect(value.company.companyId).toBe(company.companyId);
      }
    } finally {
      await simulator.stop();
    }
  });
});
