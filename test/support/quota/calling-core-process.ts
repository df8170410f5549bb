import { writeSync } from 'node:fs';
import { z } from 'zod';
import { createSystemClock } from '../../../electron/adapters/system-clock.ts';
import { createRandom } from '../../security/support/random.ts';
import { openLedgerAccount } from './ledger-account.ts';

/*
 * A core without screens that sends requests until it is killed:
 * `node test/support/quota/calling-core-process.ts PLAN`, where PLAN is a plan as JSON.
 * Prints `ready` once its files are open.
 */
export const planSchema = z.strictObject({
  folder: z.string(),
  baseUrl: z.string(),
  apiKey: z.string(),
  /** The laptop's wall-clock time when the process starts, in Unix ms. */
  wallMs: z.number(),
  seed: z.int(),
  range: z.tuple([z.string(), z.string()]),
});

const LANES = 3;

async function main(): Promise<void> {
  const { wallMs, seed, ...options } = planSchema.parse(JSON.parse(process.argv[2] ?? ''));
  const system = createSystemClock();
  const clock = { ...system, nowMs: () => wallMs + system.monotonicMs() };
  const account = openLedgerAccount({ ...options, clock });
  const random = createRandom(seed);
  writeSync(1, 'ready\n');
  const lane = async (): Promise<never> => {
    for (;;) await (random.chance(0.05) ? account.confirm() : account.makeCall(random));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

if (process.argv[1] === import.meta.filename) await main();
