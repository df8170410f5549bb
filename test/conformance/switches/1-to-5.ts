import assert from 'node:assert/strict';
import type { Bench, Row } from '../kit/bench.ts';
import {
  getPath,
  required,
  lastCall,
  listAt,
  numberAt,
  pick,
  LAST_60_DAYS,
  rowsOf,
  textAt,
} from '../kit/requests.ts';
import { assertLedger, assertCountsEnough, errorOf, lastSeq } from '../kit/match-ledger.ts';
import { amountOf, assertAmount, rawRows, refreshFilters, searchAll } from '../kit/actions.ts';
import { switchRow } from '../kit/switch-row.ts';

const DOCUMENTED_CATEGORIES = ['model', 'stage', 'tech', 'vertical'];
const EVENTS = `/fundings?${LAST_60_DAYS}`;

/** Rows 1 to 5 of the register of open questions (`docs/simulator.md`). */
export const SWITCHES_1_TO_5: readonly Row[] = [
  switchRow({
    row: 1,
    title: 'stores an unlisted tag category unchanged',
    attempts: () => ({
      tagCategories: async (bench, value) => {
        const events = rowsOf(await getPath(bench, `${EVENTS}&limit=50`));
        const categories = events.flatMap((event) =>
          listAt(event, 'company.tags').map((tag) => textAt(tag, 'category')),
        );
        const isFifth = categories.some((category) => !DOCUMENTED_CATEGORIES.includes(category));
        assert.equal(isFifth, value === 'fifth');
        const sinceSeq = lastSeq(bench);
        const app = await bench.app();
        await app.search();
        for (const event of events.slice(0, 20)) {
          const { tags } = await app.api.companies.get({ id: textAt(event, 'company.id') });
          const sent = listAt(event, 'company.tags').map((tag) => [
            textAt(tag, 'name'),
            textAt(tag, 'category'),
          ]);
          assert.deepEqual(tags.map(({ name, category }) => [name, category]).toSorted(), sent.toSorted());
        }
        await assertLedger(bench, app, { sinceSeq });
      },
    }),
  }),
  switchRow({
    row: 2,
    title: 'hostile data: no usable row lost, no internal error, ledger equal',
    attempts: () => ({ hostileData }),
  }),
  switchRow({
    row: 3,
    title: 'layouts A, B and mixed give the same companies, stages and amounts',
    attempts: () => ({ listLayout: alternativeLayout }),
  }),
  switchRow({
    row: 4,
    title: 'spellings of undisclosed, and a stage that /filters does not list',
    options: { companies: 1_500 },
    attempts: () => ({ undisclosedStage, stages: unknownStage }),
  }),
  switchRow({
    row: 5,
    title: 'default and echoed limit: always sent, charged by rows',
    attempts: () => ({
      defaultLimit: async (bench, value) => {
        assert.equal(rowsOf(await getPath(bench, EVENTS)).length, value);
        await countsRows(bench);
      },
      echoedLimit: async (bench, value) => {
        const { body } = await getPath(bench, `${EVENTS}&offset=495&limit=10`);
        assert.equal(numberAt(body, 'pagination.limit'), { applied: 5, 'as-sent': 10, default: 25 }[value]);
        await countsRows(bench);
      },
    }),
  }),
];

async function hostileData(bench: Bench, value: boolean): Promise<void> {
  const events = rowsOf(await getPath(bench, `${EVENTS}&limit=50`));
  const keys = ['company', 'currency', 'fundingAmount', 'fundingAnnounceDate', 'id', 'stage'];
  const isOdd = (event: unknown): boolean =>
    Object.keys(Object(event)).toSorted().join() !== keys.join() ||
    Object.values(Object(event)).includes(null);
  assert.equal(events.some(isOdd), value);
  const usable = events.filter((event) =>
    ['id', 'company.id'].every((path) => typeof pick(event, path) === 'string' && pick(event, path) !== ''),
  );
  bench.passMinute();
  const sinceSeq = lastSeq(bench);
  const app = await bench.app();
  const { rows } = await app.search();
  const shown = new Set(rows.map(({ roundId }) => roundId));
  for (const event of usable) assert.ok(shown.has(textAt(event, 'id')), `${textAt(event, 'id')} was lost`);
  for (const { companyId: id } of rows.slice(0, 3)) {
    await errorOf(app.fetchProfile(id));
    await errorOf(app.fetchContacts(id));
    for (const panel of ['tech-stack', 'rounds', 'highlights', 'news'] as const)
      await errorOf(app.fetchPanel(id, panel));
    await errorOf(app.fetchRoles(id));
    for (const read of [app.api.companies.get, app.api.companies.people, app.api.companies.panels])
      await read({ id });
    await app.api.companies.roles({ id, offset: 0, limit: 50 });
    bench.passMinute();
  }
  await errorOf(refreshFilters(app));
  await assertLedger(bench, app, { sinceSeq });
  await assertCountsEnough(bench, app);
}

async function alternativeLayout(bench: Bench, value: 'a' | 'b' | 'mixed'): Promise<void> {
  const events = rowsOf(await getPath(bench, `${EVENTS}&limit=50`));
  const inB = events.filter((event) => pick(event, 'fundingAmountFormatted') !== undefined);
  if (value === 'mixed') assert.ok(inB.length > 0 && inB.length < events.length);
  else assert.equal(inB.length, value === 'b' ? events.length : 0);
  for (const event of inB) assert.notEqual(typeof pick(event, 'fundingAmount'), 'string');
  const sinceSeq = lastSeq(bench);
  const app = await bench.app();
  const { rows } = await app.search();
  assert.deepEqual(
    rows.map(({ roundId }) => roundId),
    events.map((event) => textAt(event, 'id')),
  );
  for (const [index, row] of rows.entries()) {
    const event = events[index];
    const sent = amountOf(pick(event, 'fundingAmount'));
    assertAmount(row.amount?.value ?? null, sent, textAt(event, 'id'));
    const isRounded = pick(event, 'fundingAmountFormatted') === undefined && sent !== null;
    if (isRounded) assert.equal(row.amount?.precision, 'rounded');
    const industry = pick(event, 'company.industry') ?? pick(event, 'company.industries[0]');
    assert.equal(row.industry, industry);
    assert.equal(row.announcedOn, textAt(event, 'fundingAnnounceDate'));
  }
  await assertLedger(bench, app, { sinceSeq });
}

async function undisclosedStage(
  bench: Bench,
  value: 'by-endpoint' | 'lower-case' | 'capitalised' | 'mixed',
): Promise<void> {
  const events = rowsOf(await getPath(bench, `${EVENTS}&limit=50&stages=undisclosed`));
  assert.ok(events.length > 1, 'no such round');
  const spelled = [...new Set(events.map((event) => textAt(event, 'stage')))].toSorted();
  const expected = {
    'by-endpoint': ['undisclosed'],
    'lower-case': ['undisclosed'],
    capitalised: ['Undisclosed'],
  };
  assert.deepEqual(spelled, value === 'mixed' ? ['Undisclosed', 'undisclosed'] : expected[value]);
  const id = textAt(events[0], 'company.id');
  const rounds = rowsOf(await getPath(bench, `/companies/${id}/fundings`));
  const round = required(
    rounds.find((one) => textAt(one, 'id') === textAt(events[0], 'id')),
    'no such round',
  );
  if (value !== 'mixed')
    assert.equal(textAt(round, 'stage'), value === 'lower-case' ? 'undisclosed' : 'Undisclosed');
  const sinceSeq = lastSeq(bench);
  const app = await bench.app();
  await refreshFilters(app);
  const { values } = await app.api.search.suggest({ field: 'stages', text: 'undis' });
  assert.equal(values.length, 1, 'one stage for every spelling');
  const { rows } = await app.search({ stages: [required(values[0], 'no stage').value] });
  assert.equal(rows.length, events.length);
  assert.equal(new Set(rows.map(({ stage }) => stage)).size, 1, 'two spellings are shown');
  await app.fetchPanel(id, 'rounds');
  const view = await app.api.companies.get({ id });
  const stored = view.rounds.find(({ roundId }) => roundId === textAt(round, 'id'));
  assert.equal(stored?.stage, rows[0]?.stage, 'lists and rounds are spelled differently');
  await assertLedger(bench, app, { sinceSeq });
}

async function unknownStage(bench: Bench, value: 'observed' | 'one-unknown'): Promise<void> {
  const { body } = await getPath(bench, '/filters');
  const listed = new Set(listAt(body, 'data.stages').map((stage) => String(stage).toLowerCase()));
  const events = await rawRows(bench, EVENTS);
  const odd = events.filter((event) => !listed.has(textAt(event, 'stage').toLowerCase()));
  assert.equal(odd.length > 0, value === 'one-unknown');
  bench.passMinute();
  const app = await bench.app();
  const rows = await searchAll(app);
  for (const event of odd) {
    const row = rows.find(({ roundId }) => roundId === textAt(event, 'id'));
    assert.equal(row?.stage, textAt(event, 'stage'), 'the stage was not kept');
  }
  assert.equal(rows.length, events.length);
}

/**
 * Checks that a search sends its `limit`. Without it, the service would choose the number of rows, which
 * determines the cost.
 */
async function countsRows(bench: Bench): Promise<void> {
  const sinceSeq = lastSeq(bench);
  const app = await bench.app();
  const { rows, receipt } = await app.search({ limit: 7 });
  assert.match(lastCall(bench).query, /(^|&)limit=7(&|$)/);
  assert.deepEqual([rows.length, receipt.cost.records], [7, 7]);
  await assertLedger(bench, app, { sinceSeq });
}
