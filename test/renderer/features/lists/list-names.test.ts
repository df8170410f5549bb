import { expect, test } from 'vitest';
import type * as NamesModule from '../../../../renderer/features/lists/list-names.svelte.ts';
import type * as SearchTriageModule from '../../../../renderer/features/search/results/search-triage.ts';
import type * as AppModule from '../../../../renderer/session/app.svelte.ts';
import type { Search } from '../../../../renderer/features/search/search.svelte.ts';
import { createApi } from '../../../../shared/contract/kit.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import { triage as strings } from '../../../../renderer/features/lists/triage/strings.ts';
import { compiled } from '../../support/compiled.ts';
import { stubKeep } from '../../support/keep-state.ts';
import { createFixture, STATES } from '../../fixture/host.ts';

/*
 * Tests the names of the lists that contain companies in the search results. Also tests that moving to the
 * next company skips companies on a list.
 */
const load = compiled();

async function open() {
  const { App } = (await load('/renderer/session/app.svelte.ts')) as typeof AppModule;
  const { listNamesOf } = (await load('/renderer/features/lists/list-names.svelte.ts')) as typeof NamesModule;
  const { searchTriage } = (await load(
    '/renderer/features/search/results/search-triage.ts',
  )) as typeof SearchTriageModule;
  const { port } = createFixture(STATES.account);
  const asked: string[] = [];
  const app = stubKeep(
    new App(
      createApi<typeof contract>({
        ...port,
        subscribe: (listener) => port.subscribe(listener),
        request: (channel, input) => {
          asked.push(channel);
          return port.request(channel, input);
        },
      }),
    ),
  );
  await app.refreshWorkspace();
  for (const { id } of (await app.api.watchlists.list({})).watchlists)
    await app.api.watchlists.remove({ id });
  const { queryId } = await app.api.library.open({});
  const { rows } = await app.api.library.rows({ queryId, offset: 0, limit: 4 });
  const ids = rows.map(({ companyId }) => companyId);
  const names = listNamesOf(app);
  return { app, names, ids, rows, asked, searchTriage };
}

test('are loaded for all rows together, and again when a list changes', async () => {
  const { app, names, ids, asked } = await open();
  const [first = '', second = ''] = ids;
  const { id } = await app.api.watchlists.create({ name: 'Warm' });
  await app.api.watchlists.add({ id, companyIds: [first], reason: '' });
  names.load(ids);
  await expect.poll(() => names.of(first)).toEqual(['Warm']);
  names.load(ids);
  expect(asked.filter((channel) => channel === 'watchlists.namesOf')).toHaveLength(1);
  await app.api.watchlists.add({ id, companyIds: [second], reason: '' });
  await app.api.watchlists.drop({ id, companyIds: [first] });
  await expect.poll(() => [names.of(first), names.of(second)]).toEqual([[], ['Warm']]);
});

test('a saved company counts once, beside the handled ones, and is skipped by the next key', async () => {
  const { app, names, ids, rows, searchTriage } = await open();
  const [, second = ''] = ids;
  const { id } = await app.api.watchlists.create({ name: 'Warm' });
  await app.api.watchlists.add({ id, companyIds: [second], reason: '' });
  names.load(ids);
  await expect.poll(() => names.of(second)).toEqual(['Warm']);
  const search = { sorted: rows, active: 0 };
  const triage = searchTriage(app, search as unknown as Search);
  triage.attach((at) => (search.active = at));
  await triage.marks.read(ids);
  expect([triage.progress, triage.partsText]).toEqual([{ handled: 0, saved: 1, total: 4 }, '']);
  await triage.done();
  expect(search.active).toBe(2);
  expect(triage.progressText).toBe('1 of 4 companies handled: 1 done. 1 saved to a list');
  search.active = 1;
  await triage.done();
  expect([triage.progress, triage.partsText]).toEqual([{ handled: 2, saved: 0, total: 4 }, '2 done']);
});

test('describes the progress in a list of one company in the singular', () => {
  expect(strings.progressText({ handled: 1, saved: 0, total: 1 }, null)).toBe('1 of 1 company handled');
});
