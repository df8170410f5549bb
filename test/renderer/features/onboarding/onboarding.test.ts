import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../../../electron/core/database/open.ts';
import { close, type WriteDb } from '../../../../electron/core/database/sql.ts';
import { createWatchlists } from '../../../../electron/core/user-data/lists.ts';
import { createNotes } from '../../../../electron/core/user-data/notes.ts';
import { recordChange } from '../../../../electron/core/user-data/undo-journal.ts';
import type * as AppModule from '../../../../renderer/session/app.svelte.ts';
import type * as OnboardingModule from '../../../../renderer/features/onboarding/first-steps.svelte.ts';
import { fetchOrQueue } from '../../../../renderer/session/queue-when-offline.ts';
import { timeTravelText } from '../../../../renderer/frame/banners/time-travel.ts';
import type { Receipt } from '../../../../shared/model/budget.ts';
import { compareTimedStates } from '../../../../renderer/session/time-travel.ts';
import { clock, log } from '../../../support/app/library-fixtures.ts';
import { startTestApp, type TestApp } from '../../../support/app/test-app.ts';
import { searchPages } from '../../../support/app/user-requests.ts';
import { compiled } from '../../support/compiled.ts';
import { createFixture, STATES } from '../../fixture/host.ts';
import { stubKeep } from '../../support/keep-state.ts';
import { createApi } from '../../../../shared/contract/kit.ts';
import type { Api, contract } from '../../../../shared/contract/index.ts';

const load = compiled();
let core: TestApp;
beforeAll(async () => {
  core = await startTestApp({ demo: true });
});
afterAll(() => core.dispose());
afterEach(() => vi.unstubAllGlobals());

const ACME = { companyId: 'c-1', companyName: 'Acme' };

/** Opens the `yours.db` of the app's workspace. */
function openYoursOf({ dataDir }: TestApp): WriteDb {
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  const yours = files.find((file) => file.endsWith('yours.db')) ?? '';
  return openDatabase(join(dataDir, yours), { clock, log });
}

async function openApp(api: Api) {
  const { App } = (await load('/renderer/session/app.svelte.ts')) as typeof AppModule;
  const { onboardingOf, hasFetchedProfile } = (await load(
    '/renderer/features/onboarding/first-steps.svelte.ts',
  )) as typeof OnboardingModule;
  const app = stubKeep(new App(api));
  await app.refreshWorkspace();
  const steps = onboardingOf(app);
  return { app, steps, hasFetchedProfile };
}

test('completes a step when the user performs it, and remembers that after a reload', async () => {
  const { api } = core;
  const { steps } = await openApp(api);
  await expect.poll(() => steps.isShown).toBe(true);
  expect([steps.current, steps.count]).toEqual(['move', 0]);
  await api.notes.save({ companyId: 'c-1', body: 'Ask in spring.', baseRevision: 0 });
  await expect.poll(() => steps.isDone('note')).toBe(true);
  const { id } = await api.watchlists.create({ name: 'Warm' });
  await api.watchlists.add({ id, companyIds: ['c-1'] });
  await expect.poll(() => steps.isDone('save')).toBe(true);
  await steps.complete('palette');
  expect([steps.current, steps.count]).toEqual(['move', 3]);
  await steps.setHidden(true);
  expect(steps.canResume).toBe(true);
  await steps.setHidden(false);
  const { steps: later } = await openApp(api);
  await expect.poll(() => later.count).toBe(3);
  for (const step of ['move', 'fetch', 'quota', 'quota'] as const) await later.complete(step);
  expect([later.current, later.count]).toEqual([null, 6]);
});

test('what an assistant writes or lists, and undoing it, completes no step', async () => {
  const own = await startTestApp({ demo: true });
  const { api, port } = own;
  const yours = openYoursOf(own);
  // This note stands for the demo's initial notes, which are stored like notes of the user.
  createNotes(yours).save({
    companyId: 'c-9',
    companyName: 'C',
    body: 'Seeded.',
    baseRevision: 0,
    savedAtMs: 1,
  });
  const { steps } = await openApp(api);
  await expect.poll(() => steps.isOffered).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const assistant = 'Desk Assistant';
  createNotes(yours).save({ ...ACME, body: 'By an assistant.', baseRevision: 0, savedAtMs: 1, assistant });
  const listed = recordChange(yours, { what: 'listed', atMs: 1, assistant }, (journal) => {
    const lists = createWatchlists(yours, journal);
    lists.add({ id: lists.create('Its list', 1).id, ...ACME, reason: '', addedAtMs: 1 });
  });
  const announce = (): void => {
    port.publish('notes.onChanged', { companyId: ACME.companyId });
    port.publish('watchlists.onChanged', {});
  };
  announce();
  await api.marks.undo({ token: listed.recorded.undo ?? '' });
  announce();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect([steps.isDone('note'), steps.isDone('save')]).toEqual([false, false]);
  await api.notes.save({ companyId: 'c-2', body: 'By me.', baseRevision: 0 });
  await expect.poll(() => steps.isDone('note')).toBe(true);
  const { id } = await api.watchlists.create({ name: 'Mine' });
  await api.watchlists.add({ id, companyIds: ['c-2'] });
  await expect.poll(() => steps.isDone('save')).toBe(true);
  close(yours);
  await own.dispose();
});

test('the step "Fetch a profile" is completed by a profile, and by no other request', async () => {
  const { app, hasFetchedProfile } = await openApp(core.api);
  const receipt: Receipt = {
    ledgerId: 1,
    atMs: 1,
    reserved: { requests: 1, records: 5, pageTurns: 0, companies: 1 },
    cost: { requests: 1, records: 5, pageTurns: 0, companies: 1 },
    outcome: 'spent',
    binding: { budget: 'month-records', left: 2_995, resetsAtMs: null },
  };
  const fetched = async (kind: 'people' | 'profile', change: Partial<Receipt> = {}): Promise<boolean> => {
    const request = { ask: { kind, companyId: 'c-1' }, preview: null, screen: 'company' } as const;
    await fetchOrQueue(app, request, { error: null }, () => Promise.resolve({ ...receipt, ...change }));
    return hasFetchedProfile(app);
  };
  expect(await fetched('people')).toBe(false);
  expect(await fetched('profile', { outcome: 'free' })).toBe(false);
  // The service counts a company once a day, so the profile of a company that was already counted costs 0
  // companies. Fetching such a profile also completes the step.
  expect(await fetched('profile', { cost: { ...receipt.cost, companies: 0 } })).toBe(true);
  app.receive(receipt);
  expect(hasFetchedProfile(app)).toBe(false);
});

test('the step "Fetch a profile" is completed by a profile that waited in the offline queue', async () => {
  // The test runs without a page, so the page's functions are stubs.
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => undefined);
  const { api } = core;
  const [companyId = ''] = await searchPages(core.handlers, 1);
  const { app, hasFetchedProfile } = await openApp(api);
  const stop = app.start();
  await api.demo.setService({ running: false });
  const { cost } = await api.quota.price({ call: { endpoint: 'company', companyId } });
  await app.offline.add({ kind: 'profile', companyId }, cost, 'company');
  expect(hasFetchedProfile(app)).toBe(false);
  await api.demo.setService({ running: true });
  await expect.poll(() => hasFetchedProfile(app), { timeout: 20_000 }).toBe(true);
  stop();
});

test('the step "Fetch a profile" is completed by a plan that the user approved and that fetched one', async () => {
  const { port } = createFixture(STATES.demo);
  const listeners: ((channel: string, payload: unknown) => void)[] = [];
  const done: unknown[] = [];
  let run: unknown = null;
  const api = createApi<typeof contract>({
    subscribe: (listener) => {
      listeners.push(listener);
      return port.subscribe(listener);
    },
    request: (channel, input) => {
      if (channel === 'onboarding.did') done.push(input);
      return channel === 'plan.run'
        ? Promise.resolve({ ok: true, value: { run } })
        : port.request(channel, input);
    },
  });
  const { steps } = await openApp(api);
  await expect.poll(() => steps.isOffered).toBe(true);
  const runIs = async (by: 'seller' | 'rule', kind: string, step: string): Promise<void> => {
    run = { by, items: [{ kind, step }] };
    for (const listener of listeners) listener('plan.onChanged', {});
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  await runIs('rule', 'profile', 'done');
  await runIs('seller', 'contacts', 'done');
  await runIs('seller', 'profile', 'under-way');
  expect(done).toEqual([]);
  await runIs('seller', 'profile', 'done');
  await expect.poll(() => done).toEqual([{ step: 'fetch' }]);
});

test('hides the steps and shows them again unchanged', async () => {
  const { steps } = await openApp(core.api);
  await expect.poll(() => steps.isShown).toBe(true);
  await steps.setHidden(true);
  // All steps are completed, so there is nothing to resume.
  expect([steps.isShown, steps.isOffered, steps.canResume]).toEqual([false, true, false]);
  const { steps: later } = await openApp(core.api);
  await expect.poll(() => later.isOffered).toBe(true);
  expect(later.isShown).toBe(false);
  await later.setHidden(false);
  expect([later.isShown, later.count]).toEqual([true, 6]);
});

test('offers no first steps in an account', async () => {
  const { port } = createFixture(STATES.account);
  const { steps } = await openApp(createApi<typeof contract>(port));
  await steps.complete('palette');
  expect([steps.isOffered, steps.isShown, steps.count]).toEqual([false, false, 0]);
});

test('describes a move of the clock in one sentence', () => {
  const before = { nowMs: 0, open: 12, snoozed: 2, monthResetsAtMs: 20, dayResetsAtMs: 5 };
  const to = (change: Partial<typeof before>) =>
    timeTravelText(compareTimedStates(before, { ...before, ...change }));
  expect(to({ nowMs: 20, open: 3, snoozed: 1 })).toBe(
    '9 contact windows closed, 1 snooze ended, monthly limits reset.',
  );
  expect(to({ nowMs: 6, open: 11, snoozed: 0 })).toBe(
    '1 contact window closed, 2 snoozes ended, daily limits reset.',
  );
  expect(to({ nowMs: 4, open: 13 })).toBe('No contact windows, snoozes or limits changed.');
});
