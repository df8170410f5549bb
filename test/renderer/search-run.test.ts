import { expect, test } from 'vitest';
import type * as SearchModule from '../../renderer/state/search.svelte.ts';
import { createApi } from '../../shared/contract-kit.ts';
import type { Api, contract } from '../../shared/contract.ts';
import { compiled } from './compiled.ts';
import { createFixture, STATES } from './fixture/host.ts';

/* What a press of "Run search" asks for, over the core in memory. */
const load = compiled();
const NOW = Date.UTC(2026, 4, 14, 9, 40);

async function searching() {
  // What is loaded is the module of that file.
  const { Search } = (await load('/renderer/state/search.svelte.ts')) as typeof SearchModule;
  const { port } = createFixture(STATES.account);
  const runs: unknown[] = [];
  const api: Api = createApi<typeof contract>({
    ...port,
    subscribe: (listener) => port.subscribe(listener),
    request: async (channel, input) => {
      if (channel === 'search.run') runs.push(input);
      return port.request(channel, input);
    },
  });
  const search = new Search(api);
  await search.load();
  const question = () => {
    const asked = search.form.question(NOW);
    if (asked === null) throw new Error('the filters make no question');
    return asked;
  };
  return { search, runs, question };
}

test('a proposal that came after the price asks for no more rows than the price says', async () => {
  const { search, runs, question } = await searching();
  search.form.ownRows = false;
  search.form.propose(10);
  await search.first.ask(question());
  search.form.propose(40);
  await search.run(question());
  expect(runs).toMatchObject([{ question: { query: { limit: 10 } }, accepted: { records: 10 } }]);
  search.dispose();
});

test('the seller’s own number of rows is what is asked for, or nothing', async () => {
  const { search, runs, question } = await searching();
  search.form.rows = '10';
  search.form.ownRows = true;
  await search.first.ask(question());
  search.form.rows = '40';
  await search.run(question());
  expect(runs).toMatchObject([{ question: { query: { limit: 40 } }, accepted: { records: 10 } }]);
  search.dispose();
});
