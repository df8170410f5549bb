import { createFileSettings } from '../../../electron/adapters/file-settings.ts';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { restoreWindow, WINDOW_SETTING } from '../../../electron/shells/electron/window-state.ts';
import type { Api } from '../../../shared/contract/index.ts';
import type { TestApp } from '../../support/app/test-app.ts';
import { paid } from './filling.ts';
import { listenOnFreePort, WEBHOOK_KEYS } from './fill-signals-and-privacy.ts';
import { expectedFacts, openFixture } from './open-fixture.ts';
import type { StoredLedger } from './read-ledger.ts';
import { readPlan, readSettings, readWorkspace, type StoredWorkspace } from './read-workspace.ts';
import { advanceUntil, DAY_MS, PASSPHRASE, RECEIVER_PORT, type StoredWorld } from './stored-world.ts';
import { SCREEN, WINDOW, type WorkspaceName } from './write-data-folder.ts';

/*
 * The current product reads an older version's data correctly: it opens the files, decrypts contacts, undoes
 * steps and continues requests. `expected.json` contains the replies that the older version gave when it
 * wrote the files.
 */

const expected = expectedFacts();
const ACCOUNTS = ['keychain', 'passphrase'] as const;
const ALL = [...ACCOUNTS, 'demo'] as const;
/** The name of the setting that contains the id of the workspace that was open last. */
const ACTIVE = 'activeWorkspaceId';
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

interface Opened {
  readonly world: StoredWorld;
  readonly app: TestApp;
  readonly api: Api;
}

/** Opens a workspace in a copy of the fixture, without a network and by default with unlocked contacts. */
async function open(name: WorkspaceName, { isUnlocked = true } = {}): Promise<Opened> {
  const world = await openFixture();
  // Selects the workspace that the app opens at startup.
  createFileSettings(join(world.dataDir, 'settings.json'), silent).set(ACTIVE, expected.ids[name]);
  const app = await world.start();
  const { api } = app;
  await api.workspaces.open({ id: expected.ids[name] });
  if (name === 'passphrase' && isUnlocked) await api.keys.unlockPeople({ passphrase: PASSPHRASE });
  return { world, app, api };
}

async function close({ app, world }: Opened): Promise<void> {
  await app.dispose();
  await world.dispose();
}

/**
 * Returns the contents expected after the workspace is reopened. They differ from the written contents only
 * in interrupted work.
 */
function afterReopening(written: StoredWorkspace): StoredWorkspace {
  const { queue, plan, privacy, ledger } = written;
  return {
    ...written,
    searches: { ...written.searches, changes: changesAfterReopening(written) },
    // A request that was in flight has an unknown result.
    queue: queue.map((request) => ({
      ...request,
      state: request.state === 'running' ? 'unknown' : request.state,
    })),
    plan: plan === null ? null : planAfterReopening(plan),
    // The interrupted key change is completed.
    privacy: { ...privacy, isKeyChanging: false },
    ledger: ledgerAfterReopening(ledger),
  };
}

/**
 * Returns the changes that are expected after reopening. Unlike version 0.1.0, the current version does not
 * warn that a contact window will close soon if the contacts are already stored.
 */
function changesAfterReopening({
  contacts,
  searches,
}: StoredWorkspace): StoredWorkspace['searches']['changes'] {
  const stored = new Set(contacts.map(({ companyId }) => companyId));
  return searches.changes.filter(
    ({ companyId, told }) => told.kind !== 'contacts-closing' || !stored.has(companyId),
  );
}

/**
 * Returns the ledger after reopening. A request that was in flight counts as spent, at its worst-case cost.
 */
function ledgerAfterReopening({ entries, days, ...ledger }: StoredLedger): StoredLedger {
  const lost = entries.filter(({ state }) => state === 'reserved');
  const records = (of: typeof lost): number => of.reduce((sum, { reserved }) => sum + reserved.records, 0);
  const today = days.at(-1)?.startMs;
  return {
    ...ledger,
    entries: entries.map((entry) => ({
      ...entry,
      state: entry.state === 'reserved' ? 'unknown' : entry.state,
    })),
    days: days.map(({ own, background, ...day }) => ({
      ...day,
      own: own + (day.startMs === today ? records(lost) : 0),
      background:
        background + (day.startMs === today ? records(lost.filter(({ lane }) => lane !== 'interactive')) : 0),
    })),
  };
}

/** Returns the plan after reopening. It is paused, because the fixture is opened without a network. */
const planAfterReopening = (
  plan: NonNullable<StoredWorkspace['plan']>,
): NonNullable<StoredWorkspace['plan']> => ({
  ...plan,
  state: 'paused',
  paused: 'offline',
  items: plan.items.map((item) =>
    item.step === 'under-way' ? { ...item, step: 'unknown', spent: item.cost } : item,
  ),
});

describe('a data folder written by 0.1.0 (b86d266)', () => {
  let opened: Opened;
  beforeAll(async () => {
    const world = await openFixture();
    const app = await world.start();
    opened = { world, app, api: app.api };
  });
  afterAll(() => close(opened));

  it('reopens the workspace that was open last', async () => {
    const { workspaces, activeId, lost } = await opened.api.workspaces.list({});
    expect(activeId).toBe(expected.ids.keychain);
    expect(workspaces.map(({ id }) => id).sort()).toEqual(Object.values(expected.ids).sort());
    expect(lost).toEqual([]);
  });

  it('keeps the settings of this computer', async () => {
    expect(await readSettings(opened.api)).toEqual(expected.settings);
  });

  it('keeps the place of the window', () => {
    const settings = createFileSettings(join(opened.world.dataDir, 'settings.json'), silent);
    const { maximized, ...bounds } = WINDOW;
    expect(restoreWindow(settings.get(WINDOW_SETTING), [SCREEN])).toEqual({ bounds, maximized });
  });
});

describe.each(ALL)('the %s workspace written by 0.1.0 (b86d266)', (name) => {
  const written = afterReopening(expected.workspaces[name]);
  let opened: Opened;
  let read: StoredWorkspace;
  beforeAll(async () => {
    opened = await open(name);
    const { world, api } = opened;
    // Waits until the app has noticed that there is no network.
    await advanceUntil(world, async () => isWaiting(api), 'the plan to wait for the network', 1_000);
    read = await readWorkspace(api);
  });
  afterAll(() => close(opened));

  it('keeps its record and its keys', () => {
    expect(read.workspace).toEqual(written.workspace);
  });

  it('decrypts its contacts', () => {
    expect(read.contacts).toEqual(written.contacts);
    expect(read.contacts.flatMap(({ contacts }) => contacts).length).toBeGreaterThanOrEqual(4);
  });

  it('keeps companies, rounds and panels as they were downloaded', () => {
    expect(read.companies).toEqual(written.companies);
  });

  it.each(Object.keys(written.userData))('keeps user data: %s', (part) => {
    expect(partOf(read.userData, part)).toEqual(partOf(written.userData, part));
  });

  it.each(Object.keys(written.searches))('keeps searches and changes: %s', (part) => {
    expect(partOf(read.searches, part)).toEqual(partOf(written.searches, part));
  });

  it('keeps webhook events and the set-up of the receiver', () => {
    expect(read.signals).toEqual(written.signals);
  });

  it('keeps blocked contacts, erased companies and the retention period', () => {
    expect(read.privacy).toEqual(written.privacy);
  });

  it('keeps the offline queue', () => {
    expect(read.queue).toEqual(written.queue);
  });

  it('keeps the plan, and the start of the gap in which rounds may have been missed', () => {
    expect(read.plan).toEqual(written.plan);
    expect(read.gapSinceMs).toEqual(written.gapSinceMs);
  });

  it('keeps the request history, and counts a request with an unknown result as spent', () => {
    const { entries } = written.ledger;
    expect(read.ledger.entries.slice(0, entries.length)).toEqual(entries);
  });

  it.each(['budgets', 'learned', 'spendingCaps', 'days'] as const)('keeps the ledger: %s', (part) => {
    expect(read.ledger[part]).toEqual(written.ledger[part]);
  });

  it('keeps its backups', () => {
    expect(read.backups).toEqual(expect.arrayContaining(written.backups));
  });
});

const partOf = (parts: object, name: string): unknown =>
  Object.entries(parts).find(([key]) => key === name)?.[1];

async function isWaiting(api: Api): Promise<boolean> {
  const plan = await readPlan(api);
  const { calls } = await api.offline.list({});
  return plan?.state !== 'running' && calls.every(({ state }) => state !== 'running');
}

describe.each(ACCOUNTS)('the %s account resumes where it was interrupted', (name) => {
  const written = expected.workspaces[name];
  let opened: Opened;
  afterEach(() => close(opened));

  it('undoes exactly one step, and redoes it', async () => {
    opened = await open(name);
    const { api } = opened;
    const [newest] = written.userData.undo;
    expect(newest?.what).toBe('changes-seen');
    const { undo } = await api.marks.undo({ token: newest?.token ?? '' });
    const after = await readWorkspace(api);
    expect(after.searches.changes.map(({ seen }) => seen)).not.toContain(true);
    expect({ ...after.userData, undo: null }).toEqual({ ...written.userData, undo: null });
    await api.marks.undo({ token: undo ?? '' });
    expect((await readWorkspace(api)).searches.changes).toEqual(changesAfterReopening(written));
  });

  it('undoes the newest 50 steps in a row', async () => {
    opened = await open(name);
    const { api } = opened;
    for (const { token } of written.userData.undo) await api.marks.undo({ token });
    const { userData, searches, signals } = await readWorkspace(api);
    const { notes, lists, tags, marks, tasks, contactLog, templates, done, snoozed, market } = userData;
    const begunWith = { done, snoozed, tasks, marks, tags, lists, texts: notes.map(({ text }) => text) };
    const doneAfter = { contactLog, templates, saved: searches.saved, views: searches.views };
    if (name === 'keychain') expect({ ...doneAfter, market: market.market }).toEqual(NOTHING_SAVED);
    else expect({ ...begunWith, texts: begunWith.texts.join('') }).toEqual(NOTHING_MARKED);
    expect(userData.planRules.lists).toEqual([]);
    expect(signals.events.map(({ isSeen }) => isSeen)).not.toContain(true);
  });

  it('sends the queued requests once the network is back, and repeats none with an unknown result', async () => {
    opened = await open(name);
    const { api, world } = opened;
    const before = new Map(afterReopening(written).queue.map(({ id, state }) => [id, state]));
    const states = async () => (await api.offline.list({})).calls.map(({ id, state }) => ({ id, state }));
    world.network.requestsLeft = Infinity;
    await advanceUntil(world, async () => (await states()).every(({ state }) => isEnded(state)), 'the queue');
    for (const { id, state } of await states()) {
      const was = before.get(id);
      expect({ id, state }).toEqual({ id, state: was === 'waiting' ? 'done' : was });
    }
  });

  it('runs the rest of the plan without repeating a request', async () => {
    opened = await open(name);
    const { api, world } = opened;
    const { calls } = await api.offline.list({});
    for (const { id } of calls) await api.offline.cancel({ id });
    const sent = world.service.transcript().length;
    world.network.requestsLeft = Infinity;
    await advanceUntil(world, async () => (await readPlan(api))?.state === 'over', 'the end of the plan');
    const items = (await readPlan(api))?.items ?? [];
    expect(items.map(({ key, step }) => [key, step])).toEqual(
      written.plan?.items.map(({ key, step }) => [key, STEP_AT_THE_END[step] ?? 'never']),
    );
    const paths = world.service
      .transcript()
      .slice(sent)
      .map(({ path }) => path);
    for (const { companyId, step } of written.plan?.items ?? [])
      expect(paths.filter((path) => path.endsWith(`/${companyId ?? ''}/contacts`))).toHaveLength(
        step === 'waiting' ? 1 : 0,
      );
  });

  it('recognises stored contacts when they are fetched again', async () => {
    opened = await open(name);
    const { api, world } = opened;
    const of = written.contacts.find(
      ({ companyId }) => companyId === written.userData.contactLog[0]?.companyId,
    );
    world.network.requestsLeft = Infinity;
    await world.clock.advance(61_000);
    await api.companies.fetchPeople({ id: of?.companyId ?? '', ...paid('company') });
    const { people } = await api.companies.people({ id: of?.companyId ?? '' });
    expect(people.map(({ email }) => email)).toEqual(of?.contacts.map(({ email }) => email));
    const { entries } = await api.contactLog.of({ companyId: of?.companyId ?? '', offset: 0, limit: 10 });
    expect(entries.some(({ personId }) => people.some((contact) => contact.personId === personId))).toBe(
      true,
    );
  });

  it('does not store a blocked contact when the company is fetched again', async () => {
    opened = await open(name);
    const { api, world } = opened;
    const { companyId, blocked, erased } = expected.removed;
    world.network.requestsLeft = Infinity;
    await world.clock.advance(61_000);
    await api.companies.fetchPeople({ id: companyId, ...paid('company') });
    const names = (await api.companies.people({ id: companyId })).people.map((contact) => contact.name);
    expect(names).toContain(erased);
    expect(names).not.toContain(blocked);
  });

  it('restores a backup, and keeps later suppressions and erasures', async () => {
    opened = await open(name);
    const { api } = opened;
    const backup = written.backups.find(({ kind }) => kind === 'hand');
    const { safetyBackup } = await api.backups.restore({ id: backup?.id ?? '' });
    expect(safetyBackup?.kind).toBe('restore');
    if (name === 'passphrase') await api.keys.unlockPeople({ passphrase: PASSPHRASE });
    const { userData, privacy, contacts, signals } = await readWorkspace(api);
    expect(userData.notes).toEqual(written.userData.notes);
    expect(userData.lists).toEqual(written.userData.lists);
    expect(userData.planRules).toEqual(written.userData.planRules);
    // The backup was made before the events were marked as seen.
    expect(signals.events.filter(({ isSeen }) => isSeen)).toEqual([]);
    expect(privacy).toEqual(afterReopening(written).privacy);
    expect(contacts).toEqual(written.contacts);
  });

  it('accepts a webhook event under the stored path with the stored keys', async () => {
    opened = await open(name);
    const { api } = opened;
    const { path } = written.signals.receiver;
    const post = async (key: string): Promise<number> => {
      const { port } = await api.signals.receiver({});
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify({ event: 'trigger_published', company: { id: 'cmp_new', name: 'New' } }),
      });
      return response.status;
    };
    await listenOnFreePort(api, RECEIVER_PORT + 50, written.signals.receiver.tunnelHost);
    const statuses = [await post(WEBHOOK_KEYS.previous), await post('whk_of-somebody-else')];
    statuses.push(await post(WEBHOOK_KEYS.present), await post(WEBHOOK_KEYS.previous));
    // The previous key is accepted until the present key is used for the first time.
    expect(statuses.map((status) => status < 300)).toEqual([true, false, true, false]);
  });
});

const STEP_AT_THE_END: Readonly<Record<string, string>> = {
  done: 'done',
  waiting: 'done',
  'under-way': 'unknown',
};

const isEnded = (state: string): boolean => state !== 'waiting' && state !== 'running';

const NOTHING_SAVED = { contactLog: [], templates: [], saved: [], views: [], market: null };
const NOTHING_MARKED = { done: [], snoozed: [], tasks: [], marks: [], tags: [], lists: [], texts: '' };

describe('the demo of 0.1.0 (b86d266)', () => {
  let opened: Opened;
  afterEach(() => close(opened));

  it('keeps its clock, which was moved forward by two days', async () => {
    opened = await open('demo');
    const { nowMs } = await opened.api.demo.status({});
    expect(nowMs - opened.world.clock.nowMs()).toBe(2 * DAY_MS);
  });
});

describe('contacts of 0.1.0 (b86d266)', () => {
  let opened: Opened;
  afterEach(() => close(opened));

  it('stay locked until the passphrase is entered', async () => {
    opened = await open('passphrase', { isUnlocked: false });
    const { api } = opened;
    expect((await api.keys.unlockPeople({ passphrase: 'another passphrase' })).people.state).toBe('locked');
    expect((await api.keys.unlockPeople({ passphrase: PASSPHRASE })).people.state).toBe('open');
  });

  it('stay locked without the key from the keychain', async () => {
    const world = await openFixture();
    for (const account of world.keychain.entries.keys())
      if (account.startsWith(expected.ids.keychain)) await world.keychain.delete(account);
    const app = await world.start();
    opened = { world, app, api: app.api };
    expect((await app.api.keys.state({})).people).toMatchObject({ state: 'locked', why: 'key-missing' });
  });

  it('have a single key once an unfinished key change is completed', async () => {
    opened = await open('keychain');
    const { entries } = opened.world.keychain;
    const id = expected.ids.keychain;
    const names = [...entries.keys()].filter((account) => account.startsWith(id)).sort();
    expect(names).toEqual(
      ['api-key', 'people-key', 'webhook-key', 'webhook-key-before'].map((account) => `${id}:${account}`),
    );
  });
});
