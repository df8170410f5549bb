import { randomBytes, timingSafeEqual, createHash } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createVirtualClock, type VirtualClock } from './clock.ts';
import { createControlServer } from './control-server.ts';
import { createCounters, type Counters } from './counters.ts';
import { createFaultScript } from './faults.ts';
import type { KeyType } from './handle.ts';
import { PROFILES, type Profile, type ProfileName } from './profile.ts';
import { createServiceServer, type TranscriptEntry } from './service-server.ts';
import { snapshotSchema, type SimulatorSnapshot } from './snapshot.ts';
import { createWorld, DAY_MS } from './world.ts';

export interface SimulatorOptions {
  readonly seed?: number;
  /** Companies visible around the epoch; more raise later. */
  readonly companies?: number;
  readonly profile?: ProfileName | Profile;
  /** 0: any free port. */
  readonly port?: number;
  /** Null: no control plane. */
  readonly controlPort?: number | null;
  /** The machine's clock, Unix ms. */
  readonly nowMs?: () => number;
  /** The day around which the world is dense; default: today, UTC. */
  readonly epochMs?: number;
  readonly keys?: { readonly live: string; readonly test: string };
  readonly restore?: SimulatorSnapshot;
}

export interface Simulator {
  /** Ends in `/api/v1`. */
  readonly baseUrl: string;
  readonly controlUrl: string | null;
  readonly liveKey: string;
  readonly testKey: string;
  readonly seed: number;
  readonly companies: number;
  nowMs(): number;
  advance(ms: number): void;
  reveal(companyId: string): void;
  setOnline(online: boolean): void;
  online(): boolean;
  /** Entries after `sinceSeq`, oldest first. */
  transcript(sinceSeq?: number): readonly TranscriptEntry[];
  snapshot(): SimulatorSnapshot;
  dispose(): Promise<void>;
}

const TRANSCRIPT_MAX = 50_000;
const DEFAULT_COMPANIES = 3_000;

/** Starts a whole Funding Signals service on 127.0.0.1. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const restored = options.restore === undefined ? null : snapshotSchema.parse(options.restore);
  const realNowMs = options.nowMs ?? Date.now;
  const seed = restored?.seed ?? options.seed ?? 1;
  const companies = restored?.companies ?? options.companies ?? DEFAULT_COMPANIES;
  const epochMs = restored?.epochMs ?? options.epochMs ?? Math.floor(realNowMs() / DAY_MS) * DAY_MS;
  const keys = restored?.keys ?? options.keys ?? { live: `fs_live_${token()}`, test: `fs_test_${token()}` };
  const clock = createVirtualClock(realNowMs, restored?.clockOffsetMs ?? 0);
  const counters = createCounters(restored?.counters ?? null);
  const revealed = new Set(restored?.revealed ?? []);
  const world = createWorld(seed, companies, epochMs);
  const profile =
    typeof options.profile === 'object' ? options.profile : PROFILES[options.profile ?? 'documented'];
  const account = { planLapsed: false, keyRevoked: false };
  const faults = createFaultScript();
  const transcript: TranscriptEntry[] = [];
  let seq = 0;

  const service = createServiceServer({
    state: () => ({
      world,
      counters,
      revealed,
      profile,
      planLapsed: account.planLapsed,
      keyName: 'Roundwatch',
    }),
    nowMs: () => clock.nowMs(),
    realNowMs,
    keyTypeOf: (bearer) => (account.keyRevoked ? null : keyTypeOf(bearer, keys)),
    faults,
    record: (entry) => {
      seq += 1;
      transcript.push({ seq, ...entry });
      if (transcript.length > TRANSCRIPT_MAX) transcript.shift();
    },
  });
  const since = (after = 0): readonly TranscriptEntry[] => transcript.filter((entry) => entry.seq > after);
  const port = await listen(service.server, options.port ?? 0);
  const control = createControlServer({
    state: () => ({
      nowMs: clock.nowMs(),
      online: service.online(),
      profile,
      ...account,
      seed,
      companies,
      epochMs,
      counters: counters.snapshot(clock.nowMs()),
      records: counters.recordsUsed(clock.nowMs()),
    }),
    transcript: since,
    clock: (change) => changeClock(clock, change),
    reveal: (companyId) => void revealed.add(companyId),
    faults: (planned) => faults.add(planned),
    spend: (charge) => counters.spend({ ...charge, companies: 0 }, clock.nowMs()),
    plan: (lapsed) => void (account.planLapsed = lapsed),
    key: (isRevoked) => void (account.keyRevoked = isRevoked),
    setOnline: (online) => service.setOnline(online),
  });
  const controlPort = await listenControl(control, options.controlPort ?? null, service.server);
  return {
    baseUrl: `http://127.0.0.1:${port}/api/v1`,
    controlUrl: controlPort === null ? null : `http://127.0.0.1:${controlPort}/__sim`,
    liveKey: keys.live,
    testKey: keys.test,
    seed,
    companies,
    nowMs: () => clock.nowMs(),
    advance: (ms) => clock.advance(ms),
    reveal: (companyId) => void revealed.add(companyId),
    setOnline: (online) => service.setOnline(online),
    online: () => service.online(),
    transcript: since,
    snapshot: () => snapshotOf({ seed, companies, epochMs, keys, clock, counters, revealed }),
    dispose: async () => {
      await Promise.all([close(service.server), controlPort === null ? undefined : close(control)]);
    },
  };
}

const token = (): string => randomBytes(18).toString('base64url');

function keyTypeOf(bearer: string, keys: { readonly live: string; readonly test: string }): KeyType | null {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  if (timingSafeEqual(digest(bearer), digest(keys.live))) return 'live';
  return timingSafeEqual(digest(bearer), digest(keys.test)) ? 'test' : null;
}

function changeClock(
  clock: VirtualClock,
  {
    freeze,
    setMs,
    advanceMs,
  }: { freeze?: boolean | undefined; setMs?: number | undefined; advanceMs?: number | undefined },
): void {
  if (freeze !== undefined) clock.freeze(freeze);
  if (setMs !== undefined) clock.set(setMs);
  if (advanceMs !== undefined) clock.advance(advanceMs);
}

function snapshotOf(parts: {
  seed: number;
  companies: number;
  epochMs: number;
  keys: { readonly live: string; readonly test: string };
  clock: VirtualClock;
  counters: Counters;
  revealed: ReadonlySet<string>;
}): SimulatorSnapshot {
  const { clock, counters, revealed, seed, companies, epochMs, keys } = parts;
  return {
    version: 1,
    seed,
    companies,
    epochMs,
    clockOffsetMs: clock.offsetMs(),
    counters: counters.snapshot(clock.nowMs()),
    revealed: [...revealed],
    keys: { live: keys.live, test: keys.test },
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** A taken control port must not leave the service running. */
async function listenControl(control: Server, port: number | null, service: Server): Promise<number | null> {
  if (port === null) return null;
  try {
    return await listen(control, port);
  } catch (error) {
    await close(service);
    throw error;
  }
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
