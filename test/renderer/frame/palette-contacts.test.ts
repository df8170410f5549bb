import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as AppModule from '../../../renderer/session/app.svelte.ts';
import type * as PaletteFind from '../../../renderer/frame/palette/palette-find.ts';
import type * as Pending from '../../../renderer/features/company/contacts/pending-message.svelte.ts';
import type { contract } from '../../../shared/contract/index.ts';
import { createApi, type Port } from '../../../shared/contract/kit.ts';
import { compiled } from '../support/compiled.ts';
import { stubKeep } from '../support/keep-state.ts';
import { createFixture, STATES } from '../fixture/host.ts';

/* Tests which contacts the palette finds, and what it shows of them. */
const load = compiled();
beforeEach(() => {
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => undefined);
});
afterEach(() => vi.unstubAllGlobals());

type Reply = Record<string, unknown>;
const HANNAH = { personId: '7', name: 'Hannah Wolf', title: 'Head of Sales' };
const OTHERS = [
  { personId: '8', name: 'Jonas Lie', title: 'CEO' },
  { personId: '9', name: 'Hannah Berg', title: null },
];

const LOCKED = { mode: 'passphrase', state: 'locked', why: 'passphrase' } as const;

/** @param peopleAt returns the contacts of a company, as the core would */
async function find(text: string, peopleAt: (id: string, app: AppModule.App, erase: () => void) => Reply) {
  const listeners: Parameters<Port['subscribe']>[0][] = [];
  const { port } = createFixture(STATES.account);
  const sent: string[] = [];
  const replies: Readonly<Record<string, (input: { readonly id: string }) => Reply>> = {
    'library.find': () => ({ queryId: 'q', total: 0, libraryTotal: 9 }),
    'library.contactMatches': () => ({
      rows: [
        { companyId: 'a', name: 'Nestford' },
        { companyId: 'b', name: 'Polarvik' },
      ],
      againAfterMs: null,
    }),
    'library.byAddress': () => ({
      address: { kind: 'email', host: 'nestford.example', searchText: null },
      companies: [{ companyId: 'a', name: 'Nestford', personId: '7', match: 'contact' }],
      againAfterMs: null,
    }),
    'companies.people': ({ id }) =>
      peopleAt(id, app, () => {
        for (const listener of listeners) listener('privacy.onChanged', {});
      }),
  };
  const request: typeof port.request = (channel, input) => {
    sent.push(channel);
    const reply = replies[channel];
    if (reply === undefined) return port.request(channel, input);
    return Promise.resolve({ ok: true, value: reply(input as { id: string }) });
  };
  const subscribe: typeof port.subscribe = (listener) => {
    listeners.push(listener);
    return port.subscribe(listener);
  };
  const { App } = (await load('/renderer/session/app.svelte.ts')) as typeof AppModule;
  const app: AppModule.App = stubKeep(new App(createApi<typeof contract>({ ...port, request, subscribe })));
  const { contactCommandsFor, addressMatchesFor } = (await load(
    '/renderer/frame/palette/palette-find.ts',
  )) as typeof PaletteFind;
  const { pendingContact } = (await load(
    '/renderer/features/company/contacts/pending-message.svelte.ts',
  )) as typeof Pending;
  const commands = await contactCommandsFor(app, text);
  return { app, sent, pendingContact, commands, byAddress: () => addressMatchesFor(app, text) };
}

test('a contact is shown with name, title and company, and its company opens at this contact', async () => {
  const { app, sent, pendingContact, commands } = await find('hannah', (id) => ({
    people: id === 'a' ? [...OTHERS.slice(0, 1), HANNAH] : OTHERS,
  }));
  expect(commands.map(({ group, label, isOpening }) => [group, label, isOpening])).toEqual([
    ['Contacts', 'Hannah Wolf, Head of Sales at Nestford', true],
    ['Contacts', 'Hannah Berg at Polarvik', true],
  ]);
  await commands[0]?.run();
  expect([app.navigation.companyId, app.navigation.full]).toEqual(['a', true]);
  expect(pendingContact(app).of('a')).toEqual({ companyId: 'a', personId: '7' });
  // Only stored data is read.
  expect(new Set(sent)).toEqual(new Set(['library.find', 'library.contactMatches', 'companies.people']));
});

test('a company is shown without a name if its contacts may not be shown now or were erased', async () => {
  const { commands } = await find('hannah', (id) => ({ people: id === 'a' ? [] : [HANNAH] }));
  expect(commands.map(({ label, detail }) => [label, detail])).toEqual([
    ['Nestford', 'has a matching contact'],
    ['Hannah Wolf, Head of Sales at Polarvik', undefined],
  ]);
});

test('nothing is shown if contacts were locked while they were read', async () => {
  const { commands } = await find('hannah', (_id, app) => {
    app.keys.state = { apiKey: { state: 'ready', place: null }, people: LOCKED };
    return { people: [HANNAH] };
  });
  expect(commands).toEqual([]);
});

test('nothing is shown if contacts were erased while they were read', async () => {
  let isErasing = true;
  const { commands, byAddress } = await find('hannah@nestford.example', (_id, _app, erase) => {
    if (isErasing) erase();
    return { people: [HANNAH] };
  });
  expect([commands, await byAddress()]).toEqual([[], null]);
  isErasing = false;
  expect((await byAddress())?.[0]?.label).toContain('Hannah Wolf');
});
