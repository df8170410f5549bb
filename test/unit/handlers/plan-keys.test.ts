import { KEY_CHECK } from '../../support/common/key-check.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startSimulator, type Simulator } from '../../../electron/simulator/index.ts';
import { createFakeKeychain } from '../../support/app/fake-keychain.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { createMapSettings, startTestApp, type TestApp } from '../../support/app/test-app.ts';
import { approve, roundsOf, runIs } from './plan-world.ts';
import { sharedWorld } from '../../support/simulator/shared-simulator-data.ts';

/*
 * A plan that needs a key waits while the key is missing, and resumes once the key is available. The tests
 * use an account whose contacts are protected by a passphrase.
 */

const passphrase = 'correct horse battery';
let service: Simulator;
let folder: ReturnType<typeof tempDir>;
let kept: {
  dataDir: string;
  keychain: ReturnType<typeof createFakeKeychain>;
  settings: ReturnType<typeof createMapSettings>;
};
let app: TestApp;
beforeEach(async () => {
  service = await startSimulator({ seed: 7, companies: 600, makeWorld: sharedWorld });
  folder = tempDir();
  kept = { dataDir: folder.path, keychain: createFakeKeychain(), settings: createMapSettings() };
  app = await startTestApp(kept);
  await app.api.workspaces.connect({
    baseUrl: service.baseUrl,
    apiKey: service.liveKey,
    place: 'keychain',
    screen: 'first-run',
    people: { mode: 'passphrase', passphrase },
    accepted: { requests: 1, records: 1, pageTurns: 0, companies: 0 },
  });
  const question = { list: 'fundings', query: roundsOf(service.nowMs(), 50) } as const;
  const accepted = { requests: 1, records: 50, pageTurns: 1, companies: 0 };
  const { set } = await app.api.search.run({ question, accepted, screen: 'search' });
  const { rows } = await app.api.search.rows({ setId: set.setId, offset: 0, limit: 50 });
  const { id } = await app.api.watchlists.create({ name: 'Warm' });
  const open = rows.filter(({ window }) => window.state === 'open').map(({ companyId }) => companyId);
  await app.api.watchlists.add({ id, companyIds: [...new Set(open)].slice(0, 3), reason: '' });
});
afterEach(async () => {
  await app.dispose();
  await service.dispose();
  folder.remove();
});

const steps = async () => (await app.api.plan.run({})).run?.items.map(({ step }) => step);
const isContacts = (key: string): boolean => key.startsWith('contacts/');

it('a plan waits for the passphrase after a restart, and resumes once it is entered', async () => {
  await approve({ app }, isContacts);
  await app.api.plan.pause({});
  await app.dispose();
  app = await startTestApp(kept);
  await app.api.plan.resume({});
  const locked = await runIs({ app }, 'paused');
  expect(locked.paused).toBe('key');
  expect(locked.items.filter(({ step }) => step === 'waiting').length).toBeGreaterThan(0);
  await app.api.keys.unlockPeople({ passphrase });
  await runIs({ app }, 'over');
  expect(await steps()).not.toContain('failed');
});

it('a plan whose key was deleted resumes once there is another', async () => {
  await app.api.keys.clearApiKey({});
  await approve({ app }, isContacts);
  expect((await runIs({ app }, 'paused')).paused).toBe('key');
  await app.api.keys.setApiKey({
    apiKey: service.liveKey,
    place: 'session',
    sameAccount: true,
    ...KEY_CHECK,
  });
  const run = await runIs({ app }, 'over');
  expect(new Set(run.items.map(({ step }) => step))).toEqual(new Set(['done']));
});
