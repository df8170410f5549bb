import type { Fault } from '../../../electron/simulator/control/faults.ts';
import { startSimulator, type Simulator } from '../../../electron/simulator/index.ts';
import type { ProfileName } from '../../../electron/simulator/profile/profiles.ts';
import { createSystemClock } from '../../../electron/adapters/system-clock.ts';
import { createRandom } from '../../security/support/random.ts';
import { openLedgerAccount, type LedgerAccount } from './ledger-account.ts';
import { tempDir } from '../common/temp-dir.ts';
import {
  ledgerMinusService,
  matchTranscript,
  type Matched,
  type Usage,
} from '../simulator/transcript-check.ts';
import { sharedWorld } from '../simulator/shared-simulator-data.ts';

/**
 * The start of a day in the middle of a month. A run lasts several hours, so it crosses neither a daily nor a
 * monthly reset.
 */
export const EPOCH_MS = Date.UTC(2026, 2, 15, 0);
const START_MS = 60_000;
const dayOf = (offset: number): string => new Date(EPOCH_MS + offset * 86_400_000).toISOString().slice(0, 10);
export const RANGE = [dayOf(-25), dayOf(0)] as const;

/** Faults of every kind. Some kinds have two variants. */
const FAULTS: ReadonlyArray<Fault['action']> = [
  { kind: 'reset-before' },
  { kind: 'reset-after' },
  { kind: 'reset-after', hard: true },
  { kind: 'hang' },
  { kind: 'hang', processed: true },
  { kind: 'status', status: 503 },
  { kind: 'status', status: 500, shape: 'html' },
  { kind: 'status', status: 204, shape: 'empty' },
  { kind: 'redirect', location: '/elsewhere' },
  { kind: 'html' },
  { kind: 'empty' },
  { kind: 'garbage' },
  { kind: 'truncate', by: 'content-length' },
  { kind: 'truncate', by: 'chunked' },
  { kind: 'delay', ms: 120 },
  [{ kind: 'delay', ms: 60 }, { kind: 'reset-after' }],
];

export interface ProfileRun extends Matched {
  readonly profile: ProfileName;
  calls: number;
  /** Cases in which the ledger counted less than the service. */
  readonly below: string[];
  /** The ledger's counters minus the service's counters, after the last `/stats` responses of the run. */
  readonly drift: Readonly<Record<string, number>>;
  readonly outcomes: Readonly<Record<string, number>>;
}

/** Makes random calls to a simulator with this profile, with or without faults. */
export async function runProfile(
  profile: ProfileName,
  options: { readonly seed: number; readonly calls: number; readonly faults: boolean },
): Promise<ProfileRun> {
  const folder = tempDir();
  const simulator = await startSimulator({
    profile,
    companies: 300,
    epochMs: EPOCH_MS,
    makeWorld: sharedWorld,
  });
  const system = createSystemClock();
  let passedMs = START_MS;
  const clock = {
    ...system,
    nowMs: () => EPOCH_MS + system.monotonicMs() + passedMs,
    monotonicMs: () => system.monotonicMs() + passedMs,
  };
  const account = openLedgerAccount({
    folder: folder.path,
    baseUrl: simulator.baseUrl,
    apiKey: simulator.liveKey,
    clock,
    range: RANGE,
    hasShortTimeouts: options.faults,
  });
  simulator.advance(passedMs);
  const advance = (ms: number): void => {
    passedMs += ms;
    simulator.advance(ms);
    account.governor.review();
  };
  try {
    return await callRepeatedly({ profile, simulator, account, advance }, options);
  } finally {
    account.close();
    await simulator.dispose();
    folder.remove();
  }
}

interface Setting {
  readonly profile: ProfileName;
  readonly simulator: Simulator;
  readonly account: LedgerAccount;
  readonly advance: (ms: number) => void;
}

async function callRepeatedly(
  { profile, simulator, account, advance }: Setting,
  { seed, calls, faults }: { readonly seed: number; readonly calls: number; readonly faults: boolean },
): Promise<ProfileRun> {
  const random = createRandom(seed);
  const outcomes: Record<string, number> = {};
  const below = new Set<string>();
  const compare = (): Readonly<Record<string, number>> => {
    const drift = ledgerMinusService(account.ledger, usageOf(simulator), simulator.nowMs());
    for (const [counter, amount] of Object.entries(drift)) if (amount < 0) below.add(`${counter} ${amount}`);
    return drift;
  };
  for (let sent = 0; sent < calls; sent += 2) {
    // Keeps the calls within the minute budget by moving the clock. The simulated months test what happens if
    // that budget is exceeded.
    advance(8_000);
    if (faults && random.chance(0.4)) simulator.addFaults([{ match: '/', action: random.pick(FAULTS) }]);
    const pair = [
      account.makeCall(random),
      random.chance(0.05) ? account.confirm() : account.makeCall(random),
    ];
    for (const end of await Promise.all(pair)) outcomes[end] = (outcomes[end] ?? 0) + 1;
    compare();
  }
  simulator.clearFaults();
  for (let reading = 0; reading < 3; reading += 1) {
    advance(11 * 60_000);
    const end = await account.confirm();
    outcomes[`stats ${end}`] = (outcomes[`stats ${end}`] ?? 0) + 1;
  }
  const matched = matchTranscript(account.ledger, simulator.transcript());
  return {
    profile,
    calls: simulator.transcript().length,
    ...matched,
    below: [...below],
    drift: compare(),
    outcomes,
  };
}

/** Returns the simulator's counters in the current windows, including those that the API never reports. */
export function usageOf(simulator: Simulator): Usage {
  const { counters } = simulator.snapshot();
  const at = new Date(simulator.nowMs()).toISOString();
  const day = counters.days[at.slice(0, 10)];
  const month = counters.months[at.slice(0, 7)];
  return {
    day: day?.requests ?? 0,
    'month-requests': month?.requests ?? 0,
    'month-records': month?.records ?? 0,
    export: month?.exported ?? 0,
    'companies-day': day?.companyIds.length ?? 0,
    'page-turns': month?.pageTurns ?? 0,
  };
}
