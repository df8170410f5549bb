import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConfirmNatively, UserPresence } from '../../../electron/core/ports.ts';
import { startSimulator, type Simulator } from '../../../electron/simulator/index.ts';
import type { Api } from '../../../shared/contract/index.ts';
import { createFakeClock, type FakeClock } from '../../support/app/fake-clock.ts';
import { createMapSettings, startTestApp, type TestApp } from '../../support/app/test-app.ts';
import { measure } from '../support/figures.ts';

/* Contacts are locked when the user leaves the computer (figure K4 of `npm run security`). */

const START = Date.UTC(2026, 10, 12, 9, 30);
const MINUTE_MS = 60_000;
const passphrase = 'correct horse battery';
type PeopleChoice = Parameters<Api['workspaces']['connect']>[0]['people'];

let service: Simulator;
let app: TestApp;
let clock: FakeClock;
/** Simulates that the system locks the screen or goes to sleep. */
let leave: (cause: 'screen-lock' | 'suspend') => void;
let idleMs = 0;
let dialogs: boolean[] = [];
const tried = { cases: 0, open: 0 };

beforeAll(async () => {
  service = await startSimulator({ seed: 7, companies: 40, epochMs: START });
});
afterAll(async () => {
  await service.dispose();
  measure('K4', {
    tried: `${tried.cases} departures: locked screen, sleep, idle computer, idle page`,
    violations: String(tried.open),
  });
});
beforeEach(() => {
  clock = createFakeClock(START);
  leave = () => undefined;
  [idleMs, dialogs] = [0, []];
});
afterEach(() => app.dispose());

const presence: UserPresence = {
  watch: (onAway) => {
    leave = onAway;
    return () => (leave = () => undefined);
  },
  idleMs: () => idleMs,
};
async function start(people: PeopleChoice, ports: Parameters<typeof startTestApp>[0]): Promise<void> {
  app = await startTestApp({ settings: createMapSettings(), ...ports });
  await app.api.workspaces.connect({
    baseUrl: service.baseUrl,
    apiKey: service.liveKey,
    place: 'session',
    screen: 'first-run',
    people,
    accepted: { requests: 1, records: 1, pageTurns: 0, companies: 0 },
  });
}
/**
 * Starts the app as in Electron. When a native dialog asks whether to show contacts, the next entry in
 * `dialogs` is the user's answer. All other dialogs are confirmed.
 */
const startInElectron = (people: PeopleChoice): Promise<void> => {
  const confirm: ConfirmNatively = ({ kind }) =>
    Promise.resolve(kind === 'show-contacts' ? (dialogs.shift() ?? false) : true);
  return start(people, { ports: { clock, presence, confirm } });
};
const people = async () => (await app.api.keys.state({})).people;
/** Expects that the contacts are locked because the user has left. */
async function expectLocked(why: 'passphrase' | 'auto-locked'): Promise<void> {
  const { state, why: reason } = await people();
  tried.cases += 1;
  if (state !== 'locked') tried.open += 1;
  expect({ state, why: reason }).toEqual({ state: 'locked', why });
}
const unlock = async (): Promise<void> => {
  expect((await app.api.keys.unlockPeople({ passphrase })).people.state).toBe('open');
};

describe('contacts are locked', () => {
  it('when the screen is locked or the computer sleeps, if the user wants this', async () => {
    await startInElectron({ mode: 'passphrase', passphrase });
    for (const cause of ['screen-lock', 'suspend'] as const) leave(cause);
    expect((await people()).state).toBe('open');
    await app.api.settings.setAutoLock({ onScreenLock: true });
    const pushed: string[] = [];
    app.port.subscribe((channel) => pushed.push(channel));
    for (const cause of ['screen-lock', 'suspend'] as const) {
      pushed.length = 0;
      leave(cause);
      await expectLocked('passphrase');
      expect(pushed).toEqual(['library.onChanged', 'keys.onChanged']);
      await unlock();
    }
    expect(app.logged.filter((line) => line.startsWith('people-locked'))).toEqual([
      'people-locked {"cause":"screen-lock"}',
      'people-locked {"cause":"suspend"}',
    ]);
    await app.api.settings.setAutoLock({ onScreenLock: false });
    leave('suspend');
    expect((await people()).state).toBe('open');
  });

  it('after the chosen number of minutes without input on the computer', async () => {
    await startInElectron({ mode: 'passphrase', passphrase });
    await app.api.settings.setAutoLock({ idleMinutes: 5 });
    await clock.advance(4 * MINUTE_MS);
    // The last input was a minute ago, so four of the five minutes are left.
    idleMs = MINUTE_MS;
    await clock.advance(4 * MINUTE_MS);
    expect((await people()).state).toBe('open');
    // The page reports activity, but there has been no input on the computer.
    idleMs = 5 * MINUTE_MS;
    await app.api.app.reportActivity({});
    await clock.advance(MINUTE_MS);
    await expectLocked('passphrase');
    idleMs = 0;
    await unlock();
    await clock.advance(4 * MINUTE_MS);
    expect((await people()).state).toBe('open');
    await app.api.settings.setAutoLock({ idleMinutes: null });
    idleMs = 60 * MINUTE_MS;
    await clock.advance(60 * MINUTE_MS);
    expect((await people()).state).toBe('open');
  });

  it('after the chosen number of minutes without input to the page, in a shell that sees only the page', async () => {
    await start({ mode: 'passphrase', passphrase }, { ports: { clock } });
    expect(await app.api.settings.setAutoLock({ idleMinutes: 2, onScreenLock: true })).toMatchObject({
      seesScreenLock: false,
    });
    for (let minute = 0; minute < 5; minute += 1) {
      await app.api.app.reportActivity({});
      await clock.advance(MINUTE_MS);
    }
    expect((await people()).state).toBe('open');
    // Requests that the page makes on its own, without user input, do not count as activity.
    for (let minute = 0; minute < 2; minute += 1) {
      await app.api.library.open({});
      await clock.advance(MINUTE_MS);
    }
    await expectLocked('passphrase');
  });

  it('and a key in the keychain stays out of memory until the user agrees', async () => {
    await startInElectron({ mode: 'keychain' });
    await app.api.settings.setAutoLock({ onScreenLock: true });
    leave('screen-lock');
    await expectLocked('auto-locked');
    // The user has not agreed to show the contacts. The app must not read the key when the window gets focus,
    // the keychain is unlocked, contacts are requested, or the workspace is reopened.
    await app.api.keys.look({});
    app.keychain.become('locked');
    await app.api.keys.keychain({});
    app.keychain.become('ready');
    await app.api.keys.keychain({});
    const call = { endpoint: 'contacts' as const, companyId: 'cmp_1' };
    const { cost } = await app.api.quota.price({ call });
    await expect(
      app.api.companies.fetchPeople({ id: call.companyId, accepted: cost, screen: 'company' }),
    ).rejects.toMatchObject({ appError: { kind: 'conflict', reason: 'people-locked' } });
    await expectLocked('auto-locked');
    const { activeId } = await app.api.workspaces.list({});
    await app.api.workspaces.leave({});
    await app.api.workspaces.open({ id: activeId ?? '' });
    await expectLocked('auto-locked');
    dialogs = [false, true];
    await expect(app.api.keys.retry({})).rejects.toMatchObject({
      appError: { kind: 'not-confirmed', action: 'show-contacts', reason: 'declined' },
    });
    await expectLocked('auto-locked');
    expect((await app.api.keys.retry({})).people).toEqual({ mode: 'keychain', state: 'open' });
    expect(dialogs).toEqual([]);
    // Reopening the workspace does not lock the contacts again.
    await app.api.workspaces.leave({});
    await app.api.workspaces.open({ id: activeId ?? '' });
    expect((await people()).state).toBe('open');
  });

  it('but neither in the demo nor in a workspace without contacts', async () => {
    await startInElectron({ mode: 'none' });
    await app.api.settings.setAutoLock({ onScreenLock: true });
    leave('suspend');
    expect((await people()).state).toBe('not-kept');
    await app.api.workspaces.exploreDemo({});
    leave('suspend');
    expect((await people()).state).toBe('open');
  });
});
