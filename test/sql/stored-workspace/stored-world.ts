import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { createFetchTransport, nodeFetch } from '../../../electron/adapters/fetch-transport.ts';
import { createFileSettings } from '../../../electron/adapters/file-settings.ts';
import {
  TransportFailure,
  type HttpTransport,
  type Logger,
  type RandomSource,
} from '../../../electron/core/ports.ts';
import { parseSnapshot, startSimulator, type Simulator } from '../../../electron/simulator/index.ts';
import { createFakeClock, settled, type FakeClock } from '../../support/app/fake-clock.ts';
import type { FakeKeychain } from '../../support/app/fake-keychain.ts';
import { sharedWorld } from '../../support/simulator/shared-simulator-data.ts';
import { startTestApp, type TestApp } from '../../support/app/test-app.ts';

/* Runs the product on a data folder. The product and the simulated service for its accounts share a clock. */

/**
 * The base URL that is stored in the data folder. The simulator listens on another port, so the transport
 * redirects requests for this URL to the simulator.
 */
export const BASE_URL = 'http://127.0.0.1:47900/api/v1';
/** The port of the stored workspaces' receiver. */
export const RECEIVER_PORT = 47_911;
/** Secrets that only the fixture uses. */
export const PASSPHRASE = 'test passphrase: larch, sextant, oatmeal';
export const API_KEYS = { live: 'fixture-live-key-0001', test: 'fixture-test-key-0002' };

/** The time when the first stored workspace is connected. */
export const START_MS = Date.UTC(2026, 10, 3, 9, 30);
export const DAY_MS = 86_400_000;

export interface StoredWorld {
  readonly dataDir: string;
  readonly clock: FakeClock;
  readonly keychain: FakeKeychain;
  readonly service: Simulator;
  readonly network: Network;
  /** Starts the product, which reopens the last workspace. */
  start(): Promise<TestApp>;
  dispose(): Promise<void>;
}

/** The simulated network. It goes down after `requestsLeft` more requests. */
export interface Network {
  requestsLeft: number;
}

export interface StoredWorldOptions {
  readonly dataDir: string;
  readonly keychain: FakeKeychain;
  readonly nowMs: number;
  /** The state of the service from an earlier run. The default is a new service. */
  readonly service?: unknown;
  /** The default is real randomness. */
  readonly random?: RandomSource;
}

export async function openStoredWorld(options: StoredWorldOptions): Promise<StoredWorld> {
  const { dataDir, keychain, random } = options;
  const clock = createFakeClock(options.nowMs);
  const restore = parseSnapshot(options.service);
  const service = await startSimulator({
    seed: 11,
    companies: 600,
    keys: API_KEYS,
    makeWorld: sharedWorld,
    nowMs: () => clock.nowMs(),
    ...(restore === null ? {} : { restore }),
  });
  const network: Network = { requestsLeft: Infinity };
  const transport = transportTo(service, network);
  return {
    dataDir,
    clock,
    keychain,
    service,
    network,
    start: () =>
      startTestApp({
        dataDir,
        keychain,
        settings: createFileSettings(join(dataDir, 'settings.json'), silent),
        ports: { clock, transport, ...(random === undefined ? {} : { random }) },
      }),
    dispose: () => service.dispose(),
  };
}

const silent: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Returns a transport that redirects requests for an account to `service`. Requests from the demo are sent
 * unchanged.
 */
function transportTo(service: Simulator, network: Network): HttpTransport {
  const real = createFetchTransport(nodeFetch);
  return {
    get: (request) => {
      if (!request.url.startsWith(`${BASE_URL}/`)) return real.get(request);
      if (network.requestsLeft <= 0) return Promise.reject(new TransportFailure('offline', false));
      network.requestsLeft -= 1;
      return real.get({ ...request, url: request.url.replace(BASE_URL, service.baseUrl) });
    },
  };
}

/** Creates a source of random bytes that depend only on the seed. */
export function createSeededRandom(seed: string): RandomSource {
  let block = 0;
  return {
    bytes: (count) => {
      const blocks: Buffer[] = [];
      for (let length = 0; length < count; length += 32)
        blocks.push(createHash('sha256').update(`${seed} ${block++}`).digest());
      return Buffer.concat(blocks).subarray(0, count);
    },
  };
}

/**
 * Waits until `isReached` returns true. The fake clock does not advance in the meantime, but real sockets
 * continue to work.
 */
export async function waitUntil(isReached: () => Promise<boolean> | boolean, what: string): Promise<void> {
  const untilMs = performance.now() + 20_000;
  while (!(await isReached())) {
    if (performance.now() > untilMs) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
    await settled();
  }
}

/** Like `waitUntil`, but advances the fake clock in steps while it waits. */
export async function advanceUntil(
  { clock }: Pick<StoredWorld, 'clock'>,
  isReached: () => Promise<boolean> | boolean,
  what: string,
  stepMs = 5_000,
): Promise<void> {
  await waitUntil(async () => {
    if (await isReached()) return true;
    await clock.advance(stepMs);
    return false;
  }, what);
}
