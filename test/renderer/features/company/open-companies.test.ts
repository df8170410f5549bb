import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as NavigationModule from '../../../../renderer/session/navigation.svelte.ts';
import type * as OpenModule from '../../../../renderer/features/company/open-companies.ts';
import { createApi, type Port } from '../../../../shared/contract/kit.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import { compiled } from '../../support/compiled.ts';
import { createFixture, STATES } from '../../fixture/host.ts';

/* Companies that are shown, and those a key away, over the core in memory. */

const load = compiled();
const REST_MS = 250;
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

interface Asked {
  readonly channel: string;
  readonly id: unknown;
}

async function open() {
  const { OpenCompanies } = (await load('/renderer/features/company/open-companies.ts')) as typeof OpenModule;
  const host = createFixture(STATES.account);
  const asked: Asked[] = [];
  const listeners = new Set<(channel: string, payload: unknown) => void>();
  const port: Port = {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    request: (channel, input) => {
      asked.push({ channel, id: (input as { readonly id?: unknown }).id });
      return host.port.request(channel, input);
    },
  };
  const api = createApi<typeof contract>(port);
  const { queryId } = await api.library.open({});
  const { rows } = await api.library.rows({ queryId, offset: 0, limit: 3 });
  const [first = '', second = '', third = ''] = rows.map(({ companyId }) => companyId);
  asked.length = 0;
  const reads = (id: string): number =>
    asked.filter((each) => each.channel === 'companies.get' && each.id === id).length;
  const peopleOf = (id: string): number =>
    asked.filter((each) => each.channel === 'companies.people' && each.id === id).length;
  return {
    companies: new OpenCompanies(api),
    ids: { first, second, third },
    asked,
    reads,
    peopleOf,
    push: (channel: string) => {
      for (const listener of listeners) listener(channel, {});
    },
  };
}

test('a company that was read ahead stands at once, without its people; they come when it is stayed with', async () => {
  const { companies, ids, reads, peopleOf } = await open();
  companies.preload([ids.first]);
  await vi.waitFor(() => expect(reads(ids.first)).toBe(1));
  await vi.advanceTimersByTimeAsync(REST_MS * 4);
  expect(peopleOf(ids.first)).toBe(0);
  const { company, ready } = companies.acquire(ids.first, true);
  await ready;
  expect(company.view?.row.companyId).toBe(ids.first);
  expect([company.isRested, company.people]).toEqual([false, null]);
  await vi.advanceTimersByTimeAsync(REST_MS);
  await vi.waitFor(() => expect(company.people).not.toBeNull());
  expect([reads(ids.first), peopleOf(ids.first), company.isRested]).toEqual([1, 1, true]);
  companies.dispose();
});

test('whoever comes to one that was read ahead without hurry sees its people with it', async () => {
  const { companies, ids, peopleOf } = await open();
  companies.preload([ids.first]);
  // Also where it is still being read.
  const { company, ready } = companies.acquire(ids.first, false);
  await ready;
  expect(company.view).not.toBeNull();
  expect(company.people).not.toBeNull();
  expect(peopleOf(ids.first)).toBe(1);
  companies.dispose();
});

test('of whom nobody is kept it stands whole at once: that was told with the rest, and nobody is asked for', async () => {
  const { companies, peopleOf } = await open();
  companies.preload(['rautia']);
  await vi.waitFor(() => expect(companies.acquire('rautia', true).company.view).not.toBeNull());
  const { company, ready } = companies.acquire('rautia', false);
  // Read already: nothing is waited for.
  expect([company.isRested, company.people?.state, company.people?.people]).toEqual([true, 'told-none', []]);
  await ready;
  expect(peopleOf('rautia')).toBe(0);
  companies.dispose();
});

test('one that was passed by is let go whole: its people are never asked for', async () => {
  const { companies, ids, reads, peopleOf } = await open();
  companies.preload([ids.first]);
  const { company, ready } = companies.acquire(ids.first, true);
  await ready;
  companies.release(company);
  await vi.advanceTimersByTimeAsync(REST_MS * 4);
  expect(peopleOf(ids.first)).toBe(0);
  const again = companies.acquire(ids.first, false);
  await again.ready;
  expect([again.company === company, reads(ids.first)]).toEqual([false, 2]);
  companies.dispose();
});

test('from beside the list to the full width it is the same company, read once', async () => {
  const { companies, ids, reads } = await open();
  const beside = companies.acquire(ids.first, false);
  await beside.ready;
  companies.release(beside.company);
  const full = companies.acquire(ids.first, false);
  await full.ready;
  await vi.advanceTimersByTimeAsync(REST_MS);
  expect(full.company).toBe(beside.company);
  expect(reads(ids.first)).toBe(1);
  companies.dispose();
});

test('only what a key opens now stays read ahead, and not for longer than half a minute', async () => {
  const { companies, ids, reads } = await open();
  companies.preload([ids.first, ids.second]);
  companies.preload([ids.second, ids.third]);
  expect([reads(ids.first), reads(ids.second), reads(ids.third)]).toEqual([1, 1, 1]);
  companies.preload([ids.first]);
  expect(reads(ids.first)).toBe(2);
  await vi.advanceTimersByTimeAsync(30_000);
  await companies.acquire(ids.first, true).ready;
  expect(reads(ids.first)).toBe(3);
  companies.dispose();
});

test.each(['library.onChanged', 'keys.onChanged', 'market.onChanged', 'demo.onChanged'])(
  'what was read ahead is read again after %s, and what is shown stays',
  async (channel) => {
    const { companies, ids, reads, push } = await open();
    const { company, ready } = companies.acquire(ids.first, false);
    await ready;
    companies.preload([ids.second]);
    push(channel);
    const next = companies.acquire(ids.second, true);
    await next.ready;
    expect(reads(ids.second)).toBe(2);
    expect(companies.acquire(ids.first, false).company).toBe(company);
    companies.dispose();
  },
);

test('all prices of a company are asked for in one message', async () => {
  const { companies, ids, asked } = await open();
  const { company, ready } = companies.acquire(ids.first, false);
  await ready;
  expect(asked.filter(({ channel }) => channel.startsWith('quota.'))).toEqual([
    { channel: 'quota.prices', id: undefined },
  ]);
  const { profilePrice, peoplePrice, panels } = company;
  for (const price of [profilePrice, peoplePrice, panels.of.rounds.price, panels.of['open-roles'].price])
    expect(price.preview).not.toBeNull();
  companies.dispose();
});

test('from a row it is its own company that a key opens, from the company beside the next one, the two on its way first', async () => {
  const { Navigation } = (await load('/renderer/session/navigation.svelte.ts')) as typeof NavigationModule;
  const navigation = new Navigation();
  // A heading stands between the second and the third.
  const rows = ['a', 'b', null, 'c'];
  const standOn = (index: number) => navigation.standOn(index, (at) => rows[at] ?? null);
  standOn(0);
  expect(navigation.near).toEqual(['a']);
  navigation.openCompany('b');
  standOn(1);
  expect(navigation.near).toEqual(['c', 'a']);
  navigation.openCompany('c');
  standOn(3);
  navigation.openCompany('b');
  const leave = standOn(1);
  expect(navigation.near).toEqual(['a']);
  leave();
  expect(navigation.near).toEqual([]);
  rows[2] = 'd';
  standOn(2);
  expect(navigation.near).toEqual(['c', 'b']);
  standOn(1);
  expect(navigation.near).toEqual(['a', 'd']);
  // Two on the way it goes: the second is asked for before the first one's answers are back.
  standOn(0);
  standOn(1);
  expect(navigation.near).toEqual(['d', 'c', 'a']);
});
