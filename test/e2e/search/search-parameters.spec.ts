import { expect, test, type Page } from '@playwright/test';
import { openLoopback, type LoopbackApp } from '../../support/browser/loopback-app.ts';
import {
  startSimulatorProcess,
  type Call,
  type SimulatorProcess,
} from '../../support/simulator/simulator-process.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import * as journey from '../support/journey.ts';
import { choose, chooseList, filters, openMore, resultsPane, run, setDates } from './search-page.ts';

/*
 * Each documented parameter of both lists (specification §4.2 and §4.10) reaches the service as documented.
 * The tests compare the whole query, so no other parameter may be sent.
 */

const data = tempDir();
let service: SimulatorProcess;
let app: LoopbackApp;

test.describe.configure({ mode: 'serial', timeout: 60_000 });
test.beforeAll(async ({ browser }) => {
  service = await startSimulatorProcess(['--seed', '11']);
  app = await openLoopback(browser, data.path);
  await app.page.setViewportSize({ width: 1440, height: 900 });
  const { baseUrl, liveKey: apiKey } = service;
  await journey.connectAccount(app.page, { baseUrl, apiKey, passphrase: 'correct horse battery' });
  await journey.goTo(app.page, 'Search');
  await app.page.getByRole('button', { name: /^Load filter values/ }).click();
  await expect(app.page.getByRole('button', { name: /^Load filter values/ })).toHaveCount(0);
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
  readonly name: string;
  set(page: Page): Promise<void>;
  /** Returns the expected query parameters. */
  sent(list: List): Pairs;
}

const chosen = (name: string, field: string, values: readonly string[], parameter: string): Parameter => ({
  name,
  set: async (page) => {
    for (const value of values) await choose(page, field, value);
  },
  sent: () => values.map((value) => [`${parameter}[]`, value]),
});
const more = (parameter: Parameter): Parameter => ({
  ...parameter,
  set: async (page) => {
    await openMore(page);
    await parameter.set(page);
  },
});
const amount = (
  label: string,
  typed: string,
  [rounds, companies]: readonly [string, string],
  sent: string,
) => ({
  name: `${label} ${typed}`,
  set: (page: Page) => page.getByLabel(label, { exact: true }).fill(typed),
  sent: (list: List): Pairs => [[list === 'Rounds' ? rounds : companies, sent]],
});
const MIN = ['min_amount', 'min_funding'] as const;
const MAX = ['max_amount', 'max_funding'] as const;
const toggled = (name: string, label: string, parameter: string): Parameter => ({
  name,
  set: (page) => page.getByRole('switch', { name: label }).click(),
  sent: () => [[parameter, 'true']],
});
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const [FROM, TO] = [daysAgo(40), daysAgo(3)];
/** The same limit for every request, so the price does not change before the click. */
const ROWS = '10';
const ALWAYS: Pairs = [
  ['funding_date_start', FROM],
  ['funding_date_end', TO],
  ['offset', '0'],
];

/** Groups of parameters that share one request, because the minute budget is too small for separate ones. */
const CALLS: readonly (readonly Parameter[])[] = [
  [
    {
      name: 'countries, as codes',
      set: async (page) => {
        await choose(page, 'Countries', 'Germany', 'germ');
        await choose(page, 'Countries', 'United States');
      },
      sent: () => [
        ['countries[]', 'DE'],
        ['countries[]', 'US'],
      ],
    },
    chosen('stages, with a plus', 'Stages', ['Series C+', 'Seed'], 'stages'),
    chosen('industries', 'Industries', ['Logistics & Transport'], 'industries'),
    amount('From', '$1.5m', MIN, '1.5M'),
    amount('To', '2,500,000,000', MAX, '2500000000'),
  ],
  [
    more(chosen('technologies, with signs', 'Technologies', ['C++ Toolchain', 'Q&A Widget'], 'technologies')),
    more(chosen('company_size, with a plus', 'Company size', ['1000+', '1-10'], 'company_size')),
    more(chosen('tags', 'Tags', ['B2B & B2C'], 'tags')),
    more({
      name: 'investors, typed',
      set: (page) => choose(page, 'Investors', 'Smith & Sons + Co'),
      sent: () => [['investors[]', 'Smith & Sons + Co']],
    }),
    more({
      name: 'search',
      set: (page) => page.getByLabel('Text', { exact: true }).fill('grid storage 100%'),
      sent: () => [['search', 'grid storage 100%']],
    }),
  ],
  [
    {
      name: 'currency',
      set: async (page) => {
        await page.getByLabel('Currency').selectOption('EUR');
      },
      sent: () => [['currency', 'EUR']],
    },
    amount('From', '750K', MIN, '750K'),
    toggled('validated_contacts', 'Only with validated contacts', 'validated_contacts'),
    toggled('has_open_roles', 'Only hiring', 'has_open_roles'),
    chosen('hiring_departments', 'Departments', ['IT', 'HR'], 'hiring_departments'),
    chosen('hiring_seniority', 'Seniority', ['Senior'], 'hiring_seniority'),
    {
      name: 'hiring_role_type',
      set: (page) => page.getByRole('radiogroup', { name: 'Role type' }).getByText('Leadership').click(),
      sent: () => [['hiring_role_type', 'leadership']],
    },
  ],
  [
    toggled('has_open_roles alone', 'Only hiring', 'has_open_roles'),
    {
      name: 'hiring_role_type of individuals',
      set: (page) => page.getByRole('radiogroup', { name: 'Role type' }).getByText('Individual').click(),
      sent: () => [['hiring_role_type', 'ic']],
    },
  ],
  [
    {
      name: 'hiring filters that are switched off again are not sent',
      set: async (page) => {
        await page.getByRole('switch', { name: 'Only hiring' }).click();
        await choose(page, 'Departments', 'Sales');
        await page.getByRole('switch', { name: 'Only hiring' }).click();
      },
      sent: () => [],
    },
  ],
];
const lowerCased = (pairs: Pairs): Pairs =>
  pairs.map(([name, value]) => (name.startsWith('hiring_') ? [name, value.toLowerCase()] : [name, value]));
const byText = (pairs: Pairs): string[] => pairs.map(([name, value]) => `${name}=${value}`).sort();
const pairsOf = ({ query }: Call): string[] => byText([...new URLSearchParams(query)]);

for (const list of ['Rounds', 'Companies'] as const) {
  const path = list === 'Rounds' ? '/api/v1/fundings' : '/api/v1/companies';
  // Both lists share the form and its hiring filters, so those are tried with one of them.
  for (const parameters of list === 'Rounds' ? CALLS : CALLS.slice(0, 3)) {
    const title = parameters.map(({ name }) => name).join(', ');
    test(`${list}: ${title}`, async () => {
      const { page } = app;
      await chooseList(page, list);
      await filters(page).getByRole('button', { name: 'Clear filters' }).click();
      await setDates(page, FROM, TO);
      await page.getByLabel('Rows at a time').fill(ROWS);
      for (const parameter of parameters) await parameter.set(page);
      const call = await run(page, service);
      expect(call.path).toBe(path);
      expect(call.status).toBe(200);
      expect(Reflect.get(call, 'unknownParameters') ?? []).toEqual([]);
      expect(pairsOf(call)).toEqual(
        byText([...ALWAYS, ['limit', ROWS], ...lowerCased(parameters.flatMap((each) => each.sent(list)))]),
      );
      // An unencoded plus would become a space, and the filter would match nothing.
      if (call.query.includes('Series')) expect(call.query).toContain('Series+C%2B');
      if (call.query.includes('company_size')) expect(call.query).toContain('1000%2B');
    });
  }

  test(`${list}: the next page starts where the last one ended`, async () => {
    const { page } = app;
    await chooseList(page, list);
    await filters(page).getByRole('button', { name: 'Clear filters' }).click();
    await setDates(page, FROM, TO);
    await page.getByRole('switch', { name: 'Only with validated contacts' }).click();
    await page.getByLabel('Rows at a time').fill(ROWS);
    await run(page, service);
    const before = (await service.transcript()).length;
    await resultsPane(page)
      .getByRole('button', { name: new RegExp(`^Next ${ROWS}`) })
      .click();
    await expect.poll(async () => (await service.transcript()).length).toBe(before + 1);
    const call = (await service.transcript()).at(-1);
    if (call === undefined) throw new Error('the service received no request');
    expect(call.path).toBe(path);
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
}
