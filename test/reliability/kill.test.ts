import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lostAfterKill, saveUntilKilled, type Acknowledged } from '../support/durability/kill-saving-core.ts';
import { tabulate, tell } from './figures.ts';
import { IS_FULL } from '../support/common/full-size.ts';

/**
 * SIGKILL while saving: acknowledged saves remain and every file is intact. `ROUNDWATCH_FULL=1` for 1,000
 * rounds.
 */
const ROUNDS = IS_FULL ? 1_000 : 60;
/** Cores that save and die in parallel, each in its own folder that is reused after every kill. */
const LANES = 4;
/** Rounds before a lane switches to a new folder, which keeps the full integrity check fast. */
const FOLDER_ROUNDS = 25;

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'roundwatch-kill-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Tally {
  acknowledged: number;
  lost: string[];
}

async function lane(name: string, rounds: number): Promise<Tally> {
  const tally: Tally = { acknowledged: 0, lost: [] };
  let told: Acknowledged[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const folder = join(root, `${name}-${Math.floor(round / FOLDER_ROUNDS)}`);
    if (round % FOLDER_ROUNDS === 0) told = [];
    const now = await saveUntilKilled(folder, 10 + Math.random() * 110);
    told.push(...now);
    tally.acknowledged += now.length;
    // Checks all saves ever acknowledged in this folder, because recovery must not undo older ones either.
    tally.lost.push(...lostAfterKill(folder, told));
  }
  return tally;
}

describe('killed while saving', () => {
  it(
    `${ROUNDS} times: nothing that was acknowledged is lost, every file is whole`,
    async () => {
      const startMs = performance.now();
      const lanes = Array.from({ length: LANES }, (_, index) => lane(`lane-${index}`, ROUNDS / LANES));
      const tallies = await Promise.all(lanes);
      const acknowledged = tallies.reduce((sum, tally) => sum + tally.acknowledged, 0);
      const lost = tallies.flatMap((tally) => tally.lost);
      const words = `${ROUNDS.toLocaleString('en-US')} kills, ${acknowledged.toLocaleString('en-US')} acknowledged writes`;
      const seconds = Math.round((performance.now() - startMs) / 1_000);
      tell([`D1 kill -9: ${words}, ${lost.length} lost, torn or corrupt, ${seconds} s`]);
      tabulate({ promise: 'D1', tried: words, wrong: `${lost.length} lost, torn or corrupt` });
      expect(lost).toEqual([]);
      // Guards against kills that all precede the first save.
      expect(acknowledged).toBeGreaterThan(ROUNDS);
    },
    Math.max(180_000, ROUNDS * 1_500),
  );

  it('a planted defect is found: writes acknowledged inside a transaction that was never committed', async () => {
    const folder = join(root, 'one-transaction');
    const lost = lostAfterKill(folder, await saveUntilKilled(folder, 60, 'one-transaction'));
    tabulate({ promise: 'D1', planted: { caught: Math.min(1, lost.length), of: 1 } });
    expect(lost).not.toEqual([]);
  }, 30_000);

  it('a planted defect is found: writes acknowledged before they are made', async () => {
    const folder = join(root, 'acknowledge-first');
    let lost: string[] = [];
    for (let round = 0; round < 40 && lost.length === 0; round += 1)
      lost = lostAfterKill(
        folder,
        await saveUntilKilled(folder, 5 + Math.random() * 40, 'acknowledge-first'),
      );
    tabulate({ promise: 'D1', planted: { caught: Math.min(1, lost.length), of: 1 } });
    expect(lost).not.toEqual([]);
  }, 60_000);
});
