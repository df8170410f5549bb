import { LOCAL_FOLDERS } from '../../../electron/shells/common/local-folders.ts';
import { join } from 'node:path';
import { createFetchTransport } from '../../../electron/adapters/fetch-transport.ts';
import { createMemorySecrets } from '../../../electron/adapters/memory-secrets.ts';
import { createSystemClock, type SystemClock } from '../../../electron/adapters/system-clock.ts';
import { createSystemRandom } from '../../../electron/adapters/system-random.ts';
import { createApp } from '../../../electron/core/create-app.ts';
import type { Clock, LogFields, Logger, Ports, SettingsStore } from '../../../electron/core/ports.ts';
import { createFolderDialogs } from '../../../electron/adapters/folder-dialogs.ts';
import { createStartDemo } from '../../../electron/shells/common/start-demo.ts';
import type { Api, Handlers } from '../../../shared/contract/index.ts';
import { createFakeKeychain, type FakeKeychain } from './fake-keychain.ts';
import { apiOver, createMemoryPort, type MemoryPort } from './memory-port.ts';
import { sharedWorld } from '../simulator/shared-simulator-data.ts';
import { tempDir } from '../common/temp-dir.ts';

export interface TestApp {
  readonly api: Api;
  readonly port: MemoryPort;
  readonly handlers: Handlers;
  /** Notifies the app that the computer has woken up from sleep. */
  wake(): void;
  /** Releases the search index, as the app does when its last window is closed. */
  releaseIndex(): void;
  readonly dataDir: string;
  readonly keychain: FakeKeychain;
  readonly settings: SettingsStore;
  /** The log lines of the app, in the form `event {"field":…}`. */
  readonly logged: readonly string[];
  /**
   * Closes the app, and removes the data folder unless the test provided one. `beforeClosing` is called before the files
   * are closed.
   */
  dispose(beforeClosing?: () => Promise<void>): Promise<void>;
}

export interface TestAppOptions {
  readonly dataDir?: string;
  readonly keychain?: FakeKeychain | null;
  readonly settings?: SettingsStore;
  readonly realAccounts?: boolean;
  /** Opens an empty demo. */
  readonly demo?: boolean;
  readonly ports?: Partial<Ports>;
}

export function createMapSettings(): SettingsStore {
  const values = new Map<string, unknown>();
  return { get: (key) => values.get(key), set: (key, value) => void values.set(key, value) };
}

/** The start time for tests without their own clock. It is fixed and in the middle of a month. */
export const TESTS_BEGIN_MS = Date.UTC(2026, 10, 12, 9, 30);

/**
 * Creates a system clock for a computer that never sleeps. Unlike the product's clock on Linux, it does not
 * read the uptime from a file each time the monotonic time is read.
 */
export const createAwakeClock = (): SystemClock =>
  createSystemClock({ wallMs: Date.now, steadyMs: () => performance.now(), uptimeMs: () => null });

function clockOfTests(): Clock {
  const system = createAwakeClock();
  return { ...system, nowMs: () => TESTS_BEGIN_MS + Math.floor(system.monotonicMs()) };
}

/** The scrypt cost N in most tests: the smallest value that a workspace record accepts. */
export const CHEAP_PASSPHRASE = 2 ** 14;

/**
 * Starts the real core on real files, with the simulator as its service. The keychain is fake, so tests
 * can lock it.
 */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const folder = options.dataDir === undefined ? tempDir() : null;
  const dataDir = options.dataDir ?? folder?.path ?? '';
  const logged: string[] = [];
  const record = (event: string, fields: LogFields = {}): void =>
    void logged.push(`${event} ${JSON.stringify(fields)}`);
  const log: Logger = { info: record, warn: record, error: record };
  const keychain = options.keychain ?? createFakeKeychain();
  const settings = options.settings ?? createMapSettings();
  const clock = options.ports?.clock ?? clockOfTests();
  const port = createMemoryPort((channel, error) => {
    const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
    record('internal', { channel, error: details });
    // The reply to the page does not contain the details of an internal error, just as in the product. The
    // test output must therefore contain them.
    process.stderr.write(`internal error at ${channel}: ${details}\n`);
    return 'test';
  });
  const ports: Ports = {
    clock,
    log,
    random: createSystemRandom(),
    passphraseCost: CHEAP_PASSPHRASE,
    secrets: { keychain: options.keychain === null ? null : keychain, session: createMemorySecrets() },
    settings,
    transport: createFetchTransport((url, init) => fetch(url, init)),
    startDemo: createStartDemo(clock, { makeWorld: sharedWorld }),
    chooseFolder: (purpose) => Promise.resolve(join(dataDir, LOCAL_FOLDERS[purpose])),
    fileDialogs: createFolderDialogs(dataDir),
    openExternal: null,
    confirm: () => Promise.resolve(true),
    ...options.ports,
  };
  const app = createApp(ports, {
    dataDir,
    shell: 'loopback',
    version: '0.0.0-test',
    demo: false,
    realAccounts: options.realAccounts ?? true,
    publish: (channel, payload) => port.publish(channel, payload),
  });
  port.connect(app);
  await app.start();
  if (options.demo === true) await app.handlers.workspaces.exploreDemo({});
  return {
    api: apiOver(port),
    port,
    handlers: app.handlers,
    wake: app.wake,
    releaseIndex: app.releaseIndex,
    dataDir,
    keychain,
    settings,
    logged,
    dispose: async (beforeClosing) => {
      await app.dispose(beforeClosing);
      folder?.remove();
    },
  };
}
