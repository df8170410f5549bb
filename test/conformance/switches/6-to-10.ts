import assert from 'node:assert/strict';
import type { Bench, Row } from '../kit/bench.ts';
import {
  asked,
  companyId,
  fundingsQuery,
  ignore,
  numberAt,
  onDay,
  pick,
  RANGE,
  rowsOf,
  textAt,
} from '../kit/requests.ts';
import { assertLedger, endOf, lastRow, seqOf } from '../kit/match-ledger.ts';
import { fail, rawRows, searchAll } from '../kit/actions.ts';
import { named, switchRow } from '../kit/switch-row.ts';
import { failureOf } from '../../support/common/failure.ts';

const EVENTS = `/fundings?${RANGE}`;
const span = (days: number): string =>
  `/fundings?funding_date_start=${onDay(-days + 1)}&funding_date_end=${onDay(0)}`;

/** The register, rows 6 to 10. */
export const SWITCHES_6_TO_10: readonly Row[] = [
  switchRow({ row: 6, what: 'sort orders: every event once, none lost', tries: () => ({ sortOrder }) }),
  switchRow({
    row: 7,
    what: 'longest span: a 400 is free and typed, a month always works',
    tries: () => ({
      maxSpanDays: async (bench, value) => {
        for (const days of [90, 91, 365, 366])
          assert.equal((await bench.raw(span(days))).status, value !== null && days > value ? 400 : 200);
        const sinceSeq = seqOf(bench);
        const app = await bench.app();
        const end = await endOf(app.search({ fundingDateStart: onDay(-399) }));
        if (value === null) assert.equal(end, null);
        else {
          assert.deepEqual([end?.kind, end?.kind === 'upstream' && end.status], ['upstream', 400]);
          assert.equal((await lastRow(app)).state, 'released');
        }
        assert.ok((await app.search({ fundingDateStart: onDay(-30) })).rows.length > 0);
        await assertLedger(bench, app, { sinceSeq });
      },
    }),
  }),
  switchRow({
    row: 8,
    what: 'missing and malformed dates: never sent; 400 and 422 read alike',
    options: { profile: { maxSpanDays: 90 } },
    tries: () => ({ dateErrorStatus }),
  }),
  switchRow({
    row: 9,
    what: 'unknown values: nothing, ignored or 400; arrays that look like JSON',
    tries: () => ({ unknownValues, malformedArrays }),
  }),
  switchRow({
    row: 10,
    what: 'bodies of 5xx, nine shapes: typed and free',
    more: ({ open }) => open().then(errorBodies),
  }),
];

async function sortOrder(bench: Bench, value: 'date-desc' | 'id' | 'shuffled' | 'drifting'): Promise<void> {
  const order = async (): Promise<string> => {
    const rows = rowsOf(await asked(bench, `${EVENTS}&limit=50`));
    return rows.map((row) => textAt(row, value === 'date-desc' ? 'fundingAnnounceDate' : 'id')).join();
  };
  const first = await order();
  bench.rest();
  assert.equal((await order()) === first, value !== 'drifting', 'a minute later');
  const sorted = first.split(',').toSorted().join();
  const descending = first.split(',').toSorted().toReversed().join();
  if (value === 'date-desc') assert.equal(first, descending);
  else assert.equal(first === sorted, value === 'id');
  const all = await rawRows(bench, EVENTS);
  bench.rest();
  const sinceSeq = seqOf(bench);
  const app = await bench.app();
  const rows = await searchAll(app, {}, () => bench.rest());
  const ids = rows.map(({ roundId }) => roundId);
  assert.equal(new Set(ids).size, ids.length, 'an event is shown twice');
  if (value !== 'drifting') assert.deepEqual(new Set(ids), new Set(all.map((row) => textAt(row, 'id'))));
  await assertLedger(bench, app, { sinceSeq });
}

async function dateErrorStatus(bench: Bench, value: 400 | 422): Promise<void> {
  const wrong = [
    '/fundings',
    `/fundings?funding_date_start=${onDay(-9)}`,
    '/companies?funding_date_start=yesterday&funding_date_end=today',
    '/fundings?funding_date_start=2026-02-30&funding_date_end=2026-03-01',
    `/fundings?funding_date_start=${onDay(0)}&funding_date_end=${onDay(-1)}`,
  ];
  for (const path of wrong) {
    const answer = await asked(bench, path, value);
    assert.equal(typeof pick(answer.body, 'error'), 'string');
  }
  const sinceSeq = seqOf(bench);
  const app = await bench.app();
  const sent = bench.simulator.transcript().length;
  const { client, context } = await bench.core();
  const reversed = fundingsQuery({ fundingDateStart: onDay(0), fundingDateEnd: onDay(-1) });
  assert.equal(
    (await failureOf(async () => client.fundings(reversed, context(), ignore))).kind,
    'validation',
  );
  assert.throws(() => fundingsQuery({ fundingDateStart: '2026-02-30' }));
  assert.equal(bench.simulator.transcript().length, sent, 'it was sent all the same');
  const end = await endOf(app.search({ fundingDateStart: onDay(-200) }));
  assert.deepEqual([end?.kind, end?.kind === 'upstream' && end.status], ['upstream', value]);
  assert.equal(bench.simulator.transcript().length, sent + 1, 'a 4xx was sent again');
  await assertLedger(bench, app, { sinceSeq });
}

async function unknownValues(bench: Bench, value: 'match-nothing' | 'ignored' | 'refused'): Promise<void> {
  const all = numberAt((await asked(bench, `${EVENTS}&limit=1`)).body, 'pagination.total');
  const path = `${EVENTS}&limit=1&tags=No+such+tag`;
  const answer = await asked(bench, path, value === 'refused' ? 400 : 200);
  if (value !== 'refused')
    assert.equal(numberAt(answer.body, 'pagination.total'), value === 'ignored' ? all : 0);
  const sinceSeq = seqOf(bench);
  const app = await bench.app();
  const end = await endOf(app.search({ tags: ['No such tag'], limit: 5 }));
  if (value === 'refused') {
    assert.deepEqual([end?.kind, end?.kind === 'upstream' && end.status], ['upstream', 400]);
    assert.equal((await lastRow(app)).state, 'released');
  } else {
    assert.equal(end, null);
    const { set } = await app.api.search.last({});
    assert.equal(set?.total, value === 'ignored' ? all : 0);
  }
  await assertLedger(bench, app, { sinceSeq });
}

async function malformedArrays(bench: Bench, value: 'literal' | 'refused'): Promise<void> {
  const path = `${EVENTS}&limit=1&countries=${encodeURIComponent('["GB"')}`;
  await asked(bench, path, value === 'refused' ? 400 : 200);
  const some = numberAt(
    (await asked(bench, `${EVENTS}&limit=1&countries=["GB","DE"]`)).body,
    'pagination.total',
  );
  const sinceSeq = seqOf(bench);
  const app = await bench.app();
  assert.equal((await app.search({ countries: ['GB', 'DE'] })).set.total, some);
  await endOf(app.search({ tags: ['["not JSON'] }));
  await assertLedger(bench, app, { sinceSeq });
}

const SHAPES = [
  'json',
  'html',
  'text',
  'empty',
  'json-as-html',
  'html-as-json',
  'error-object',
  'array',
  'null',
];

async function errorBodies(bench: Bench): Promise<void> {
  const seen = new Set<string>();
  const core = await bench.core();
  const { client, context } = core;
  for (const shape of SHAPES)
    for (const status of [500, 503])
      await named(`${status} ${shape}`, async () => {
        await fail(bench, { kind: 'status', status, shape }, { times: 2 });
        const sinceSeq = seqOf(bench);
        const answer = await asked(bench, '/health', status);
        seen.add(`${answer.text.slice(0, 30)} ${answer.headers.get('content-type')}`);
        const id = await failureOf(client.company('any', context({ lane: 'catch-up' }), ignore));
        assert.deepEqual([id.kind, id.kind === 'upstream' && id.status], ['upstream', status]);
        assert.equal((await lastRow(core)).state, 'released');
        assert.deepEqual(
          bench.simulator.transcript(sinceSeq).map(({ charged }) => charged.requests),
          [0, 0],
        );
        // A successful call, because several failures in a row open the circuit breaker.
        await client.health(context(), ignore);
        bench.rest();
      });
  assert.ok(seen.size >= SHAPES.length, 'the bodies are alike');
  const found = await client.company(await companyId(bench), context(), ignore);
  assert.equal(found.receipt.outcome, 'spent');
}
