import type { HttpTransport, Clock } from '../../../electron/core/ports.ts';
import { PROFILES, type Profile, type ProfileName } from '../../../electron/simulator/profile/profiles.ts';
import {
  startSimulator,
  type Simulator,
  type SimulatorOptions,
} from '../../../electron/simulator/simulator.ts';
import { sharedWorld } from '../../support/simulator/shared-simulator-data.ts';
import { openApp, type AppBench } from './app-bench.ts';
import { openCore, type Core } from './core-bench.ts';
import { NOON_MS } from './time.ts';

export { NOON_MS };

/** A test of one requirement, or of one entry in the register of open questions, with a running service. */
export interface Row {
  /** An id from `expected-ids.ts`, such as `R-2-8`, `R-4-2-u` or `switch-12`. */
  readonly id: string;
  /** A short statement of the guarantee. */
  readonly title: string;
  /** The part under test: the client (C), the simulator (S) or both. */
  readonly part: 'C' | 'S' | 'C+S';
  /** Throws if the requirement is not met. */
  run(benches: Benches): Promise<void>;
}

export interface BenchOptions {
  /** The simulator's profile: its name, or values that override the `documented` profile. */
  readonly profile?: ProfileName | Partial<Profile>;
  /** The number of generated companies. The default is 300. */
  readonly companies?: number;
  /** The virtual time at the start. The default is `NOON_MS`. */
  readonly epochMs?: number;
  /** The type of the API key that the client and `raw` use. The default is `live`. */
  readonly keyType?: 'live' | 'test';
  readonly simulator?: Partial<SimulatorOptions>;
  /** The client's clock. By default, it follows the simulator's time. */
  readonly clock?: Clock;
  /** Wraps the real transport to simulate network behaviour. */
  readonly transport?: (real: HttpTransport) => HttpTransport;
}

/** Opens benches for a row, and closes them when the row ends. */
export interface Benches {
  open(options?: BenchOptions): Promise<Bench>;
}

/** A simulated service, to which a client or the whole app can be connected. */
export interface Bench {
  readonly simulator: Simulator;
  readonly apiKey: string;
  /**
   * Sends a request (GET by default) to a path below the base URL. The request contains the key. A header
   * that is empty in `init` is not sent.
   */
  raw(path: string, init?: RawInit): Promise<Answer>;
  /**
   * Sends a POST request to the control API, or a GET request if there is no `body`. Throws unless the status
   * is 200.
   */
  control(path: string, body?: unknown): Promise<unknown>;
  /**
   * Opens a core: the client with its governor, ledger and library, as in the app. Later calls return the
   * same core.
   */
  core(): Promise<Core>;
  /** Opens an app connected to this service. Later calls return the same app. */
  app(): Promise<AppBench>;
  /** Advances virtual time by more than a minute, after which the full per-minute budget is available. */
  passMinute(): void;
}

export interface RawInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body, or null if the body is not JSON. */
  readonly body: unknown;
}

const COMPANIES = 300;
/** A timeout far longer than any row takes on a busy machine. */
export const ROW_TIMEOUT_MS = 240_000;

export interface Outcome {
  readonly row: Row;
  readonly error: Error | null;
  readonly ms: number;
}

/** Runs a row and closes its benches. Never rejects. */
export async function runRow(row: Row): Promise<Outcome> {
  const startedMs = performance.now();
  const closers: (() => Promise<void> | void)[] = [];
  const logs: (readonly string[])[] = [];
  const benches: Benches = { open: (options = {}) => openBench(options, closers, logs) };
  let error: Error | null = null;
  try {
    await within(ROW_TIMEOUT_MS, row.run(benches));
  } catch (thrown) {
    error = thrown instanceof Error ? thrown : new Error(String(thrown));
    // For an internal error, the app returns only a reference number. The cause is in the log.
    const cause = logs.flat().findLast((line) => line.startsWith('internal '));
    if (cause !== undefined)
      error.stack = `${error.stack ?? error.message}\n${cause.replaceAll('\\n', '\n')}`;
  }
  for (const close of closers.reverse()) await Promise.resolve(close()).catch(() => undefined);
  return { row, error, ms: performance.now() - startedMs };
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`timed out after ${ms / 1_000} s`)), ms);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function openBench(
  options: BenchOptions,
  closers: (() => Promise<void> | void)[],
  logs: (readonly string[])[],
): Promise<Bench> {
  const { profile = 'documented', companies = COMPANIES, epochMs = NOON_MS, keyType = 'live' } = options;
  const simulator = await startSimulator({
    companies,
    epochMs,
    controlPort: 0,
    profile: typeof profile === 'string' ? profile : { ...PROFILES.documented, ...profile },
    makeWorld: sharedWorld,
    ...options.simulator,
  });
  closers.push(() => simulator.dispose());
  const apiKey = keyType === 'live' ? simulator.liveKey : simulator.testKey;
  const surroundings = {
    simulator,
    apiKey,
    clock: options.clock ?? null,
    transport: options.transport ?? null,
    logs,
  };
  let core: Promise<Core> | null = null;
  let app: Promise<AppBench> | null = null;
  return {
    simulator,
    apiKey,
    raw: (path, init) => raw(simulator, apiKey, path, init),
    control: (path, body) => control(simulator, path, body),
    core: () => (core ??= openCore(surroundings, closers)),
    app: () => (app ??= openApp(surroundings, closers)),
    passMinute: () => simulator.advance(61_000),
  };
}

/** The parts of a bench that its client and its app use. */
export interface Surroundings {
  readonly simulator: Simulator;
  readonly apiKey: string;
  readonly clock: Clock | null;
  readonly transport: ((real: HttpTransport) => HttpTransport) | null;
  /** The logs of the bench's apps. They contain the causes of internal errors. */
  readonly logs: (readonly string[])[];
}

async function raw(
  { baseUrl }: Simulator,
  apiKey: string,
  path: string,
  { method = 'GET', headers = {}, body }: RawInit = {},
): Promise<Answer> {
  const all = Object.entries({ Authorization: `Bearer ${apiKey}`, ...headers }).filter(
    ([, value]) => value !== '',
  );
  const response = await fetch(baseUrl + path, {
    method,
    redirect: 'manual',
    headers: Object.fromEntries(all),
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function control({ controlUrl }: Simulator, path: string, body?: unknown): Promise<unknown> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(`${controlUrl}/${path}`, init);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`control ${path}: ${response.status} ${text}`);
  return parsed(text);
}
