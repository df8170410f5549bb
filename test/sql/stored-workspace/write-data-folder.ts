import { cpSync } from 'node:fs';
import { saveWindowState, WINDOW_SETTING } from '../../../electron/shells/electron/window-state.ts';
import type { Api } from '../../../shared/contract/index.ts';
import { createFakeKeychain, type FakeKeychain } from '../../support/app/fake-keychain.ts';
import type { TestApp } from '../../support/app/test-app.ts';
import { at, paid, roundsBetween, type Filling } from './filling.ts';
import * as serviceData from './fill-service-data.ts';
import { blockAndErase, receiveEvents, type Removed } from './fill-signals-and-privacy.ts';
import * as userData from './fill-user-data.ts';
import { readSettings, readWorkspace, type StoredSettings, type StoredWorkspace } from './read-workspace.ts';
import {
  advanceUntil,
  createSeededRandom,
  DAY_MS,
  openStoredWorld,
  PASSPHRASE,
  START_MS,
  waitUntil,
  type StoredWorld,
} from './stored-world.ts';

/*
 * Writes a data folder with three workspaces. It calls only public handlers, except to store the window's
 * position.
 */

export type WorkspaceName = 'keychain' | 'passphrase' | 'demo';

/** The product's replies when the folder was written. */
export interface WrittenFacts {
  /** The time of the last write. */
  readonly nowMs: number;
  readonly ids: Readonly<Record<WorkspaceName, string>>;
  /** The contacts and the company that were removed from both accounts. */
  readonly removed: Removed;
  readonly settings: StoredSettings;
  readonly workspaces: Readonly<Record<WorkspaceName, StoredWorkspace>>;
}

export interface WrittenFolder extends WrittenFacts {
  readonly keychain: ReadonlyMap<string, string>;
  /** The state of the accounts' simulated service. It can be passed to `openStoredWorld`. */
  readonly service: unknown;
}

const WEEK_LATER_MS = 8 * DAY_MS;

/**
 * Writes the data folder.
 *
 * @param into - an empty folder for the result
 * @param scratch - an empty folder in which the product runs until it crashes
 */
export async function writeDataFolder(into: string, scratch: string): Promise<WrittenFolder> {
  const { keychain, refuseDeletes } = createStubbornKeychain();
  const random = createSeededRandom('stored workspace');
  const world = await openStoredWorld({ dataDir: scratch, keychain, nowMs: START_MS, random });
  try {
    const accounts = await firstDay(world);
    await world.clock.advance(WEEK_LATER_MS);
    const { demo, passphrase } = await weekLater(world, accounts, refuseDeletes);
    const keychainFacts = await crashInPlan(world, into);
    return {
      nowMs: world.clock.nowMs(),
      ids: { keychain: accounts.keychain.id, passphrase: accounts.passphrase.id, demo: demo.id },
      removed: accounts.keychain.removed,
      settings: keychainFacts.settings,
      workspaces: { keychain: keychainFacts.workspace, passphrase, demo: demo.workspace },
      keychain: new Map(keychain.entries),
      service: world.service.snapshot(),
    };
  } finally {
    await world.dispose();
  }
}

/**
 * Creates a keychain that can be made to refuse deletions, so a change of the contact key remains
 * unfinished.
 */
function createStubbornKeychain(): { readonly keychain: FakeKeychain; refuseDeletes(): void } {
  const keychain = createFakeKeychain();
  let isRefusing = false;
  return {
    keychain: {
      ...keychain,
      delete: (account) => (isRefusing ? Promise.resolve('locked') : keychain.delete(account)),
    },
    refuseDeletes: () => {
      isRefusing = true;
    },
  };
}

type AccountName = Exclude<WorkspaceName, 'demo'>;
interface Account extends serviceData.Found {
  readonly id: string;
  readonly removed: Removed;
}
type Accounts = Readonly<Record<AccountName, Account>>;

/** Chooses settings, then connects and fills both accounts. */
async function firstDay(world: StoredWorld): Promise<Accounts> {
  const app = await world.start();
  await chooseSettings(app);
  const passphrase = await connectAndFill(world, app, 'passphrase');
  const keychain = await connectAndFill(world, app, 'keychain');
  await app.dispose();
  return { passphrase, keychain };
}

async function connectAndFill(world: StoredWorld, app: TestApp, kept: AccountName): Promise<Account> {
  const { api } = app;
  const id = await serviceData.connectAccount(app, kept);
  const found = await serviceData.downloadCompanies(world, api);
  const removed = await fillAccount({ world, api, ...found }, kept);
  // Waits two minutes, during which the rule that fetches contacts starts its requests.
  await world.clock.advance(120_000);
  await waitUntil(async () => (await api.quota.status({})).inFlight === 0, 'the requests of a rule');
  return { id, removed, ...found };
}

async function chooseSettings({ api, settings }: TestApp): Promise<void> {
  await api.settings.setAppearance({ theme: 'dark', density: 'compact', textSize: 125 });
  await api.settings.setShortcuts({
    singleKeys: false,
    changes: [
      { id: 'company.note', keys: 'Mod+Shift+N' },
      { id: 'list.down', keys: null },
    ],
  });
  await api.settings.setResultColumns({ columns: ['country', 'amount', 'window', 'known'] });
  await api.settings.setPreview({ width: 520 });
  // The start and end hours are equal, so there are no quiet hours. With quiet hours, notifications would
  // depend on the time zone.
  await api.notifications.setSettings({
    digest: false,
    instant: true,
    tasks: false,
    hour: 9,
    quietFrom: 20,
    quietTo: 20,
    threshold: 70,
  });
  // The Electron shell writes this setting when the user moves the window.
  settings.set(WINDOW_SETTING, saveWindowState(undefined, [SCREEN], WINDOW));
}

/** The size of the screen, and the stored position of the window on that screen. */
export const SCREEN = { x: 0, y: 0, width: 1_920, height: 1_080 };
export const WINDOW = { x: 140, y: 90, width: 1_300, height: 840, maximized: false };

type Part = (filling: Filling) => Promise<unknown>;
const MARKS: readonly Part[] = [
  userData.makeLists,
  userData.writeNotes,
  userData.markCompanies,
  userData.snoozeAndPlan,
];
const TEXTS: readonly Part[] = [
  userData.logContacts,
  userData.writeTemplates,
  userData.saveSearchesAndViews,
  userData.describeMarket,
];

/**
 * Fills an account as the user does on the first day. The undo history contains only the newest 50 steps, so
 * the oldest steps of an account are lost. The two accounts are filled in different orders, so together they
 * still have steps of every kind.
 */
export async function fillAccount(filling: Filling, kept: AccountName): Promise<Removed> {
  const { api, world } = filling;
  // The service allows 20 requests a minute.
  const minutePasses = (): Promise<void> => world.clock.advance(61_000);
  await minutePasses();
  await serviceData.fetchCompanyDetails(filling);
  await minutePasses();
  for (const part of kept === 'keychain' ? [...MARKS, ...TEXTS] : [...TEXTS, ...MARKS]) await part(filling);
  await api.backups.make({});
  await receiveEvents(filling);
  const removed = await blockAndErase(filling);
  await serviceData.fillLedger(filling);
  await userData.setPlanRules(filling);
  return removed;
}

async function weekLater(world: StoredWorld, accounts: Accounts, refuseDeletes: () => void) {
  const { network } = world;
  const app = await world.start();
  const { api } = app;
  const demo = await writeDemo(app);

  network.requestsLeft = Infinity;
  await api.workspaces.open({ id: accounts.passphrase.id });
  await api.keys.unlockPeople({ passphrase: PASSPHRASE });
  const filling = { world, api, ...accounts.passphrase };
  await comeBack(filling);
  await interruptPlan(filling);
  await serviceData.queueRequests(filling);
  // The first queued request fails and is retried. Ten seconds are enough for all its retries.
  await world.clock.advance(10_000);
  const passphrase = await readWorkspace(api);

  network.requestsLeft = Infinity;
  await api.workspaces.open({ id: accounts.keychain.id });
  await comeBack({ world, api, ...accounts.keychain });
  await api.privacy.changeKey({ how: { mode: 'keychain' } });
  refuseDeletes();
  await api.privacy.changeKey({ how: { mode: 'keychain' } });
  network.requestsLeft = 0;
  await serviceData.queueRequests({ world, api, ...accounts.keychain });
  await world.clock.advance(10_000);
  await app.dispose();
  return { demo, passphrase };
}

/**
 * Simulates the user's return a week later: fetches changes, stops a plan halfway, and brings queued requests
 * to every end state.
 */
async function comeBack(filling: Filling): Promise<void> {
  const { api, world, companies } = filling;
  const { searches } = await api.savedSearches.list({});
  const { question } = await api.savedSearches.open({ id: at(searches, 0).id });
  await api.search.run({ question, ...paid('today') });
  await api.companies.fetchProfile({ id: at(companies, 0), ...paid('company') });
  await serviceData.fetchOpenRoles(filling);
  const { companies: due } = await api.watch.due({ offset: 0, limit: 5 });
  const { companyId, cost } = at(due, 0);
  await api.watch.refresh({ companyId, accepted: cost, screen: 'today' });
  await world.clock.advance(61_000);
  const { changes } = await api.watch.feed({ offset: 0, limit: 50 });
  if (changes.length > 0) await api.watch.markSeen({ companyIds: [at(changes, 0).companyId] });
  await stopPlan(filling);
  await serviceData.endQueuedRequests(filling);
  await world.clock.advance(61_000);
}

/** Approves the first `count` requests that the plan proposes. */
async function approvePlan({ api }: Pick<Filling, 'api'>, count: number): Promise<void> {
  const { proposal } = await api.plan.today({});
  const keys = proposal.items.slice(0, count).map(({ key }) => key);
  if (keys.length < count) throw new Error(`the plan proposes ${keys.length} requests, not ${count}`);
  await api.plan.approve({ keys, ...paid('today') });
}

const stepsOf = async (api: Api): Promise<readonly string[]> =>
  (await api.plan.run({})).run?.items.map(({ step }) => step) ?? [];

/** Approves a plan of two requests, and stops the plan after the first request has been sent. */
async function stopPlan(filling: Filling): Promise<void> {
  const { api, world } = filling;
  world.service.addFaults([{ match: '/companies/', action: { kind: 'delay', ms: 50 } }]);
  await approvePlan(filling, 2);
  await waitUntil(async () => (await stepsOf(api))[0] === 'under-way', 'a request of the plan');
  await api.plan.stop({});
  await waitUntil(async () => (await stepsOf(api))[0] === 'done', 'the request that was under way');
}

/** Approves a plan of four requests, and cuts the network connection after the second request. */
async function interruptPlan(filling: Filling): Promise<void> {
  const { api, world } = filling;
  world.network.requestsLeft = 2;
  await approvePlan(filling, 4);
  await advanceUntil(world, async () => (await api.plan.run({})).run?.state === 'paused', 'a paused plan');
}

/**
 * Copies the data folder to `into` while two requests are in flight: one from the offline queue and one from
 * the plan. The copy looks as if the app had crashed at this moment.
 */
async function crashInPlan(world: StoredWorld, into: string) {
  // Until the first response arrives, the product sends only one request at a time. The fault therefore lets
  // the first request succeed and makes only the next two hang.
  world.service.addFaults([
    { match: '/companies/', action: { kind: 'hang', processed: true }, after: 1, times: 2 },
  ]);
  world.network.requestsLeft = Infinity;
  const app = await world.start();
  const { api } = app;
  const isQueueRunning = async (): Promise<boolean> =>
    (await api.offline.list({})).calls.some(({ state }) => state === 'running');
  await waitUntil(isQueueRunning, 'a queued request that is under way');
  await approvePlan({ api }, 3);
  await waitUntil(async () => (await stepsOf(api))[0] === 'under-way', 'a request of the plan');
  const areBothSent = async (): Promise<boolean> =>
    (await api.quota.status({})).queue.filter(({ state }) => state === 'under-way').length === 2;
  await waitUntil(areBothSent, 'both requests to be sent');
  const facts = { settings: await readSettings(api), workspace: await readWorkspace(api) };
  // The copy omits the `-shm` files, because SQLite recreates them when it opens the databases.
  cpSync(world.dataDir, into, { recursive: true, filter: (path) => !path.endsWith('-shm') });
  await app.dispose();
  return facts;
}

async function writeDemo({ api }: TestApp) {
  const { id } = await api.workspaces.exploreDemo({});
  const { serverNowMs } = await api.quota.status({});
  const query = roundsBetween(serverNowMs, 14, 0, 5);
  const { set } = await api.search.run({ question: { list: 'fundings', query }, ...paid('search') });
  const { rows } = await api.search.rows({ setId: set.setId, offset: 0, limit: 5 });
  for (const { companyId } of rows.slice(0, 2))
    await api.companies.fetchPeople({ id: companyId, ...paid('company') });
  await api.notes.save({ companyId: at(rows, 0).companyId, body: 'Tried in the demo', baseRevision: 0 });
  await api.demo.travel({ days: 1 });
  await api.plan.catchUp(paid('today'));
  await api.demo.travel({ days: 1 });
  await api.onboarding.did({ step: 'save' });
  await api.onboarding.did({ step: 'palette' });
  await api.onboarding.setHidden({ hidden: true });
  return { id, workspace: await readWorkspace(api) };
}
