import { expect, test } from 'vitest';
import type * as SearchModule from '../../../../renderer/features/search/search.svelte.ts';
import type { Preview } from '../../../../shared/model/budget.ts';
import type { ListQuery } from '../../../../shared/model/query.ts';
import type { MissingDays } from '../../../../shared/model/search.ts';
import { changed } from '../../../../shared/list-query.ts';
import { createApi } from '../../../../shared/contract/kit.ts';
import type { Api, contract } from '../../../../shared/contract/index.ts';
import { compiled } from '../../support/compiled.ts';
import { createFixture, STATES } from '../../fixture/host.ts';

/* Tests the requests that the "Run search" button makes. */
const load = compiled();
const NOW = Date.UTC(2026, 4, 14, 9, 40);

async function createSearch() {
  const { Search } = (await load('/renderer/features/search/search.svelte.ts')) as typeof SearchModule;
  const { port } = createFixture(STATES.account);
  const runs: unknown[] = [];
  const rechecks: unknown[] = [];
  const gate = { open: Promise.resolve() };
  const api: Api = createApi<typeof contract>({
    ...port,
    subscribe: (listener) => port.subscribe(listener),
    request: async (channel, input) => {
      if (channel === 'search.recheck') rechecks.push(input);
      if (channel !== 'search.run') return port.request(channel, input);
      runs.push(input);
      const reply = await port.request(channel, input);
      await gate.open;
      return reply;
    },
  });
  const search = new Search(api);
  await search.load();
  const question = () => {
    const made = search.form.question(NOW);
    if (made === null) throw new Error('the filters make no question');
    return made;
  };
  return { search, runs, rechecks, question, gate };
}

test('a plan that proposes a page size does not change the number of rows', async () => {
  const { search, question } = await createSearch();
  search.form.stages = ['Seed'];
  search.form.rows = '10';
  search.plan.setQuestion(question());
  await search.plan.refresh();
  expect(search.plan.plan?.pageSize.rows).toBe(50);
  expect(search.form.rows).toBe('10');
  search.dispose();
});

test('filter options are read again after any search whose price included them', async () => {
  const { search, question } = await createSearch();
  let reads = 0;
  Reflect.set(search.filterOptions, 'read', () => Promise.resolve((reads += 1)));
  const cost = { requests: 1, records: 25, pageTurns: 1, companies: 0 };
  await search.runSaved(question(), cost);
  expect(reads).toBe(0);
  const receipt = await search.runSaved(question(), { ...cost, requests: 2, records: 26 });
  expect(reads).toBe(1);
  expect(search.latestPage).toEqual({ setId: search.set?.setId, receipt });
  search.dispose();
});

test('a search opened while the last results load keeps its own filters and results', async () => {
  const { Search } = (await load('/renderer/features/search/search.svelte.ts')) as typeof SearchModule;
  const { port } = createFixture(STATES.account);
  let reply = (): void => undefined;
  const gate = new Promise<void>((done) => (reply = done));
  const api: Api = createApi<typeof contract>({
    ...port,
    subscribe: (listener) => port.subscribe(listener),
    request: async (channel, input) => {
      if (channel === 'search.last') await gate;
      return port.request(channel, input);
    },
  });
  const search = new Search(api);
  const { question } = await openedSearch(search);
  reply();
  await expect.poll(() => search.isLoaded).toBe(true);
  expect([search.form.question(NOW), search.set]).toEqual([question, null]);
  search.dispose();
});

/** Opens a search that has no stored results. A saved search is opened in the same way. */
async function openedSearch(search: SearchModule.Search) {
  search.form.stages = ['Series C+'];
  const question = search.form.question(NOW);
  if (question === null) throw new Error('the filters make no question');
  search.form.clear();
  search.fillForm(question, NOW);
  await search.openSet(null);
  return { question };
}

test('a move of the demo’s clock keeps the results on screen', async () => {
  const { Search } = (await load('/renderer/features/search/search.svelte.ts')) as typeof SearchModule;
  const { port } = createFixture(STATES.account);
  const listeners = new Set<(channel: string, payload: unknown) => void>();
  const channels: string[] = [];
  const api: Api = createApi<typeof contract>({
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    request: (channel, input) => {
      channels.push(channel);
      return port.request(channel, input);
    },
  });
  const search = new Search(api);
  await expect.poll(() => search.isLoaded).toBe(true);
  const { set } = search;
  expect(set).not.toBeNull();
  channels.length = 0;
  // After the demo's clock was moved, the last stored results may belong to another search. The screen must
  // keep its own results.
  for (const listener of listeners) listener('demo.onChanged', {});
  await expect.poll(() => channels.includes('search.rows')).toBe(true);
  expect(channels).not.toContain('search.last');
  expect(search.set).toBe(set);
  search.dispose();
});

test('requests the number of rows that the user typed, at the accepted price', async () => {
  const { search, runs, question } = await createSearch();
  search.form.rows = '10';
  await search.firstPage.load(question());
  search.form.rows = '40';
  await search.run(question());
  expect(runs).toMatchObject([{ question: { query: { limit: 40 } }, accepted: { records: 10 } }]);
  search.dispose();
});

test('30 days are fetched at the price of their button, and then chosen in the form', async () => {
  const { search, runs, question } = await createSearch();
  const longer = changed(question(), { fundingDateStart: '2026-04-15' });
  expect(await search.runLonger(longer, NOW)).toBeNull();
  expect([runs, search.form.range]).toEqual([[], '7']);
  search.form.rows = '10';
  await search.longerPage.load(changed(question(), { fundingDateStart: '2026-04-15' }));
  await search.runLonger(longer, NOW);
  expect(runs).toMatchObject([{ question: longer, accepted: { records: 10 } }]);
  expect(search.form.range).toBe('30');
  expect(search.form.dates(NOW)).toEqual({ start: '2026-04-15', end: '2026-05-14' });
  search.dispose();
});

test('a longer period is not chosen in the form of another search that was opened since', async () => {
  const { search, runs, question, gate } = await createSearch();
  const longer = changed(question(), { fundingDateStart: '2026-04-15' });
  await search.longerPage.load(longer);
  let release = (): void => undefined;
  gate.open = new Promise<void>((done) => (release = done));
  const sent = search.runLonger(longer, NOW);
  await expect.poll(() => runs.length).toBe(1);
  search.fillForm(question(), NOW);
  release();
  expect(await sent).not.toBeNull();
  expect(search.form.range).toBe('7');
  search.dispose();
});

test('a late reply neither replaces a set opened since, nor requests further pages', async () => {
  const { search, runs, question, gate } = await createSearch();
  const { set: before, next } = search;
  expect(next).not.toBeNull();
  const pages = { pages: 3, rows: 150, cost: { requests: 3, records: 150, pageTurns: 2, companies: 0 } };
  const all = () => ({ ...pages, from: question(), isRest: false });
  Reflect.set(search, 'pagesToLoad', all);
  const progress = { begin: () => ({ step: () => 0, end: () => 0 }) };
  const requests = [
    async () => void (await search.run(question())),
    () => search.loadAll(question(), progress, () => undefined),
  ];
  const opens = [() => search.openSet(before), () => search.openStoredResults(question())];
  for (const [send, open] of requests.flatMap((each) => opens.map((how) => [each, how] as const))) {
    runs.length = 0;
    let release = (): void => undefined;
    gate.open = new Promise<void>((done) => (release = done));
    await search.firstPage.load(question());
    const sent = send();
    await expect.poll(() => runs.length).toBe(1);
    await open();
    const { set: opened } = search;
    release();
    await sent;
    expect([search.set === opened, runs.length]).toEqual([true, 1]);
  }
  search.dispose();
});

test('counts how often other results have replaced the rows, but not further pages of the same search', async () => {
  const { search, question } = await createSearch();
  const run = async () => {
    await search.firstPage.load(question());
    await search.run(question());
    return search.replacedCount;
  };
  expect(search.replacedCount).toBe(0);
  expect(await run()).toBe(1);
  const { set } = search;
  expect(await run()).toBe(2);
  expect(search.set?.setId).toBe(set?.setId);
  const shown = search.rows.length;
  await search.runNextPage();
  expect(search.rows.length).toBeGreaterThan(shown);
  expect(search.replacedCount).toBe(2);
  await search.openStoredResults(question());
  expect(search.replacedCount).toBe(3);
  await search.openSet(set);
  expect(search.replacedCount).toBe(4);
  search.dispose();
});

test('load all requests the largest pages, for any number of rows shown at a time', async () => {
  const { search, runs, question } = await createSearch();
  search.form.stages = ['Seed'];
  search.form.rows = '10';
  search.plan.setQuestion(question());
  await search.plan.refresh();
  const progress = { begin: () => ({ step: () => 0, end: () => 0 }) };
  await search.loadAll(question(), progress, () => undefined);
  expect(runs).toMatchObject([
    { question: { query: { offset: 0, limit: 50 } } },
    { question: { query: { offset: 50, limit: 50 } } },
    { question: { query: { offset: 100, limit: 37 } } },
  ]);
  search.dispose();
});

test('reads the rows of a changed company again, and no other rows', async () => {
  const { Search } = (await load('/renderer/features/search/search.svelte.ts')) as typeof SearchModule;
  const { port } = createFixture(STATES.account);
  const listeners = new Set<(channel: string, payload: unknown) => void>();
  const reads: unknown[] = [];
  const api: Api = createApi<typeof contract>({
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    request: async (channel, input) => {
      const reply = await port.request(channel, input);
      if (channel !== 'search.rows' || !reply.ok) return reply;
      reads.push(input);
      const { rows, loaded } = reply.value as { rows: object[]; loaded: number };
      const window = { state: 'open', closesAtMs: null, isRevealed: true };
      const value =
        reads.length > 1 ? { rows: rows.map((row) => ({ ...row, window })), loaded } : reply.value;
      return { ok: true, value };
    },
  });
  const search = new Search(api);
  await search.load();
  reads.splice(1);
  const [before, next] = search.rows;
  for (const listener of listeners) listener('companies.onChanged', { id: before?.companyId });
  await expect.poll(() => search.rows[0]?.window.isRevealed).toBe(true);
  expect(reads.slice(1)).toMatchObject([{ offset: 0, limit: 1 }]);
  expect(search.rows[1]).toBe(next);
  search.dispose();
});

test('days that may have new rounds are rechecked at the price of their menu item', async () => {
  const { search, runs, rechecks, question } = await createSearch();
  const wanted = question();
  const preview = await priced(search, wanted);
  const days: MissingDays = { question: wanted, why: 'may-be-new', how: 'recheck', preview };
  await search.runMissing(days, wanted);
  expect([runs, rechecks]).toEqual([[], [{ query: wanted.query, accepted: preview.cost, screen: 'search' }]]);
  await search.runMissing({ ...days, how: 'fetch' }, wanted);
  expect([runs.length, rechecks.length]).toEqual([1, 1]);
  search.dispose();
});

async function priced(search: SearchModule.Search, question: ListQuery): Promise<Preview> {
  await search.firstPage.load(question);
  const { preview } = search.firstPage.price;
  if (preview === null) throw new Error('no price');
  return preview;
}
