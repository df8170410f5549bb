import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { z } from 'zod';
import { startSimulator, type Simulator } from '../../../electron/simulator/index.ts';
import type { ProfileName } from '../../../electron/simulator/profile/profiles.ts';
import { createSystemClock } from '../../../electron/adapters/system-clock.ts';
import { createRandom, type Random } from '../../security/support/random.ts';
import type { planSchema } from './calling-core-process.ts';
import { EPOCH_MS, RANGE, usageOf } from './profile-run.ts';
import { openLedgerAccount } from './ledger-account.ts';
import { ownNode } from '../common/process.ts';
import { tempDir } from '../common/temp-dir.ts';
import { ledgerMinusService, matchTranscript } from '../simulator/transcript-check.ts';

export interface KillFigures {
  kills: number;
  /** The number of requests in the simulator's transcript that were matched with a ledger row. */
  calls: number;
  observed: number;
  unknown: number;
  readonly wrong: string[];
  readonly below: string[];
}

/**
 * The simulated time between rounds. By the end of this time, even a lost request no longer counts in the
 * minute budget.
 */
const ROUND_GAP_MS = 130_000;
/** The time, in ms, to wait after a kill, so the simulator can finish and charge the requests in flight. */
const SETTLE_MS = 120;

/**
 * Runs `calling-core-process.ts` and kills it, `rounds` times on the same ledger. The simulator runs in this
 * process. After every kill, the ledger is compared with the simulator.
 */
export async function killCallingCore(
  {
    seed,
    rounds,
    profile,
  }: { readonly seed: number; readonly rounds: number; readonly profile: ProfileName },
  onProgress: (figures: KillFigures) => void = () => undefined,
): Promise<KillFigures> {
  const folder = tempDir();
  const random = createRandom(seed);
  const simulator = await startSimulator({ profile, companies: 300, epochMs: EPOCH_MS });
  const figures: KillFigures = { kills: 0, calls: 0, observed: 0, unknown: 0, wrong: [], below: [] };
  try {
    simulator.advance(60_000);
    for (let round = 0; round < rounds; round += 1) {
      simulator.advance(ROUND_GAP_MS);
      simulator.clearFaults();
      simulator.addFaults(delaysAndLosses(random));
      await runUntilKilled(
        {
          folder: folder.path,
          baseUrl: simulator.baseUrl,
          apiKey: simulator.liveKey,
          range: [...RANGE],
          wallMs: simulator.nowMs(),
          seed: seed * 1_000 + round,
        },
        5 + random.int(random.chance(0.5) ? 150 : 900),
      );
      figures.kills += 1;
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
      compare(folder.path, simulator, figures);
      onProgress(figures);
    }
  } finally {
    await simulator.dispose();
    folder.remove();
  }
  return figures;
}

/** Returns faults that delay most responses and lose some, so kills hit every phase of a request. */
const delaysAndLosses = (random: Random) =>
  Array.from({ length: 30 }, () => ({
    match: '/',
    action: random.chance(0.1)
      ? ({ kind: 'reset-after' } as const)
      : ({ kind: 'delay', ms: random.int(80) } as const),
  }));

function compare(folder: string, simulator: Simulator, figures: KillFigures): void {
  const system = createSystemClock();
  const account = openLedgerAccount({
    folder,
    baseUrl: simulator.baseUrl,
    apiKey: simulator.liveKey,
    range: RANGE,
    clock: { ...system, nowMs: () => simulator.nowMs() },
  });
  try {
    const { matched, observed, unknown, wrong } = matchTranscript(account.ledger, simulator.transcript());
    Object.assign(figures, { calls: matched, observed, unknown });
    figures.wrong.push(...wrong);
    const drift = ledgerMinusService(account.ledger, usageOf(simulator), simulator.nowMs());
    for (const [counter, amount] of Object.entries(drift))
      if (amount < 0) figures.below.push(`${counter} ${amount} after kill ${figures.kills}`);
  } finally {
    account.close();
  }
}

function runUntilKilled(plan: z.infer<typeof planSchema>, afterMs: number): Promise<void> {
  const core = spawn(ownNode, [join(import.meta.dirname, 'calling-core-process.ts'), JSON.stringify(plan)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const orphaned = (): void => void core.kill('SIGKILL');
  process.once('exit', orphaned);
  let errorOutput = '';
  core.stderr.on('data', (chunk: Buffer) => (errorOutput += chunk.toString()));
  core.stdout.once('data', () => setTimeout(() => core.kill('SIGKILL'), afterMs));
  return new Promise((resolve, reject) => {
    core.on('error', reject);
    core.on('close', (code, signal) => {
      process.off('exit', orphaned);
      if (signal === 'SIGKILL') resolve();
      else reject(new Error(`the core exited before it was killed (${String(code)}): ${errorOutput}`));
    });
  });
}
