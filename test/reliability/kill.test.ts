import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lostAfterKill, saveUntilKilled, type Acknowledged } from '../support/durability/kill-saving-core.ts';
import { tabulate, reportFigures } from './figures.ts';
import { IS_FULL } from '../support/common/full-size.ts';

/*
 * Promise D1 of `npm run reliability`: if the core is killed while it saves, all acknowledged saves remain
 * and every file is intact.
 */
const ROUNDS = IS_FULL ? 1_000 : 8;
/** The number of lanes that run in parallel. Each lane starts and kills the app's core many times. */
const LANES = 4;
/**
 * The number of kills after which a lane starts a new data folder. Small folders keep integrity checks fast.
 */
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
  let earlierWrites: Acknowledged[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const folder = join(root, `${name}-${Math.floor(round / FOLDER_ROUNDS)}`);
    if (round % FOLDER_ROUNDS === 0) earlierWrites = [];
    const newWrites = await saveUntilKilled(folder, 10 + Math.random() * 110);
    earlierWrites.push(...newWrites);
    tally.acknowledged += newWrites.length;
    // Checks the earlier saves in this folder too, because recovering the newest ones must not undo them.
    tally.lost.push(...lostAfterKill(folder, earlierWrites));
  }
  return tally;
}

describe('killed while saving', () => {
  it(
    `loses no acknowledged save and damages no file, ${ROUNDS} times`,
    async () => {
      const startMs = performance.now();
      const lanes = Array.from({ length: LANES }, (_, index) => lane(`lane-${index}`, ROUNDS / LANES));
      const tallies = await Promise.all(lanes);
      const acknowledged = tallies.reduce((sum, tally) => sum + tally.acknowledged, 0);
      const lost = tallies.flatMap((tally) => tally.lost);
      const summary = `${ROUNDS.toLocaleString('en-US')} kills, ${acknowledged.toLocaleString('en-US')} acknowledged writes`;
      const seconds = Math.round((performance.now() - startMs) / 1_000);
      reportFigures([`D1 kill -9: ${summary}, ${lost.length} lost, torn or corrupt, ${seconds} s`]);
      tabulate({ promise: 'D1', tried: summary, wrong: `${lost.length} lost, torn or corrupt` });
      expect(lost).toEqual([]);
      // The check above is meaningful only if saves were acknowledged before the kills.
      expect(acknowledged).toBeGreaterThan(ROUNDS);
    },
    Math.max(180_000, ROUNDS * 1_500),
  );

  it('finds the planted defect of writes acknowledged inside an uncommitted transaction', async () => {
    const folder = join(root, 'one-transaction');
    const lost = lostAfterKill(folder, await saveUntilKilled(folder, 60, 'one-transaction'));
    tabulate({ promise: 'D1', planted: { caught: Math.min(1, lost.length), of: 1 } });
    expect(lost).not.toEqual([]);
  });

  it('finds the planted defect of writes acknowledged before they are performed', async () => {
    const folder = join(root, 'acknowledge-first');
    let lost: string[] = [];
    for (let round = 0; round < 40 && lost.length === 0; round += 1)
      lost = lostAfterKill(
        folder,
        await saveUntilKilled(folder, 5 + Math.random() * 40, 'acknowledge-first'),
      );
    tabulate({ promise: 'D1', planted: { caught: Math.min(1, lost.length), of: 1 } });
    expect(lost).not.toEqual([]);
  });
});
