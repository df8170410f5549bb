import { describe, expect, it } from 'vitest';
import { ROW_TIMEOUT_MS, runRow } from './kit/bench.ts';
import { gapsOf, ROWS } from './rows.ts';

/* Runs every row of `npm run conformance` as a test. */

it('has one row for every requirement and every switch', () => {
  expect(gapsOf(ROWS)).toEqual({ missing: [], twice: [], unknown: [] });
});

describe.concurrent('rows', () => {
  it.for(ROWS.map((row) => [row.id, row.title, row] as const))(
    '%s: %s',
    { timeout: ROW_TIMEOUT_MS + 10_000 },
    async ([, , row]) => {
      const { error } = await runRow(row);
      if (error !== null) throw error;
    },
  );
});
