import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as NavigationModule from '../../../../renderer/session/navigation.svelte.ts';
import type * as OpenModule from '../../../../renderer/features/company/open-companies.ts';
import { createApi, type Port } from '../../../../shared/contract/kit.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import { compiled } from '../../support/compiled.ts';
import { createFixture, STATES } from '../../fixture/host.ts';

/* Loading, preloading and disposing of companies. */

const load = compiled();
const REST_MS = 250;
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

interface LoggedRequest {
  readonly channel: string;
  readonly id: unknown;
}

async function open() {
  const { OpenCompanies } = (await load('/renderer/features/company/open-companies.ts')) as typeof OpenModule;
  const host = createFixture(STATES.account);
  const requests: LoggedRequest[] = [];
  const listeners = new Set<(channel: string, payload: unknown) => void>();
  const port: Port = {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    request: (channel, input) => {
      requests.push({ channel, id: (input as { readonly id?: unknown }).id });
      return host.port.request(channel, input);
    },
  };
  const api = createApi<typeof contract>(port);
  const { queryId } = await api.library.open({});
  const { rows } = await api.library.rows({ queryId, offset: 0, limit: 3 });
  const [first = '', second = '', third = ''] = rows.map(({ companyId }) => companyId);
  requests.length = 0;
  const loadCount = (id: string): number =>
    requests.filter((each) => each.channel === 'companies.get' && each.id === id).length;
  const contactsLoadCount = (id: string): number =>
    requests.filter((each) => each.channel === 'companies.people' && each.id === id).length;
  return {
    companies: new OpenCompanies(api),
    ids: { first, second, third },
    requests,
    loadCount,
    contactsLoadCount,
    push: (channel: string) => {
      for (const listener of listeners) listener(channel, {});
    },
  };
}

test('shows a preloaded company without delay, and loads its contacts when the user stays', async () => {
  const { companies, ids, loadCount, contactsLoadCount } = await open();
  companies.preload([ids.first]);
  await expect.poll(() => loadCount(ids.first)).toBe(1);
  await vi.advanceTimersByTimeAsync(REST_MS * 4);
  expect(contactsLoadCount(ids.first)).toBe(0);
  const { company, ready } = companies.acquire(ids.first, true);
  await ready;
  expect(company.view?.row.companyId).toBe(ids.first);
  expect([company.isRested, company.people]).toEqual([false, null]);
  await vi.advanceTimersByTimeAsync(REST_MS);
  await expect.poll(() => company.people).not.toBeNull();
  expect([loadCount(ids.first), contactsLoadCount(ids.first), company.isRested]).toEqual([1, 1, true]);
  companies.dispose();
});

test('loads contacts together with a preloaded company when the user is not hurrying', async () => {
  const { companies, ids, contactsLoadCount } = await open();
  companies.preload([ids.first]);
  // Opens the company while it is still being preloaded.
  const { company, ready } = companies.acquire(ids.first, false);
  await ready;
  expect(company.view).not.toBeNull();
  expect(company.people).not.toBeNull();
  expect(contactsLoadCount(ids.first)).toBe(1);
  companies.dispose();
});

test('does not load contacts of a company that has none', async () => {
  const { companies, contactsLoadCount } = await open();
  companies.preload(['rautia']);
  await expect.poll(() => companies.acquire('rautia', true).company.view).not.toBeNull();
  const { company, ready } = companies.acquire('rautia', false);
  // The company's data shows that it has no contacts, so the state of the contacts is already set before
  // `ready` settles.
  expect([company.isRested, company.people?.state, company.people?.people]).toEqual([true, 'told-none', []]);
  await ready;
  expect(contactsLoadCount('rautia')).toBe(0);
  companies.dispose();
});

test('disposes a company that was passed by, without loading its contacts', async () => {
  const { companies, ids, loadCount, contactsLoadCount } = await open();
  companies.preload([ids.first]);
  const { company, ready } = companies.acquire(ids.first, true);
  await ready;
  companies.release(company);
  await vi.advanceTimersByTimeAsync(REST_MS * 4);
  expect(contactsLoadCount(ids.first)).toBe(0);
  const again = companies.acquire(ids.first, false);
  await again.ready;
  expect([again.company === company, loadCount(ids.first)]).toEqual([false, 2]);
  companies.dispose();
});

test('reuses the company beside the list at full size', async () => {
  const { companies, ids, loadCount } = await open();
  const beside = companies.acquire(ids.first, false);
  await beside.ready;
  companies.release(beside.company);
  const full = companies.acquire(ids.first, false);
  await full.ready;
  await vi.advanceTimersByTimeAsync(REST_MS);
  expect(full.company).toBe(beside.company);
  expect(loadCount(ids.first)).toBe(1);
  companies.dispose();
});

test('keeps a few preloaded companies that are no longer one key away, for at most 30 seconds', async () => {
  const { companies, ids, loadCount } = await open();
  companies.preload([ids.first, ids.second]);
  companies.preload([ids.second, ids.third]);
  companies.preload([ids.first]);
  expect([loadCount(ids.first), loadCount(ids.second), loadCount(ids.third)]).toEqual([1, 1, 1]);
  await vi.advanceTimersByTimeAsync(30_000);
  await companies.acquire(ids.first, true).ready;
  expect(loadCount(ids.first)).toBe(2);
  companies.dispose();
});

test('drops the oldest preloaded companies when the user moves on', async () => {
  const { companies, ids, loadCount } = await open();
  const further = ['cmp_a', 'cmp_b', 'cmp_c'];
  companies.preload([ids.first, ids.second]);
  companies.preload(further);
  companies.preload([ids.third]);
  companies.preload([ids.second, ids.first]);
  expect([loadCount(ids.first), loadCount(ids.second)]).toEqual([2, 2]);
  companies.dispose();
});

test.each(['library.onChanged', 'keys.onChanged', 'market.onChanged', 'demo.onChanged'])(
  'drops preloaded companies after %s, and keeps those on screen',
  async (channel) => {
    const { companies, ids, loadCount, push } = await open();
    const { company, ready } = companies.acquire(ids.first, false);
    await ready;
    companies.preload([ids.second]);
    push(channel);
    const next = companies.acquire(ids.second, true);
    await next.ready;
    expect(loadCount(ids.second)).toBe(2);
    expect(companies.acquire(ids.first, false).company).toBe(company);
    companies.dispose();
  },
);

test('requests all prices of a company in one message', async () => {
  const { companies, ids, requests } = await open();
  const { company, ready } = companies.acquire(ids.first, false);
  await ready;
  expect(requests.filter(({ channel }) => channel.startsWith('quota.'))).toEqual([
    { channel: 'quota.prices', id: undefined },
  ]);
  const { profilePrice, peoplePrice, panels } = company;
  for (const price of [profilePrice, peoplePrice, panels.of.rounds.price, panels.of['open-roles'].price])
    expect(price.preview).not.toBeNull();
  companies.dispose();
});

test('preloads the company of the row, or with an open company the neighbours, in the direction of the move first', async () => {
  const { Navigation } = (await load('/renderer/session/navigation.svelte.ts')) as typeof NavigationModule;
  const navigation = new Navigation();
  // The third row is a heading.
  const rows = ['a', 'b', null, 'c'];
  const setActiveRow = (index: number) => navigation.setActiveRow(index, (at) => rows[at] ?? null);
  setActiveRow(0);
  expect(navigation.nearbyCompanyIds).toEqual(['a']);
  navigation.openCompany('b');
  setActiveRow(1);
  expect(navigation.nearbyCompanyIds).toEqual(['c', 'a']);
  navigation.openCompany('c');
  setActiveRow(3);
  navigation.openCompany('b');
  const leave = setActiveRow(1);
  expect(navigation.nearbyCompanyIds).toEqual(['a']);
  leave();
  expect(navigation.nearbyCompanyIds).toEqual([]);
  rows[2] = 'd';
  setActiveRow(2);
  expect(navigation.nearbyCompanyIds).toEqual(['c', 'b']);
  setActiveRow(1);
  expect(navigation.nearbyCompanyIds).toEqual(['a', 'd']);
  // Two companies are preloaded in the direction of the last move, and one in the other direction.
  setActiveRow(0);
  setActiveRow(1);
  expect(navigation.nearbyCompanyIds).toEqual(['d', 'c', 'a']);
});

test('opens the next and the previous company of the list in full view, past headings and further rows', async () => {
  const { Navigation } = (await load('/renderer/session/navigation.svelte.ts')) as typeof NavigationModule;
  const navigation = new Navigation();
  // The second row is a heading. The last two rows are rounds of the same company.
  const rows = ['a', null, 'b', 'c', 'c'];
  let active = 0;
  let leave = (): void => undefined;
  const report = (index: number): void => {
    active = index;
    leave = navigation.setActiveRow(index, (at) => rows[at] ?? null, report);
  };
  report(0);
  navigation.openCompany('a', true);
  expect(navigation.neighbour(-1)).toBeNull();
  navigation.openNeighbour(1);
  expect([navigation.companyId, navigation.full, active]).toEqual(['b', true, 2]);
  navigation.openNeighbour(1);
  expect(navigation.neighbour(1)).toBeNull();
  navigation.openNeighbour(1);
  expect([navigation.companyId, active]).toEqual(['c', 3]);
  navigation.openNeighbour(-1);
  expect(navigation.companyId).toBe('b');
  // A company that was opened from elsewhere has no neighbours in this list.
  navigation.openCompany('elsewhere', true);
  expect([navigation.neighbour(1), navigation.neighbour(-1)]).toEqual([null, null]);
  navigation.openCompany('b', true);
  leave();
  expect(navigation.neighbour(1)).toBeNull();
});
