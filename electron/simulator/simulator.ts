import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { openApiServer } from './api-server.ts';
import { audit, type Audit } from './control/audit.ts';
import { startOfDayMs } from './data/calendar.ts';
import { createVirtualClock, type ClockSnapshot } from './service/virtual-clock.ts';
import { CONTROL_PATH } from './control/control-plane.ts';
import { openControlServer } from './control/control-server.ts';
import { NO_COUNTERS } from './service/counters.ts';
import { planOf } from './service/plan.ts';
import type { Fault } from './control/faults.ts';
import type { GhostOptions, GhostReport } from './control/other-device.ts';
import { BASE_PATH } from './service/handle-request.ts';
import type { Listener, TlsIdentity } from './service/listener.ts';
import { PROFILES, type Profile, type ProfileName } from './profile/profiles.ts';
import type { ProfileChange } from './profile/change-profile.ts';
import {
  catchUp,
  createService,
  reveal,
  setGhost,
  setProfile,
  setVanished,
  spend,
  type GhostSpending,
  type Service,
} from './control/controlled-service.ts';
import type { SimulatorSnapshot } from './snapshot.ts';
import type { KeyType, Keys, ServiceState } from './service/state.ts';
import type { TranscriptEntry } from './service/transcript.ts';
import type { Webhook } from './webhook/sender.ts';
import { createWorld, type GrowingWorld, type World, type WorldOptions } from './data/world.ts';

export interface SimulatorOptions {
  /** Seed for the generated data; default 1. */
  readonly seed?: number;
  /** Number of companies that exist at the epoch; default 3,000. */
  readonly companies?: number;
  /** A profile or its name; default `documented`. */
  readonly profile?: ProfileName | Profile;
  /** Port of the service. If 0, the default, the system chooses a free port. */
  readonly port?: number;
  /** Port of the control API. If null, the default, there is no control API. */
  readonly controlPort?: number | null;
  /** Returns real time; default `Date.now`. */
  readonly nowMs?: () => number;
  /** The day on which virtual time starts. By default, this is today, and virtual time equals real time. */
  readonly epochMs?: number;
  /** API keys; random by default. */
  readonly keys?: Keys;
  /** Certificate for HTTPS. The control API always uses HTTP. */
  readonly tls?: TlsIdentity;
  /** Timeout for a webhook delivery, in real time; default 10 s (spec §6.2). */
  readonly webhookTimeoutMs?: number;
  /**
   * Creates the data; default `createWorld`. Tests pass a function that lets simulators with equal options
   * share one world.
   */
  readonly makeWorld?: (options: WorldOptions) => GrowingWorld;
  /** State to restore; overrides `seed`, `companies`, `epochMs` and `keys`. */
  readonly restore?: SimulatorSnapshot;
}

export interface Simulator {
  /** `http://127.0.0.1:PORT/api/v1`, or an `https:` URL if `tls` is set. */
  readonly baseUrl: string;
  /** `http://127.0.0.1:PORT/__sim`; null if there is no control API. */
  readonly controlUrl: string | null;
  readonly liveKey: string;
  readonly testKey: string;
  readonly seed: number;
  readonly companies: number;
  /** Midnight UTC on the day on which virtual time started. */
  readonly epochMs: number;
  /** Returns virtual time. */
  nowMs(): number;
  /** Moves virtual time forward, or back if `ms` is negative. */
  advance(ms: number): void;
  setNow(ms: number): void;
  freeze(isFrozen: boolean): void;
  /**
   * Makes a company's contacts permanently available, as if the user had revealed them in the dashboard.
   * @throws RangeError if the id is unknown
   */
  reveal(companyId: string): void;
  /** Simulates a single burst of usage by another device, and charges it to the shared account. */
  spend(ghost: GhostSpending): void;
  /**
   * Simulates another device that uses the same account at regular intervals of virtual time. Null ends the
   * simulation.
   * @throws ZodError if the schedule is invalid
   */
  setGhost(ghost: GhostOptions | null): void;
  ghost(): GhostReport | null;
  /**
   * Removes a company from the service, or restores it.
   * @throws RangeError if the id is unknown
   */
  setVanished(companyId: string, isVanished: boolean): void;
  /**
   * Changes the profile or individual switches.
   * @throws RangeError if a name, switch or value is unknown
   */
  setProfile(change: ProfileChange): void;
  readonly webhook: Omit<Webhook, 'dispose'>;
  /**
   * Adds all faults, or none if one of them is invalid.
   * @throws ZodError if a fault is invalid
   */
  addFaults(faults: readonly Fault[]): void;
  clearFaults(): void;
  setPlanLapsed(isLapsed: boolean): void;
  setKeyRevoked(type: KeyType, isRevoked: boolean): void;
  /**
   * When the simulator goes offline, it drops open connections and refuses new ones. When it comes back
   * online, it uses the same port.
   */
  setOnline(online: boolean): Promise<void>;
  online(): boolean;
  /** Returns the requests after `sinceSeq`, oldest first. Only the 50,000 newest requests are kept. */
  transcript(sinceSeq?: number): TranscriptEntry[];
  /** Summarises how the client uses the service, based on the transcript. */
  audit(sinceSeq?: number): Audit;
  snapshot(): SimulatorSnapshot;
  dispose(): Promise<void>;
}

const DEFAULT_SEED = 1;
const DEFAULT_COMPANIES = 3_000;

/** Starts the service on 127.0.0.1. Rejects if it cannot listen, for example with `EADDRINUSE`. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const realNowMs = options.nowMs ?? Date.now;
  const resolved = resolveOptions(options, realNowMs());
  const clock = createVirtualClock(realNowMs, resolved.clock);
  const world = (options.makeWorld ?? createWorld)(resolved);
  const service = createService(createState(options, resolved, clock.nowMs(), world), {
    clock,
    realNowMs,
    webhookTimeoutMs: options.webhookTimeoutMs,
  });
  const { port = 0, tls = null } = options;
  const api = await openApiServer(service, { port, tls, prepare: growOnce(world) });
  const controls = await openControls(service, api, options.controlPort ?? null);
  const dispose = async (): Promise<void> => {
    service.webhook.dispose();
    await Promise.all([api.close(), controls?.close()]);
  };
  return describe(service, resolved, { api, controls, dispose, isTls: options.tls !== undefined });
}

interface ResolvedOptions {
  readonly seed: number;
  readonly companies: number;
  readonly epochMs: number;
  readonly keys: Keys;
  readonly clock: ClockSnapshot;
}

function resolveOptions(options: SimulatorOptions, realNowMs: number): ResolvedOptions {
  const { restore } = options;
  if (restore) {
    const { seed, companies, epochMs, keys } = restore;
    return {
      seed,
      companies,
      epochMs,
      keys,
      clock: { offsetMs: restore.clockOffsetMs, frozenAtMs: restore.clockFrozenAtMs },
    };
  }
  const startMs = options.epochMs ?? realNowMs;
  return {
    seed: options.seed ?? DEFAULT_SEED,
    companies: options.companies ?? DEFAULT_COMPANIES,
    epochMs: startOfDayMs(startMs),
    keys: options.keys ?? { live: randomKey('live'), test: randomKey('test') },
    clock: { offsetMs: startMs - realNowMs, frozenAtMs: null },
  };
}

const randomKey = (type: KeyType): string => `fs_${type}_${randomBytes(20).toString('hex')}`;

/**
 * Returns a function that creates the companies on its first call, in small steps so the app stays
 * responsive. To save memory, the simulator calls the function only when a request needs the companies.
 */
function growOnce(world: GrowingWorld): () => Promise<void> {
  const grow = async (): Promise<void> => {
    while (world.grow()) await setImmediate();
  };
  let growth: Promise<void> | null = null;
  return () => (growth ??= grow());
}

function createState(
  options: SimulatorOptions,
  resolved: ResolvedOptions,
  nowMs: number,
  world: World,
): ServiceState {
  const { restore } = options;
  const { profile: chosen = 'documented' } = options;
  const profile = typeof chosen === 'string' ? PROFILES[chosen] : chosen;
  return {
    world,
    profile,
    keys: resolved.keys,
    keysCreatedAtMs: restore?.keysCreatedAtMs ?? nowMs,
    counters: { ...NO_COUNTERS, ...restore?.counters, plan: planOf(profile) },
    revealed: new Set(restore?.revealed),
    revokedKeys: new Set(restore?.revokedKeys),
    isPlanLapsed: restore?.planLapsed ?? false,
  };
}

/**
 * Opens the control API. If that fails, for example because its port is in use, also closes the service.
 * Otherwise, the service would keep running unnoticed.
 */
async function openControls(service: Service, api: Listener, port: number | null): Promise<Listener | null> {
  if (port === null) return null;
  try {
    return await openControlServer(service, api, port);
  } catch (error) {
    await api.close();
    throw error;
  }
}

interface Running {
  readonly api: Listener;
  readonly controls: Listener | null;
  readonly isTls: boolean;
  dispose(): Promise<void>;
}

function describe(
  service: Service,
  resolved: ResolvedOptions,
  { api, controls, dispose, isTls }: Running,
): Simulator {
  const { state, clock, transcript, faults } = service;
  return {
    baseUrl: `${isTls ? 'https' : 'http'}://127.0.0.1:${api.port}${BASE_PATH}`,
    controlUrl: controls ? `http://127.0.0.1:${controls.port}${CONTROL_PATH}` : null,
    liveKey: resolved.keys.live,
    testKey: resolved.keys.test,
    seed: resolved.seed,
    companies: resolved.companies,
    epochMs: resolved.epochMs,
    nowMs: clock.nowMs,
    advance: clock.advance,
    setNow: clock.setMs,
    freeze: clock.freeze,
    reveal: (companyId) => reveal(service, companyId),
    spend: (ghost) => spend(service, ghost),
    setGhost: (ghost) => setGhost(service, ghost),
    ghost: () => {
      catchUp(service);
      return service.ghost?.report() ?? null;
    },
    setVanished: (companyId, isVanished) => setVanished(service, companyId, isVanished),
    setProfile: (change) => setProfile(service, change),
    webhook: service.webhook,
    addFaults: faults.add,
    clearFaults: faults.clear,
    setPlanLapsed: (isLapsed) => {
      state.isPlanLapsed = isLapsed;
    },
    setKeyRevoked: (type, isRevoked) => {
      if (isRevoked) state.revokedKeys.add(type);
      else state.revokedKeys.delete(type);
    },
    setOnline: api.setOnline,
    online: api.isOnline,
    transcript: (sinceSeq = 0) => transcript.since(sinceSeq),
    audit: (sinceSeq = 0) => audit(transcript.since(sinceSeq)),
    snapshot: () => takeSnapshot(service, resolved),
    dispose,
  };
}

function takeSnapshot(service: Service, resolved: ResolvedOptions): SimulatorSnapshot {
  catchUp(service);
  const { state, clock } = service;
  const { offsetMs, frozenAtMs } = clock.snapshot();
  const { seed, companies, epochMs, keys } = resolved;
  // Copies the counters deeply, because they may change before the caller writes the snapshot to disk.
  const counters: SimulatorSnapshot['counters'] = structuredClone({
    ...state.counters,
    minute: [...state.counters.minute],
    days: Object.fromEntries(
      Object.entries(state.counters.days).map(([day, count]) => [
        day,
        { ...count, companyIds: [...count.companyIds] },
      ]),
    ),
    operations: [...state.counters.operations],
  });
  return {
    version: 1,
    seed,
    companies,
    epochMs,
    counters,
    clockOffsetMs: offsetMs,
    clockFrozenAtMs: frozenAtMs,
    revealed: [...state.revealed],
    planLapsed: state.isPlanLapsed,
    revokedKeys: [...state.revokedKeys],
    keys: { ...keys },
    keysCreatedAtMs: state.keysCreatedAtMs,
  };
}
