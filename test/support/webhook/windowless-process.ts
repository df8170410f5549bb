import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFetchTransport, nodeFetch } from '../../../electron/adapters/fetch-transport.ts';
import { createFileSettings } from '../../../electron/adapters/file-settings.ts';
import { createMemorySecrets } from '../../../electron/adapters/memory-secrets.ts';
import { createSystemRandom } from '../../../electron/adapters/system-random.ts';
import { createApp } from '../../../electron/core/create-app.ts';
import { saveBackground } from '../../../electron/core/handlers/background-settings.ts';
import type { Clock, SecretStore } from '../../../electron/core/ports.ts';
import { createStartDemo } from '../../../electron/shells/common/start-demo.ts';
import { log } from '../app/library-fixtures.ts';
import { CHEAP_PASSPHRASE } from '../app/test-app.ts';

/*
 * Runs the whole core without a window, as the desktop app does after login: `node
 * test/support/webhook/windowless-process.ts FOLDER PORT KEY SPEED`. The first start creates a demo with a
 * listening receiver; later starts open that demo. Prints one line with the receiver's path once the receiver
 * listens. On SIGTERM, closes its files.
 */
const [dataDir, port, key, speed] = process.argv.slice(2);
if (dataDir === undefined || key === undefined)
  throw new Error('usage: windowless-process.ts FOLDER PORT KEY SPEED');

/**
 * A clock that runs `factor` times as fast as the computer's clock. After a restart, it continues as if it
 * had kept running.
 */
function createFastClock(factor: number): Clock {
  const file = join(dataDir ?? '', 'began');
  if (!existsSync(file)) writeFileSync(file, String(Date.now()));
  const beganMs = Number(readFileSync(file, 'utf8'));
  const nowMs = (): number => beganMs + (Date.now() - beganMs) * factor;
  return {
    nowMs,
    monotonicMs: nowMs,
    after: (delayMs, task) => {
      const timer = setTimeout(task, delayMs / factor);
      return () => clearTimeout(timer);
    },
  };
}

/** Stores the keychain in a file, so its keys are still there when the process is started again. */
function createFileKeychain(file: string): SecretStore {
  const read = (): Record<string, string> =>
    existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
  const write = (change: Record<string, string | undefined>): void =>
    writeFileSync(file, JSON.stringify({ ...read(), ...change }));
  return {
    place: 'keychain',
    name: 'the test keychain',
    get: (account) => {
      const secret = read()[account];
      return Promise.resolve(
        secret === undefined ? { state: 'absent', secret: null } : { state: 'ready', secret },
      );
    },
    set: (account, secret) => {
      write({ [account]: secret });
      return Promise.resolve('ready');
    },
    delete: (account) => {
      write({ [account]: undefined });
      return Promise.resolve('absent');
    },
    probe: () => Promise.resolve('ready'),
  };
}

const clock = createFastClock(Number(speed));
const settings = createFileSettings(join(dataDir, 'settings.json'), log);
saveBackground(settings, true);
const app = createApp(
  {
    clock,
    log,
    random: createSystemRandom(),
    passphraseCost: CHEAP_PASSPHRASE,
    secrets: { keychain: createFileKeychain(join(dataDir, 'keychain')), session: createMemorySecrets() },
    settings,
    transport: createFetchTransport(nodeFetch),
    startDemo: createStartDemo(clock),
    chooseFolder: () => Promise.resolve(null),
    openExternal: null,
    confirm: null,
    background: {
      place: () => Promise.resolve('tray'),
      isWindowless: () => true,
      follow: () => Promise.resolve(),
      startsAtLogin: () => true,
      setStartAtLogin: () => undefined,
    },
  },
  {
    dataDir,
    shell: 'electron',
    version: '0.0.0-test',
    demo: false,
    realAccounts: false,
    publish: () => undefined,
  },
);
await app.start();
const { signals, workspaces, demo } = app.handlers;
if ((await workspaces.list({})).workspaces.length === 0) {
  await workspaces.exploreDemo({ filled: false });
  await signals.setAddress({ port: Number(port), tunnelHost: null });
  await signals.setKey({ key, place: 'keychain' });
  await signals.setEnabled({ enabled: true, pauseMs: null });
}
app.releaseIndex();
// Waits until the receiver is listening. It starts automatically some time after the workspace is opened.
for (;;) {
  const { state, path } = await signals.receiver({});
  if (state === 'listening') {
    const { total: requests } = await demo.transcript({ offset: 0, limit: 1 });
    console.log(JSON.stringify({ path, requests }));
    break;
  }
  await new Promise((resolve) => setTimeout(resolve, 10));
}
process.once('SIGTERM', () => void app.dispose().then(() => process.exit(0)));
