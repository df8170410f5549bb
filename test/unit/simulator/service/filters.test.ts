import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COUNTRIES } from '../../../../electron/simulator/data/countries.ts';
import type { Simulator } from '../../../../electron/simulator/index.ts';
import { openRoles } from '../../../../electron/simulator/data/make-roles.ts';
import type { Company, Round } from '../../../../electron/simulator/data/company-model.ts';
import { createWorld, type World } from '../../../../electron/simulator/data/world.ts';
import { asRow, day, EPOCH_MS, lastDays, page, start } from '../support.ts';

let simulator: Simulator;
let world: World;
beforeAll(async () => {
  simulator = await start({ companies: 400, nowMs: () => EPOCH_MS });
  world = createWorld({ seed: 5, companies: 400, epochMs: EPOCH_MS });
});
afterAll(() => simulator.dispose());
// Each test needs a new service, because one account's budgets are too small for all requests.
beforeEach(async () => {
  await simulator.dispose();
  simulator = await start({ companies: 400, nowMs: () => EPOCH_MS });
});

type Oracle = (company: Company, round: Round) => boolean;

/** Counts matching companies or rounds by checking all of them, without the service's filter. */
function count(path: '/companies' | '/fundings', days: number, oracle: Oracle): number {
  let total = 0;
  for (const company of world.companies) {
    const fitting = company.rounds.filter(
      (round) =>
        round.publishedAtMs <= EPOCH_MS &&
        round.announcedOn >= day(1 - days) &&
        round.announcedOn <= day(0) &&
        oracle(company, round),
    );
    total += path === '/companies' ? Math.min(1, fitting.length) : fitting.length;
  }
  return total;
}

const find = (row: Record<string, unknown>): [Company, Round[]] => {
  const owner = row['company'] === undefined ? row : asRow(row['company']);
  const company = world.byId.get(String(owner['id']));
  if (!company) throw new Error(`unknown row ${JSON.stringify(row)}`);
  const rounds = company.rounds.filter(
    (round) =>
      round.announcedOn === row['fundingAnnounceDate'] &&
      (row['company'] === undefined || round.id === row['id']),
  );
  return [company, rounds];
};

const someTechnology = 'Ember Queue';
const cases: [string, [string, string][], Oracle][] = [
  [
    'countries',
    [
      ['countries[]', 'DE'],
      ['countries[]', 'GB'],
    ],
    (c) => ['DE', 'GB'].includes(c.country.code),
  ],
  [
    'stages in any case',
    [
      ['stages', 'sEED'],
      ['stages', 'series c+'],
    ],
    (_, r) => ['Seed', 'Series C+'].includes(r.stage),
  ],
  ['undisclosed stage', [['stages', 'Undisclosed']], (_, r) => r.stage === 'undisclosed'],
  [
    'industries',
    [['industries', '["Food & Beverage","Media, Gaming & Sports"]']],
    (c) => c.industries.some((i) => ['Food & Beverage', 'Media, Gaming & Sports'].includes(i)),
  ],
  [
    'technologies',
    [
      ['technologies[]', someTechnology],
      ['technologies[]', 'C++ Toolchain'],
    ],
    (c) => world.details.technologies(c).some((t) => [someTechnology, 'C++ Toolchain'].includes(t.name)),
  ],
  [
    'company_size',
    [
      ['company_size', '1000+'],
      ['company_size', '201-1000'],
    ],
    (c) => ['1000+', '201-1000'].includes(c.size),
  ],
  [
    'validated_contacts',
    [['validated_contacts', 'true']],
    (c) => world.details.contacts(c).some((p) => p.email !== null),
  ],
  ['validated_contacts=false means all', [['validated_contacts', 'false']], () => true],
  [
    'investors',
    [['investors', 'tidewell ventures']],
    (_, r) => r.investors.some((i) => i.name === 'Tidewell Ventures'),
  ],
  ['currency', [['currency', 'INR']], (_, r) => r.currency === 'INR'],
  [
    'tags',
    [
      ['tags[]', 'AI/ML'],
      ['tags[]', 'B2B & B2C'],
    ],
    (c) => c.tags.some((t) => ['AI/ML', 'B2B & B2C'].includes(t.name)),
  ],
  [
    'search',
    [['search', 'ROBOT arms']],
    (c) =>
      ['robot', 'arms'].every((w) =>
        [c.name, world.details.description(c), ...c.industries].join(' ').toLowerCase().includes(w),
      ),
  ],
  [
    'has_open_roles',
    [['has_open_roles', 'true']],
    (c) => openRoles(world.details.roles(c), EPOCH_MS).length > 0,
  ],
  [
    'hiring together',
    [
      ['has_open_roles', 'true'],
      ['hiring_departments', 'sales'],
      ['hiring_departments', 'it'],
      ['hiring_seniority[]', 'director'],
      ['hiring_role_type', 'leadership'],
    ],
    (c) =>
      openRoles(world.details.roles(c), EPOCH_MS).some(
        (r) => ['sales', 'it'].includes(r.department) && r.seniority === 'director',
      ),
  ],
  [
    'individual contributors',
    [
      ['has_open_roles', 'true'],
      ['hiring_role_type', 'ic'],
      ['hiring_departments', 'marketing'],
    ],
    (c) =>
      openRoles(world.details.roles(c), EPOCH_MS).some(
        (r) => r.department === 'marketing' && ['junior', 'mid', 'senior', 'manager'].includes(r.seniority),
      ),
  ],
  [
    'hiring without has_open_roles',
    [
      ['hiring_departments', 'legal'],
      ['hiring_role_type', 'ic'],
    ],
    () => true,
  ],
  [
    'several filters',
    [
      ['countries', 'US'],
      ['currency', 'USD'],
      ['stages', 'Series A'],
      ['validated_contacts', 'true'],
    ],
    (c, r) => c.country.code === 'US' && r.stage === 'Series A' && c.hasValidatedContacts,
  ],
  ['unknown value', [['countries', 'XX']], () => false],
  ['lower-case country', [['countries', 'us']], () => false],
];

const EXTREMES: Readonly<Record<string, string>> = {
  'validated_contacts=false means all': 'all',
  'hiring without has_open_roles': 'all',
  'unknown value': 'nothing',
  'lower-case country': 'nothing',
};

describe.each(['/companies', '/fundings'] as const)('filters of %s', (path) => {
  it.each(cases)('%s', async (name, params, oracle) => {
    const result = await page(simulator, path, [...lastDays(60), ['limit', '50'], ...params]);
    expect(result.total).toBe(count(path, 60, oracle));
    // A case whose filter matches all rows or none would test nothing. Only the cases in `EXTREMES` may match
    // all or none.
    const keeps =
      result.total === 0 ? 'nothing' : result.total === count(path, 60, () => true) ? 'all' : 'some';
    expect(keeps).toBe(EXTREMES[name] ?? 'some');
    for (const row of result.rows) {
      const [company, rounds] = find(row);
      expect(
        rounds.some((round) => oracle(company, round)),
        JSON.stringify(row),
      ).toBe(true);
    }
  });

  it.each([
    ['2.5M', '$10M', 2.5e6, 10e6],
    ['750K', '€2500000', 750e3, 2.5e6],
    ['0.5B', '2B', 0.5e9, 2e9],
  ])('amounts from %s to %s', async (min, max, minAmount, maxAmount) => {
    const names = path === '/companies' ? ['min_funding', 'max_funding'] : ['min_amount', 'max_amount'];
    const params: [string, string][] = [
      [names[0] ?? '', min],
      [names[1] ?? '', max],
    ];
    const result = await page(simulator, path, [...lastDays(60), ['limit', '50'], ...params]);
    const fits: Oracle = (_, r) => r.amount !== null && r.amount >= minAmount && r.amount <= maxAmount;
    expect(result.total).toBe(count(path, 60, fits));
    expect(result.total).toBeGreaterThan(0);
    for (const row of result.rows)
      expect(find(row)[1].some((round) => fits(world.companies[0] as Company, round))).toBe(true);
  });

  it('ignores the amount names of the other list, and reports them', async () => {
    const other = path === '/companies' ? 'min_amount' : 'min_funding';
    const result = await page(simulator, path, [...lastDays(60), [other, '900B'], ['colour', 'red']]);
    expect(result.total).toBe(count(path, 60, () => true));
    expect(simulator.transcript().at(-1)?.unknownParameters).toEqual([other, 'colour']);
  });

  it('lists the newest first and every row once over all pages', async () => {
    const rows: Record<string, unknown>[] = [];
    let hasMore = true;
    for (let offset = 0; hasMore; offset += 50) {
      const next = await page(simulator, path, [
        ...lastDays(20),
        ['limit', '50'],
        ['offset', String(offset)],
      ]);
      rows.push(...next.rows);
      hasMore = next.hasMore;
    }
    expect(rows.length).toBe(count(path, 20, () => true));
    expect(new Set(rows.map((row) => row['id'])).size).toBe(rows.length);
    const dates = rows.map((row) => String(row['fundingAnnounceDate']));
    expect(dates).toEqual([...dates].sort().reverse());
  });
});

describe('array parameters', () => {
  const forms: [string, [string, string][]][] = [
    [
      'bracket',
      [
        ['countries[]', 'DE'],
        ['countries[]', 'FR'],
        ['countries[]', 'SE'],
      ],
    ],
    [
      'repeated',
      [
        ['countries', 'DE'],
        ['countries', 'FR'],
        ['countries', 'SE'],
      ],
    ],
    ['JSON', [['countries', '["DE","FR","SE"]']]],
    ['JSON with spaces', [['countries', ' [ "DE", "FR" , "SE" ] ']]],
    [
      'a mixture',
      [
        ['countries[]', 'DE'],
        ['countries', 'FR'],
        ['countries', '["SE","DE"]'],
      ],
    ],
  ];
  it.each(forms)('in the form: %s', async (_name, params) => {
    const { total } = await page(simulator, '/fundings', [...lastDays(60), ...params]);
    expect(total).toBe(count('/fundings', 60, (c) => ['DE', 'FR', 'SE'].includes(c.country.code)));
    expect(total).toBeGreaterThan(0);
  });

  it('take malformed JSON and comma lists literally, so they match nothing', async () => {
    expect((await page(simulator, '/fundings', [...lastDays(60), ['countries', '["DE"']])).total).toBe(0);
    expect((await page(simulator, '/fundings', [...lastDays(60), ['countries', 'DE,FR']])).total).toBe(0);
  });

  it('decode a raw plus sign as a space, as in any form-encoded query', async () => {
    const raw = `${simulator.baseUrl}/fundings?funding_date_start=${day(-59)}&funding_date_end=${day(0)}&stages=Series+C+`;
    const response = await fetch(raw, { headers: { Authorization: `Bearer ${simulator.liveKey}` } });
    expect(asRow(asRow(await response.json())['pagination'])['total']).toBe(0);
  });
});

it('every country has a currency', () => {
  expect(COUNTRIES.every((country) => /^[A-Z]{3}$/.test(country.currency))).toBe(true);
});
