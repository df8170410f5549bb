import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as AppModule from '../../../../renderer/session/app.svelte.ts';
import type * as AddressCommands from '../../../../renderer/features/search/address/address-commands.ts';
import type * as Pending from '../../../../renderer/features/company/contacts/pending-message.svelte.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import { createApi } from '../../../../shared/contract/kit.ts';
import { compiled } from '../../support/compiled.ts';
import { stubKeep } from '../../support/keep-state.ts';
import { createFixture, STATES } from '../../fixture/host.ts';

/* Tests the commands that the palette and the library offer if an address is not in the library. */
const load = compiled();
beforeEach(() => {
  // The tests run without a page, so the page's functions are stubs.
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => undefined);
});
afterEach(() => vi.unstubAllGlobals());

async function offered(
  searchText: string | null,
  againAfterMs: number | null = null,
  companies: readonly object[] = [],
  options: { readonly namesContact?: boolean } = {},
) {
  const { port } = createFixture(STATES.account);
  const sent: string[] = [];
  const inputs: unknown[] = [];
  const request: typeof port.request = (channel, input) => {
    sent.push(channel);
    if (channel.startsWith('ours.')) {
      inputs.push(input);
      return Promise.resolve({ ok: true, value: OURS[channel] ?? {} });
    }
    if (channel === 'companies.people')
      return Promise.resolve({ ok: true, value: { people: [{ personId: '7', ...JONAS }] } });
    if (channel !== 'library.byAddress') return port.request(channel, input);
    const address = { kind: 'website', host: 'polarvik.example', searchText };
    return Promise.resolve({ ok: true, value: { address, companies, againAfterMs } });
  };
  const { App } = (await load('/renderer/session/app.svelte.ts')) as typeof AppModule;
  const app = stubKeep(new App(createApi<typeof contract>({ ...port, request })));
  const { addressCommandsFor } = (await load(
    '/renderer/features/search/address/address-commands.ts',
  )) as typeof AddressCommands;
  const commands = (await addressCommandsFor(app, 'https://polarvik.example/team', options)) ?? [];
  return { app, sent, inputs, commands };
}

const JONAS = { name: 'Jonas Lie', title: 'Head of Revenue Operations' };
const POLARVIK = { companyId: 'b', name: 'Polarvik', stage: null, countryName: null };

const OURS: Readonly<Record<string, object>> = {
  'ours.addText': { draftId: 'd' },
  'ours.import': { undo: 'u', id: '1' },
};

test('a free search comes first; the cheapest request has its price and is sent only when it is chosen', async () => {
  const { commands, sent } = await offered('polarvik');
  expect(commands.map(({ label, price }) => [label, price?.() ?? null])).toEqual([
    ['Search the service for “polarvik”', null],
    ['Fetch the first company that matches “polarvik”', expect.stringMatching(/record/)],
    ['Mark polarvik.example as a customer', null],
  ]);
  expect(sent).not.toContain('search.run');
  await commands[1]?.run();
  expect(sent).toContain('search.run');
});

test('a company that is not stored can be searched for at the service, for free until the search runs', async () => {
  const { App } = (await load('/renderer/session/app.svelte.ts')) as typeof AppModule;
  const app = stubKeep(new App(createApi<typeof contract>(createFixture(STATES.account).port)));
  const { companySearchCommand } = (await load(
    '/renderer/features/search/address/address-commands.ts',
  )) as typeof AddressCommands;
  const command = companySearchCommand(app, 'Acme', null);
  expect([command.label, command.price]).toEqual(['Search the service for “Acme”', undefined]);
  await command.run();
  expect(app.navigation.screen).toBe('search');
});

test('nothing is offered at a price for an address that names no company', async () => {
  const { commands, sent } = await offered(null);
  expect(commands.map(({ label, price, detail }) => [label, price?.() ?? null, detail])).toEqual([
    ['Search the service by company name', null, 'the service can’t search for contacts'],
    ['Mark polarvik.example as a customer', null, 'counts as already yours, free'],
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

test('the domain can be marked as already the user’s, with one undo', async () => {
  const { app, commands, inputs } = await offered('polarvik');
  const offer = vi.spyOn(app.undo, 'offer');
  await commands.at(-1)?.run();
  await vi.waitFor(() => expect(offer).toHaveBeenCalledOnce());
  expect(offer).toHaveBeenCalledWith('polarvik.example marked as a customer', 'u');
  expect(inputs).toEqual([
    { draftId: null, text: 'polarvik.example' },
    { draftId: 'd' },
    { draftId: 'd', kind: 'customer', source: '', decisions: [] },
  ]);
});

test('a contact with the address opens at the contact, whose name is not shown', async () => {
  const { app, commands, sent } = await offered('polarvik', null, [
    { ...POLARVIK, match: 'contact', personId: '7' },
  ]);
  expect(sent).not.toContain('companies.people');
  const { pendingContact } = (await load(
    '/renderer/features/company/contacts/pending-message.svelte.ts',
  )) as typeof Pending;
  // The palette shows that Enter opens the company.
  expect(commands.map(({ label, isOpening }) => [label, isOpening])).toEqual([['Polarvik', true]]);
  await commands[0]?.run();
  expect(app.navigation.companyId).toBe('b');
  expect(pendingContact(app).of('b')).toEqual({ companyId: 'b', personId: '7' });
  expect(pendingContact(app).of('a')).toBeNull();
});

test('the palette names the contact with the address, and offers its company too', async () => {
  const found = [{ ...POLARVIK, match: 'contact', personId: '7' }];
  const { commands } = await offered('polarvik', null, found, { namesContact: true });
  expect(commands.map(({ label, detail }) => [label, detail])).toEqual([
    ['Jonas Lie, Head of Revenue Operations at Polarvik', 'contact at a company with this website'],
    ['Polarvik', 'company with a matching website or LinkedIn page'],
  ]);
});

test('a company found only by its name is offered with its profile, the cheapest look-up', async () => {
  const found = [{ ...POLARVIK, match: 'name', personId: null }];
  const { commands, sent } = await offered('polarvik', null, found);
  expect(commands.map(({ group, label, detail }) => [group, label, detail])).toEqual([
    ['Maybe in your library: polarvik.example', 'Polarvik', 'similar name, website unknown'],
    [
      'Maybe in your library: polarvik.example',
      'Fetch the profile of Polarvik to see its website',
      undefined,
    ],
    ['Maybe in your library: polarvik.example', 'Search the service for “polarvik”', 'shows the price first'],
  ]);
  expect(commands[1]?.price?.()).toMatch(/1 record/);
  expect(sent).not.toContain('companies.fetchProfile');
});
