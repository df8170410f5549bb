import { expect, test, type Page } from '@playwright/test';
import { openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import {
  startSimulatorHere,
  type Call,
  type SimulatorProcess,
} from '../../support/simulator/simulator-process.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import * as journey from '../support/journey.ts';
import { choose, chooseList, clearFilters, openMore, resultsPane, run, setDates } from './search-page.ts';

/*
 * Each documented parameter of both lists (specification §4.2 and §4.10) reaches the service as documented.
 * The tests compare the whole query, so no other parameter may be sent. `search-form.test.ts` tests other
 * combinations.
 */

const data = tempDir();
let service: SimulatorProcess;
let app: LoopbackApp;

test.describe.configure({ mode: 'serial', timeout: 60_000 });
test.beforeAll(async ({ browser }) => {
  service = await startSimulatorHere(['--seed', '11']);
  app = await openLoopback(browser, data.path);
  await app.page.setViewportSize({ width: 1440, height: 900 });
  const { baseUrl, liveKey: apiKey } = service;
  await journey.connectAccount(app.page, { baseUrl, apiKey, passphrase: 'correct horse battery' });
  await journey.goTo(app.page, 'Search');
  // The app loaded the filter options when it connected, so Search does not offer to load them.
  await expect(app.page.getByRole('button', { name: /^Load industries/ })).toHaveCount(0);
});
test.afterAll(async () => {
  expect(app.pageErrors).toEqual([]);
  await app.close();
  await service.stop();
  data.remove();
});

type List = 'Rounds' | 'Companies';
type Pairs = readonly (readonly [name: string, value: string])[];
interface Parameter {
  set(page: Page): Promise<void>;
  /** Returns the expected query parameters. */
  sent(list: List): Pairs;
}

/**
 * @param values the names to choose in the form
 * @param sent the values that must be sent; by default, the same as the names
 */
const chosen = (
  field: string,
  values: readonly string[],
  parameter: string,
  sent: readonly string[] = values,
): Parameter => ({
  set: async (page) => {
    for (const value of values) await choose(page, field, value);
  },
  sent: () => sent.map((value) => [`${parameter}[]`, value]),
});
const amount = (
  label: string,
  typed: string,
  [rounds, companies]: readonly [string, string],
  sent: string,
): Parameter => ({
  set: (page) => page.getByLabel(label, { exact: true }).fill(typed),
  sent: (list) => [[list === 'Rounds' ? rounds : companies, sent]],
});
const toggled = (label: string, parameter: string): Parameter => ({
  set: (page) => page.getByRole('switch', { name: label }).click(),
  sent: () => [[parameter, 'true']],
});
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const [FROM, TO] = [daysAgo(40), daysAgo(3)];
/** Every request uses the same limit, because another limit would change the price before the click. */
const ROWS = '10';
const ALWAYS: Pairs = [
  ['funding_date_start', FROM],
  ['funding_date_end', TO],
  ['offset', '0'],
];

const PARAMETERS: readonly Parameter[] = [
  {
    set: async (page) => {
      await choose(page, 'Countries', 'Germany', 'germ');
      await choose(page, 'Countries', 'United States');
    },
    sent: () => [
      ['countries[]', 'DE'],
      ['countries[]', 'US'],
    ],
  },
  chosen('Stages', ['Series C+', 'Seed'], 'stages'),
  chosen('Industries', ['Logistics & Transport'], 'industries'),
  amount('Min. amount', '$1.5m', ['min_amount', 'min_funding'], '1.5M'),
  amount('Max. amount', '2,500,000,000', ['max_amount', 'max_funding'], '2500000000'),
  {
    set: async (page) => void (await page.getByLabel('Currency').selectOption('EUR')),
    sent: () => [['currency', 'EUR']],
  },
  toggled('Only companies with validated contacts', 'validated_contacts'),
  toggled('Only companies that are hiring', 'has_open_roles'),
  chosen('Departments', ['Engineering / IT', 'HR'], 'hiring_departments', ['it', 'hr']),
  chosen('Seniority', ['Senior'], 'hiring_seniority'),
  {
    set: (page) => page.getByRole('radiogroup', { name: 'Role type' }).getByText('Individual').click(),
    sent: () => [['hiring_role_type', 'ic']],
  },
  chosen('Technologies', ['C++ Toolchain', 'Q&A Widget'], 'technologies'),
  chosen('Company size', ['1000+', '1-10'], 'company_size'),
  chosen('Tags', ['B2B & B2C'], 'tags'),
  chosen('Investors', ['Smith & Sons + Co'], 'investors'),
  {
    set: (page) => page.getByLabel('Text', { exact: true }).fill('grid storage 100%'),
    sent: () => [['search', 'grid storage 100%']],
  },
];
const lowerCased = (pairs: Pairs): Pairs =>
  pairs.map(([name, value]) => (name.startsWith('hiring_') ? [name, value.toLowerCase()] : [name, value]));
const byText = (pairs: Pairs): string[] => pairs.map(([name, value]) => `${name}=${value}`).sort();
const pairsOf = ({ query }: Call): string[] => byText([...new URLSearchParams(query)]);

test('every filter reaches the service, for rounds and for companies', async () => {
  const { page } = app;
  await setDates(page, FROM, TO);
  await page.getByLabel('Results per request').fill(ROWS);
  await openMore(page);
  for (const parameter of PARAMETERS) await parameter.set(page);
  for (const [list, path] of [
    ['Rounds', '/api/v1/fundings'],
    ['Companies', '/api/v1/companies'],
  ] as const) {
    await chooseList(page, list);
    const call = await run(page, service);
    expect([call.path, call.status]).toEqual([path, 200]);
    expect(Reflect.get(call, 'unknownParameters') ?? []).toEqual([]);
    expect(pairsOf(call)).toEqual(
      byText([...ALWAYS, ['limit', ROWS], ...lowerCased(PARAMETERS.flatMap((each) => each.sent(list)))]),
    );
    // The plus sign in a value must be encoded. Otherwise, the service would read it as a space, and the
    // filter would match nothing.
    expect(call.query).toContain('Series+C%2B');
    expect(call.query).toContain('1000%2B');
  }
});

test('the next page starts where the last one ended', async () => {
  const { page } = app;
  await clearFilters(page);
  await setDates(page, FROM, TO);
  await page.getByRole('switch', { name: 'Only companies with validated contacts' }).click();
  await page.getByLabel('Results per request').fill(ROWS);
  await run(page, service);
  const before = (await service.transcript()).length;
  await resultsPane(page)
    .getByRole('button', { name: new RegExp(`^Load ${ROWS} more`) })
    .click();
  await expect.poll(async () => (await service.transcript()).length).toBe(before + 1);
  const call = (await service.transcript()).at(-1);
  if (call === undefined) throw new Error('the service received no request');
  expect(call.path).toBe('/api/v1/companies');
  expect(pairsOf(call)).toEqual(
    byText([
      ['funding_date_start', FROM],
      ['funding_date_end', TO],
      ['limit', ROWS],
      ['offset', ROWS],
      ['validated_contacts', 'true'],
    ]),
  );
});
