import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as AppModule from '../../../renderer/session/app.svelte.ts';
import type * as PaletteFind from '../../../renderer/frame/palette/palette-find.ts';
import type { contract } from '../../../shared/contract/index.ts';
import { createApi } from '../../../shared/contract/kit.ts';
import { compiled } from '../support/compiled.ts';
import { stubKeep } from '../support/keep-state.ts';
import { createFixture, STATES } from '../fixture/host.ts';

/* Tests the palette's commands for a text that matches no command name, such as a word from a note. */
const load = compiled();
beforeEach(() => {
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => undefined);
});
afterEach(() => vi.unstubAllGlobals());

/**
 * Returns the commands for a text that `total` companies match. If `total` is null, the library search fails.
 *
 * @param ofCountry how many companies a country filter finds
 */
async function offered(total: number | null, isOnlyMatch = true, text = 'zebra pricing', ofCountry = 0) {
  const { port } = createFixture(STATES.account);
  const request: typeof port.request = (channel, input) => {
    if (channel !== 'library.find') return port.request(channel, input);
    const isCountry = (input as { readonly filters?: unknown }).filters !== undefined;
    if (total === null) return Promise.resolve({ ok: false, error: { kind: 'internal', ref: 'find' } });
    const found = {
      queryId: 'q',
      total: isCountry ? ofCountry : total,
      libraryTotal: 9,
      sortedBy: 'relevance',
      currencies: [],
    };
    return Promise.resolve({ ok: true, value: found });
  };
  const { App } = (await load('/renderer/session/app.svelte.ts')) as typeof AppModule;
  const app = stubKeep(new App(createApi<typeof contract>({ ...port, request })));
  const { textSearchCommands } = (await load(
    '/renderer/frame/palette/palette-find.ts',
  )) as typeof PaletteFind;
  const commands = await textSearchCommands(app, text, { isOnlyMatch });
  return commands.map(({ group, label, detail, price }) => [group, label, price?.() ?? detail]);
}

const OF_LIBRARY = (detail: string) => ['Library', 'Search your library for “zebra pricing”', detail];
const OF_SERVICE = (group: string) => [
  group,
  'Search the service for “zebra pricing”',
  'shows the price first',
];

test('the words of a note are first searched for in the library, which is free', async () => {
  expect(await offered(1)).toEqual([OF_LIBRARY('1 company'), OF_SERVICE('Search')]);
});

test('a text counts as missing from the library only if the library was searched for it', async () => {
  expect(await offered(0)).toEqual([OF_SERVICE('Not in your library: zebra pricing')]);
  expect(await offered(null)).toEqual([OF_LIBRARY('free'), OF_SERVICE('Search')]);
});

test('the service is not offered if something else matches the text', async () => {
  expect(await offered(2, false)).toEqual([OF_LIBRARY('2 companies')]);
  expect(await offered(0, false)).toEqual([]);
});

test('the name of a country lists its stored companies instead of a search for a company with this name', async () => {
  const ofCountry = ['Library', 'Show companies by country: Germany', '4 companies'];
  expect(await offered(0, true, 'germany', 4)).toEqual([ofCountry]);
  expect(await offered(1, true, 'Germany ', 4)).toEqual([
    ofCountry,
    ['Library', 'Search your library for “Germany”', '1 company'],
  ]);
  // Nothing is offered for a country without stored companies, or for a part of its name.
  expect((await offered(0, true, 'germany', 0)).map(([, label]) => label)).toEqual([
    'Search the service for “germany”',
  ]);
  expect((await offered(0, true, 'german', 4)).map(([, label]) => label)).toEqual([
    'Search the service for “german”',
  ]);
});

test('a command that needs a company is found while none is open, and says so', async () => {
  const { App } = (await load('/renderer/session/app.svelte.ts')) as typeof AppModule;
  const app = stubKeep(new App(createApi<typeof contract>(createFixture(STATES.account).port)));
  const { companyOnlyCommands } = (await load(
    '/renderer/frame/palette/palette-find.ts',
  )) as typeof PaletteFind;
  const found = (text: string) => companyOnlyCommands(app, text).map(({ label, detail }) => [label, detail]);
  expect(found('status')).toEqual([['Set status…', 'open a company first']]);
  expect(found('list')).toEqual([['Save to a list', 'open a company first']]);
  app.navigation.openCompany('a');
  expect(found('status')).toEqual([]);
});
