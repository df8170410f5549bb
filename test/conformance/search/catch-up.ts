import assert from 'node:assert/strict';
import type { AppBench } from '../kit/app-bench.ts';
import type { Bench, Row } from '../kit/bench.ts';
import { rawRows } from '../kit/actions.ts';
import { DAY_MS, onDay, required, textAt } from '../kit/requests.ts';

const screen = 'today';

/** Fetches a round, so the app has data from before the gap. Then lets `days` days pass. */
async function away(bench: Bench, days: number): Promise<AppBench> {
  const app = await bench.app();
  await app.search({ countries: ['IS'], limit: 1 });
  bench.simulator.advance(days * DAY_MS);
  return app;
}

/** Catches up at the displayed prices until no gap is left. */
async function catchUpFully(bench: Bench, { api }: AppBench): Promise<void> {
  for (let click = 0; click < 20; click += 1) {
    const { gap } = await api.plan.gap({});
    if (gap === null) return;
    const { cost } = gap.preview;
    assert.equal(cost.requests, gap.stretches.length, 'every request has its price');
    const before = bench.simulator.transcript().length;
    const { stopped } = await api.plan.catchUp({ accepted: cost, screen });
    assert.equal(stopped, null);
    const sent = bench.simulator.transcript().slice(before);
    assert.equal(sent.length, cost.requests, 'nothing else is requested');
    const records = sent.reduce((sum, { charged }) => sum + charged.records, 0);
    assert.ok(records <= cost.records, `${records} of ${cost.records}`);
    bench.passMinute();
  }
  assert.fail('the gap does not end');
}

/** Returns the ids of all rounds that the service has for these days. */
async function roundsOf(bench: Bench, from: string, to: string): Promise<string[]> {
  bench.passMinute();
  const rows = await rawRows(bench, `/fundings?funding_date_start=${from}&funding_date_end=${to}`);
  return rows.map((row) => textAt(row, 'id'));
}

/** Checks that the app splits a gap of `days` days into queries of at most 31 days and stores every round. */
async function checkGap(bench: Bench, days: number, queries: number): Promise<void> {
  const app = await away(bench, days);
  const gap = required((await app.api.plan.gap({})).gap, 'a gap');
  const ranges = gap.stretches.map(({ question: { query } }) => query);
  assert.equal(ranges.length, queries);
  assert.equal(ranges[0]?.fundingDateStart, onDay(-3), 'the overlap');
  assert.equal(ranges.at(-1)?.fundingDateEnd, onDay(days));
  for (const { fundingDateStart: from, fundingDateEnd: to } of ranges)
    assert.ok(Date.parse(to) - Date.parse(from) < 31 * DAY_MS, `${from} ${to}`);
  await catchUpFully(bench, app);
  const stored = new Set(app.read('cache', 'SELECT round_id FROM round').map((row) => row['round_id']));
  for (const { fundingDateStart: from, fundingDateEnd: to } of ranges)
    for (const id of await roundsOf(bench, from, to)) assert.ok(stored.has(id), `${id} was not fetched`);
}

export const ROWS_CATCH_UP: readonly Row[] = [
  {
    id: 'R-WH-8a',
    title: 'a gap of 45 days is caught up with two priced queries, to their last pages',
    part: 'C',
    run: async ({ open }) => checkGap(await open({ companies: 600 }), 45, 2),
  },
  {
    id: 'R-WH-8b',
    title: 'a gap of 100 days is caught up with four requests, for any order of rows',
    part: 'C',
    run: async ({ open }) => checkGap(await open({ profile: { sortOrder: 'shuffled' } }), 100, 4),
  },
  {
    id: 'R-WH-8c',
    title: 'of days with more than 500 rounds, the rest is reported as missing and never as covered',
    part: 'C',
    run: async ({ open }) => {
      const bench = await open({ companies: 12_000 });
      const app = await away(bench, 27);
      await catchUpFully(bench, app);
      const { uncovered } = await app.api.plan.gap({});
      assert.equal(uncovered.length, 1);
      const [days] = uncovered;
      assert.deepEqual([days?.from, days?.to, days?.fetched], [onDay(-3), onDay(27), 500]);
      assert.ok((days?.total ?? 0) > 500);
      const [set] = app.read('cache', 'SELECT query FROM query_set ORDER BY set_id DESC LIMIT 1');
      const query = { ...JSON.parse(String(set?.['query'])), limit: 50, offset: 0 };
      const plan = await app.api.search.plan({ question: { list: 'fundings', query } });
      assert.notEqual(plan.library?.complete, true, 'the days do not count as covered');
    },
  },
];
