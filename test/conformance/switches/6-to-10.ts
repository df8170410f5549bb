import assert from 'node:assert/strict';
import type { Bench, Row } from '../kit/bench.ts';
import {
  getPath,
  companyId,
  fundingsQuery,
  ignore,
  numberAt,
  onDay,
  pick,
  LAST_60_DAYS,
  rowsOf,
  textAt,
} from '../kit/requests.ts';
import { assertLedger, errorOf, lastRow, lastSeq } from '../kit/match-ledger.ts';
import { setFault, rawRows, searchAll } from '../kit/actions.ts';
import { withPrefix, switchRow } from '../kit/switch-row.ts';
import { failureOf } from '../../support/common/failure.ts';

const EVENTS = `/fundings?${LAST_60_DAYS}`;
const span = (days: number): string =>
  `/fundings?funding_date_start=${onDay(-days + 1)}&funding_date_end=${onDay(0)}`;

/** Rows 6 to 10 of the register of open questions (`docs/simulator.md`). */
export const SWITCHES_6_TO_10: readonly Row[] = [
  switchRow({ row: 6, title: 'sort orders: every event once, none lost', attempts: () => ({ sortOrder }) }),
  switchRow({
    row: 7,
    title: 'longest span: a 400 is free and typed, a month always works',
    attempts: () => ({
      maxSpanDays: async (bench, value) => {
        for (const days of [90, 91, 365, 366])
          assert.equal((await bench.raw(span(days))).status, value !== null && days > value ? 400 : 200);
        const sinceSeq = lastSeq(bench);
        const app = await bench.app();
        const end = await errorOf(app.search({ fundingDateStart: onDay(-399) }));
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
    title: 'missing and malformed dates: never sent; 400 and 422 are read alike',
    options: { profile: { maxSpanDays: 90 } },
    attempts: () => ({ dateErrorStatus }),
  }),
  switchRow({
    row: 9,
    title: 'unknown values: no rows, ignored, or 400; arrays that look like JSON',
    attempts: () => ({ unknownValues, malformedArrays }),
  }),
  switchRow({
    row: 10,
    title: '5xx bodies in nine shapes: typed and free',
    furtherChecks: ({ open }) => open().then(errorBodies),
  }),
];

async function sortOrder(bench: Bench, value: 'date-desc' | 'id' | 'shuffled' | 'drifting'): Promise<void> {
  const order = async (): Promise<string> => {
    const rows = rowsOf(await getPath(bench, `${EVENTS}&limit=50`));
    return rows.map((row) => textAt(row, value === 'date-desc' ? 'fundingAnnounceDate' : 'id')).join();
  };
  const first = await order();
  bench.passMinute();
  assert.equal((await order()) === first, value !== 'drifting', 'a minute later');
  const sorted = first.split(',').toSorted().join();
  const descending = first.split(',').toSorted().toReversed().join();
  if (value === 'date-desc') assert.equal(first, descending);
  else assert.equal(first === sorted, value === 'id');
  const all = await rawRows(bench, EVENTS);
  bench.passMinute();
  const sinceSeq = lastSeq(bench);
  const app = await bench.app();
  const rows = await searchAll(app, {}, () => bench.passMinute());
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
    const answer = await getPath(bench, path, value);
    assert.equal(typeof pick(answer.body, 'error'), 'string');
  }
  const sinceSeq = lastSeq(bench);
  const app = await bench.app();
  const sent = bench.simulator.transcript().length;
  const { client, context } = await bench.core();
  const reversed = fundingsQuery({ fundingDateStart: onDay(0), fundingDateEnd: onDay(-1) });
  assert.equal(
    (
      await failureOf(async () =>
        client.request({ endpoint: 'fundings', query: reversed }, context(), ignore),
      )
    ).kind,
    'validation',
  );
  assert.throws(() => fundingsQuery({ fundingDateStart: '2026-02-30' }));
  assert.equal(bench.simulator.transcript().length, sent, 'the request was sent anyway');
  const end = await errorOf(app.search({ fundingDateStart: onDay(-200) }));
  assert.deepEqual([end?.kind, end?.kind === 'upstream' && end.status], ['upstream', value]);
  assert.equal(bench.simulator.transcript().length, sent + 1, 'a 4xx was sent again');
  await assertLedger(bench, app, { sinceSeq });
}

async function unknownValues(bench: Bench, value: 'match-nothing' | 'ignored' | 'refused'): Promise<void> {
  const all = numberAt((await getPath(bench, `${EVENTS}&limit=1`)).body, 'pagination.total');
  const path = `${EVENTS}&limit=1&tags=No+such+tag`;
  const answer = await getPath(bench, path, value === 'refused' ? 400 : 200);
  if (value !== 'refused')
    assert.equal(numberAt(answer.body, 'pagination.total'), value === 'ignored' ? all : 0);
  const sinceSeq = lastSeq(bench);
  const app = await bench.app();
  const end = await errorOf(app.search({ tags: ['No such tag'], limit: 5 }));
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
  await getPath(bench, path, value === 'refused' ? 400 : 200);
  const some = numberAt(
    (await getPath(bench, `${EVENTS}&limit=1&countries=["GB","DE"]`)).body,
    'pagination.total',
  );
  const sinceSeq = lastSeq(bench);
  const app = await bench.app();
  assert.equal((await app.search({ countries: ['GB', 'DE'] })).set.total, some);
  await errorOf(app.search({ tags: ['["not JSON'] }));
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
      await withPrefix(`${status} ${shape}`, async () => {
        await setFault(bench, { kind: 'status', status, shape }, { times: 2 });
        const sinceSeq = lastSeq(bench);
        const answer = await getPath(bench, '/health', status);
        seen.add(`${answer.text.slice(0, 30)} ${answer.headers.get('content-type')}`);
        const id = await failureOf(
          client.request({ endpoint: 'company', companyId: 'any' }, context({ lane: 'catch-up' }), ignore),
        );
        assert.deepEqual([id.kind, id.kind === 'upstream' && id.status], ['upstream', status]);
        assert.equal((await lastRow(core)).state, 'released');
        assert.deepEqual(
          bench.simulator.transcript(sinceSeq).map(({ charged }) => charged.requests),
          [0, 0],
        );
        // Several failures in a row would open the circuit breaker. A successful call in between prevents
        // that.
        await client.request({ endpoint: 'health' }, context(), ignore);
        bench.passMinute();
      });
  assert.ok(seen.size >= SHAPES.length, 'the bodies are alike');
  const found = await client.request(
    { endpoint: 'company', companyId: await companyId(bench) },
    context(),
    ignore,
  );
  assert.equal(found.receipt.outcome, 'spent');
}
