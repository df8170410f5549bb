import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemorySecrets } from '../../../electron/adapters/memory-secrets.ts';
import type { SecretStore } from '../../../electron/core/ports.ts';
import { startSimulator, type Simulator } from '../../../electron/simulator/index.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import { createFakeKeychain } from '../../support/app/fake-keychain.ts';
import { createMapSettings, startTestApp, type TestApp } from '../../support/app/test-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';

/* The app notices when a keychain is unlocked elsewhere, where the system reports it, and does not poll. */

const START = Date.UTC(2026, 10, 12, 9, 30);
const accepted = { requests: 1, records: 50, pageTurns: 1, companies: 1 };
const left: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of left.splice(0).reverse()) await end();
});
let service: Simulator;
beforeEach(async () => {
  service = await startSimulator({ seed: 7, companies: 40, epochMs: START });
  left.push(() => service.dispose());
});

/** Opens an account after a restart during which the keychain was in this state. */
async function openWhile(state: 'locked' | 'timeout') {
  const folder = tempDir();
  left.push(() => folder.remove());
  const clock = createFakeClock(START);
  const keychain = createFakeKeychain();
  let asked = 0;
  const counted: SecretStore = {
    ...keychain,
    get: (account) => ((asked += 1), keychain.get(account)),
    probe: () => ((asked += 1), keychain.probe()),
  };
  const settings = createMapSettings();
  const secrets = { keychain: counted, session: createMemorySecrets() };
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
  left.push(() => app.dispose());
  let pushed = 0;
  app.api.keys.onChanged(() => (pushed += 1));
  const people = async () => (await app.api.keys.state({})).people.state;
  expect(await people()).toBe('locked');
  asked = 0;
  return { app, clock, keychain, people, asked: () => asked, pushed: () => pushed };
}

describe('a keychain that was locked when the app was started', () => {
  it('is asked again when the window comes to the front, and what waited for it goes on', async () => {
    const { app, keychain, asked, pushed } = await openWhile('timeout');
    await app.api.keys.look({});
    expect([asked(), pushed()]).toEqual([1, 0]);
    keychain.become('ready');
    await app.api.keys.look({});
    await expect.poll(pushed).toBeGreaterThan(0);
    expect((await app.api.keys.state({})).people.state).toBe('open');
    const told = asked();
    await app.api.keys.look({});
    expect(asked()).toBe(told);
  });

  it('is left alone for a while once its user said no, longer each time', async () => {
    const { app, clock, keychain, asked, people } = await openWhile('locked');
    for (const [seconds, times] of [
      [0, 0],
      [31, 1],
      [31, 1],
      [31, 2],
    ] as const) {
      await clock.advance(seconds * 1_000);
      await app.api.keys.look({});
      await app.api.keys.look({});
      expect(asked()).toBe(times);
    }
    keychain.become('ready');
    await clock.advance(600_000);
    await app.api.keys.look({});
    await expect.poll(people).toBe('open');
  });

  it('is noticed by the call that would be refused because of it', async () => {
    const { app, keychain, pushed } = await openWhile('locked');
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

  it('is noticed by any other answer of it', async () => {
    const { app, keychain, pushed, people } = await openWhile('locked');
    keychain.become('ready');
    await app.api.keys.keychain({});
    await expect.poll(pushed).toBeGreaterThan(0);
    await expect.poll(people).toBe('open');
  });
});
