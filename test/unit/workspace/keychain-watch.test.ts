import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemorySecrets } from '../../../electron/adapters/memory-secrets.ts';
import type { SecretStore } from '../../../electron/core/ports.ts';
import { startSimulator, type Simulator } from '../../../electron/simulator/index.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import { createFakeKeychain } from '../../support/app/fake-keychain.ts';
import { createMapSettings, startTestApp, type TestApp } from '../../support/app/test-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';

/*
 * On some systems, another program may unlock the keychain, and the system reports this. The app must then
 * notice the unlocking without polling.
 */

const START = Date.UTC(2026, 10, 12, 9, 30);
const accepted = { requests: 1, records: 50, pageTurns: 1, companies: 1 };
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of cleanups.splice(0).reverse()) await end();
});
let service: Simulator;
beforeEach(async () => {
  service = await startSimulator({ seed: 7, companies: 40, epochMs: START });
  cleanups.push(() => service.dispose());
});

/** Connects an account, closes the app, puts the keychain into the given state and starts the app again. */
async function openWithKeychain(state: 'locked' | 'timeout') {
  const folder = tempDir();
  cleanups.push(() => folder.remove());
  const clock = createFakeClock(START);
  const keychain = createFakeKeychain();
  let reads = 0;
  const countingStore: SecretStore = {
    ...keychain,
    get: (account) => ((reads += 1), keychain.get(account)),
    probe: () => ((reads += 1), keychain.probe()),
  };
  const settings = createMapSettings();
  const secrets = { keychain: countingStore, session: createMemorySecrets() };
  const start = (): Promise<TestApp> =>
    startTestApp({ dataDir: folder.path, settings, ports: { clock, secrets } });
  const first = await start();
  await first.api.workspaces.connect({
    baseUrl: service.baseUrl,
    apiKey: service.liveKey,
    place: 'keychain',
    screen: 'first-run',
    people: { mode: 'keychain' },
    accepted,
  });
  await first.dispose();
  keychain.become(state);
  const app = await start();
  cleanups.push(() => app.dispose());
  let pushed = 0;
  app.api.keys.onChanged(() => (pushed += 1));
  const people = async () => (await app.api.keys.state({})).people.state;
  expect(await people()).toBe('locked');
  reads = 0;
  return { app, clock, keychain, people, reads: () => reads, pushed: () => pushed };
}

describe('keychain that was locked when the app started', () => {
  it('is read again when the window gets the focus, and waiting requests resume', async () => {
    const { app, keychain, reads, pushed } = await openWithKeychain('timeout');
    await app.api.keys.look({});
    expect([reads(), pushed()]).toEqual([1, 0]);
    keychain.become('ready');
    await app.api.keys.look({});
    await expect.poll(pushed).toBeGreaterThan(0);
    expect((await app.api.keys.state({})).people.state).toBe('open');
    const readsBefore = reads();
    await app.api.keys.look({});
    expect(reads()).toBe(readsBefore);
  });

  it('is not read again for a while after the user declined, longer each time', async () => {
    const { app, clock, keychain, reads, people } = await openWithKeychain('locked');
    for (const [seconds, times] of [
      [0, 0],
      [31, 1],
      [31, 1],
      [31, 2],
    ] as const) {
      await clock.advance(seconds * 1_000);
      await app.api.keys.look({});
      await app.api.keys.look({});
      expect(reads()).toBe(times);
    }
    keychain.become('ready');
    await clock.advance(600_000);
    await app.api.keys.look({});
    await expect.poll(people).toBe('open');
  });

  it('is read again by a request that needs it', async () => {
    const { app, keychain, pushed } = await openWithKeychain('locked');
    const id = 'cmp_unknown';
    const fetching = () => app.api.companies.fetchPeople({ id, accepted, screen: 'company' });
    await expect(fetching()).rejects.toMatchObject({ appError: { reason: 'people-locked' } });
    keychain.become('ready');
    await fetching().catch((error: unknown) =>
      expect(error).toMatchObject({ appError: { kind: expect.stringMatching(/^not-/) } }),
    );
    expect(pushed()).toBeGreaterThan(0);
    expect((await app.api.keys.state({})).people.state).toBe('open');
  });

  it('is detected as unlocked by any other read', async () => {
    const { app, keychain, pushed, people } = await openWithKeychain('locked');
    keychain.become('ready');
    await app.api.keys.keychain({});
    await expect.poll(pushed).toBeGreaterThan(0);
    await expect.poll(people).toBe('open');
  });
});
