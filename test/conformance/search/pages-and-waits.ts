import assert from 'node:assert/strict';
import { setFault } from '../kit/actions.ts';
import type { Row } from '../kit/bench.ts';
import { fundingsQuery, ignore, required } from '../kit/requests.ts';
import { failureOf } from '../../support/common/failure.ts';

/** Rows that test the price of loading all pages, and a `retry_after` given in milliseconds. */
export const ROWS_PAGES: readonly Row[] = [
  {
    id: 'R-4-2-wa',
    title: 'all matches are priced in pages of 50, without the rows fetched today, and cost that',
    part: 'C',
    run: async ({ open }) => {
      const bench = await open({ companies: 1_500 });
      const app = await bench.app();
      const { set } = await app.search({ limit: 10 });
      assert.ok(set.total > 110, `${set.total} matches`);
      const question = { list: 'fundings', query: fundingsQuery({ limit: 10 }) } as const;
      const { all } = await app.api.search.plan({ question });
      const { pages, rows, loaded, cost } = required(all, 'a price');
      assert.deepEqual([loaded, pages], [10, Math.ceil((rows - 10) / 50)]);
      assert.deepEqual([cost.requests, cost.records], [pages, rows - 10]);
      const before = bench.simulator.transcript().length;
      let { state } = set;
      for (let offset = loaded; state === 'partial' && offset < rows; offset += 50)
        state = (await app.search({ offset, limit: Math.min(50, rows - offset) })).set.state;
      const sent = bench.simulator.transcript().slice(before);
      assert.equal(sent.length, pages);
      assert.equal(
        sent.reduce((sum, { charged }) => sum + charged.records, 0),
        rows - 10,
      );
    },
  },
  {
    id: 'R-7-8a',
    title: 'retry_after in milliseconds pauses for seconds, not for an hour',
    part: 'C+S',
    run: async ({ open }) => {
      for (const retryAfterBody of ['seconds', 'milliseconds'] as const) {
        const bench = await open({ companies: 50, profile: { retryAfterBody } });
        const { client, context } = await bench.core();
        await client.request({ endpoint: 'health' }, context(), ignore);
        await setFault(bench, { kind: 'limit', limitType: 'per_minute', variant: 'no-headers' });
        const end = await failureOf(
          client.request({ endpoint: 'health' }, context({ lane: 'calibration' }), ignore),
        );
        assert.equal(end.kind, 'rate-limited');
        const forMs = (end.kind === 'rate-limited' ? end.retryAtMs : 0) - bench.simulator.nowMs();
        assert.ok(forMs > 50_000 && forMs < 70_000, `${retryAfterBody}: ${forMs} ms`);
      }
    },
  },
];
