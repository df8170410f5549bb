import { expect, test } from 'vitest';
import type * as SearchModule from '../../../../renderer/features/search/search.svelte.ts';
import { createApi } from '../../../../shared/contract/kit.ts';
import type { Api, contract } from '../../../../shared/contract/index.ts';
import { compiled } from '../../support/compiled.ts';
import { createFixture, STATES } from '../../fixture/host.ts';

/* What a press of "Run search" asks for, over the core in memory. */
const load = compiled();
const NOW = Date.UTC(2026, 4, 14, 9, 40);

async function searching() {
  // What is loaded is the module of that file.
  const { Search } = (await load('/renderer/features/search/search.svelte.ts')) as typeof SearchModule;
  const { port } = createFixture(STATES.account);
  const runs: unknown[] = [];
  const gate = { open: Promise.resolve() };
  const api: Api = createApi<typeof contract>({
    ...port,
    subscribe: (listener) => port.subscribe(listener),
    request: async (channel, input) => {
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
    const asked = search.form.question(NOW);
    if (asked === null) throw new Error('the filters make no question');
    return asked;
  };
  return { search, runs, question, gate };
}

test('a proposal that came after the price asks for no more rows than the price says', async () => {
  const { search, runs, question } = await searching();
  search.form.hasCustomRows = false;
  search.form.proposeRows(10);
  await search.firstPage.load(question());
  search.form.proposeRows(40);
  await search.run(question());
  expect(runs).toMatchObject([{ question: { query: { limit: 10 } }, accepted: { records: 10 } }]);
  search.dispose();
});

test('the seller’s own number of rows is what is asked for, or nothing', async () => {
  const { search, runs, question } = await searching();
  search.form.rows = '10';
  search.form.hasCustomRows = true;
  await search.firstPage.load(question());
  search.form.rows = '40';
  await search.run(question());
  expect(runs).toMatchObject([{ question: { query: { limit: 40 } }, accepted: { records: 10 } }]);
  search.dispose();
});

test('an answer that comes late takes nothing from a search that was opened meanwhile, and no further page is paid for', async () => {
  const { search, runs, question, gate } = await searching();
  const { set: before, next } = search;
  expect(next).not.toBeNull();
  const pages = { pages: 3, rows: 150, cost: { requests: 3, records: 150, pageTurns: 2, companies: 0 } };
  const all = () => ({ ...pages, from: question(), isRest: false });
  Reflect.set(search, 'pagesToLoad', all);
  const board = { begin: () => ({ step: () => 0, end: () => 0 }) };
  const asks = [
    async () => void (await search.run(question())),
    () => search.loadAll(question(), board, () => undefined),
  ];
  const opens = [() => search.openSet(before), () => search.openStoredResults(question())];
  for (const [ask, open] of asks.flatMap((each) => opens.map((how) => [each, how] as const))) {
    runs.length = 0;
    let release = (): void => undefined;
    gate.open = new Promise<void>((done) => (release = done));
    await search.firstPage.load(question());
    const asked = ask();
    await expect.poll(() => runs.length).toBe(1);
    await open();
    const { set: opened } = search;
    release();
    await asked;
    expect([search.set === opened, runs.length]).toEqual([true, 1]);
  }
  search.dispose();
});
