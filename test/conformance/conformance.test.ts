import { describe, expect, it } from 'vitest';
import { runRow } from './kit.ts';
import { PLANTS } from './planted.ts';
import { runPlants } from './plants.ts';
import { gapsOf, ROWS } from './rows.ts';

/** The rows of `npm run conformance` as tests. */

it('has one row for every requirement and every switch', () => {
  expect(gapsOf(ROWS)).toEqual({ missing: [], twice: [], unknown: [] });
});

describe.concurrent('rows', () => {
  it.for(ROWS.map((row) => [row.id, row.what, row] as const))(
    '%s: %s',
    { timeout: 30_000 },
    async ([, , row]) => {
      const { error } = await runRow(row);
      if (error !== null) throw error;
    },
  );
});

it(`notices ${PLANTS.length} of ${PLANTS.length} planted defects`, { timeout: 120_000 }, async () => {
  const verdicts = await runPlants(2);
  const missed = verdicts.filter(({ isCaught }) => !isCaught);
  expect(missed.map(({ plant, words }) => `${plant.name}: ${words}`)).toEqual([]);
});
