import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { App } from '../../../../renderer/session/app.svelte.ts';
import type * as AddressCommands from '../../../../renderer/features/search/address/address-commands.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import { createApi } from '../../../../shared/contract/kit.ts';
import { compiled } from '../../support/compiled.ts';
import { createFixture, STATES } from '../../fixture/host.ts';

/* What the palette and the library offer for an address that is not in the library. */
const load = compiled();
beforeEach(() => {
  // The tests run without a page, so the page's functions are stubs.
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => undefined);
});
afterEach(() => vi.unstubAllGlobals());

async function offered(searchText: string | null, againAfterMs: number | null = null) {
  const { port } = createFixture(STATES.account);
  const sent: string[] = [];
  const request: typeof port.request = (channel, input) => {
    sent.push(channel);
    if (channel !== 'library.byAddress') return port.request(channel, input);
    const address = { kind: 'website', host: 'polarvik.example', searchText };
    return Promise.resolve({ ok: true, value: { address, companies: [], againAfterMs } });
  };
  const app = new App(createApi<typeof contract>({ ...port, request }));
  const { addressCommandsFor } = (await load(
    '/renderer/features/search/address/address-commands.ts',
  )) as typeof AddressCommands;
  const commands = (await addressCommandsFor(app, 'https://polarvik.example/team')) ?? [];
  return { sent, commands };
}

test('the cheapest request has its price and is sent only when it is chosen; a search to fill in is free', async () => {
  const { commands, sent } = await offered('polarvik');
  expect(commands.map(({ label, price }) => [label, price?.() ?? null])).toEqual([
    ['Fetch the first company that matches “polarvik”', expect.stringMatching(/record/)],
    ['Search the service for “polarvik”', null],
  ]);
  expect(sent).not.toContain('search.run');
  await commands[0]?.run();
  expect(sent).toContain('search.run');
});

test('nothing is offered at a price for an address that names no company', async () => {
  const { commands, sent } = await offered(null);
  expect(commands.map(({ label, price, detail }) => [label, price?.() ?? null, detail])).toEqual([
    ['Search the service by company name', null, 'it can’t search for people'],
  ]);
  expect(sent).not.toContain('search.price');
});

test('nothing is offered at a price while the limit on contacts pauses the search', async () => {
  const { commands, sent } = await offered('polarvik', 5_000);
  expect(commands.map(({ group, label, price }) => [group, label, price?.() ?? null])).toEqual([
    ['Contact search is paused for a moment', 'Search the service for “polarvik”', null],
  ]);
  expect(sent).not.toContain('search.price');
});
