import assert from 'node:assert/strict';
import type { Bench, Row } from '../kit/bench.ts';
import {
  getPath,
  companiesQuery,
  companyId,
  companyIds,
  required,
  ignore,
  listAt,
  numberAt,
  pick,
  LAST_60_DAYS,
  rowsOf,
  textAt,
} from '../kit/requests.ts';
import { assertLedger, lastSeq } from '../kit/match-ledger.ts';
import { amountOf, assertAmount } from '../kit/actions.ts';
import { switchRow } from '../kit/switch-row.ts';

const EVENTS = `/fundings?${LAST_60_DAYS}`;

/** Rows 11 to 15 of the register of open questions (`docs/simulator.md`). */
export const SWITCHES_11_TO_15: readonly Row[] = [
  switchRow({
    row: 11,
    title: 'detail at top level or below data gives the same profile',
    attempts: () => {
      const views = new Map<boolean, unknown>();
      return { wrapDetail: (bench, value) => wrapDetail(bench, value, views) };
    },
  }),
  switchRow({
    row: 12,
    title: 'country as code or name, in lists, events and detail, gives one code',
    attempts: () => ({
      listCountry: async (bench, value) => {
        const rows = rowsOf(await getPath(bench, `/companies?${LAST_60_DAYS}&limit=50`));
        const sent = rows.map((row) => textAt(row, 'country'));
        assert.equal(
          sent.every((text) => /^[A-Z]{2}$/.test(text)),
          value === 'code',
        );
        const { client, context } = await bench.core();
        const page = (
          await client.request({ endpoint: 'companies', query: companiesQuery() }, context(), ignore)
        ).value;
        const codes = page.rows.map(({ company }) => company.countryCode);
        assert.ok(
          codes.every((code) => /^[A-Z]{2}$/.test(code ?? '')),
          `unread: ${codes.join()}`,
        );
        if (value === 'code') assert.deepEqual(codes, sent);
        assert.deepEqual(
          page.rows.map(({ company }) => company.countryName),
          rows.map((row) => pick(row, 'country_name')),
        );
      },
      eventCountry: async (bench, value) => {
        const sent = rowsOf(await getPath(bench, `${EVENTS}&limit=50`)).map((row) =>
          textAt(row, 'company.country'),
        );
        assert.equal(
          sent.every((text) => /^[A-Z]{2}$/.test(text)),
          value === 'code',
        );
        const app = await bench.app();
        const codes = (await app.search()).rows.map(({ countryCode }) => countryCode);
        assert.ok(
          codes.every((code) => /^[A-Z]{2}$/.test(code ?? '')),
          `unread: ${codes.join()}`,
        );
        if (value === 'code') assert.deepEqual(codes, sent);
      },
      detailCountry: async (bench, value) => {
        const [event] = rowsOf(await getPath(bench, `${EVENTS}&limit=1`));
        const id = textAt(event, 'company.id');
        const { body } = await getPath(bench, `/companies/${id}`);
        assert.equal(textAt(body, 'country').length === 2, value === 'code');
        const app = await bench.app();
        await app.fetchProfile(id);
        const { row } = await app.api.companies.get({ id });
        assert.equal(row.countryCode, textAt(event, 'company.country'));
        assert.equal(row.countryName, textAt(body, 'country_name'));
      },
    }),
  }),
  switchRow({
    row: 13,
    title: 'companyName and name, industries and industry, give one company',
    furtherChecks: async ({ open }) => oneCompany(await open()),
  }),
  switchRow({
    row: 14,
    title: 'dates, date-times and offsets give the stated calendar date',
    attempts: () => ({ roundOffsets, detailRoundDate }),
  }),
  switchRow({
    row: 15,
    title: 'amounts in every format, compared in their currency or in dollars',
    attempts: () => {
      const yen = new Map<string, number>();
      return { amountForms, amountComparison: (bench, value) => amountComparison(bench, value, yen) };
    },
  }),
];

async function wrapDetail(bench: Bench, value: boolean, views: Map<boolean, unknown>): Promise<void> {
  const id = await companyId(bench);
  const { body } = await getPath(bench, `/companies/${id}`);
  assert.equal(pick(body, 'id') === undefined, value);
  assert.equal(pick(body, 'data.id') === id, value);
  const sinceSeq = lastSeq(bench);
  const app = await bench.app();
  await app.fetchProfile(id);
  const view = await app.api.companies.get({ id });
  assert.ok((view.description ?? '') !== '' && view.rounds.length > 0, 'nothing was read');
  const { tech, highlights } = await app.api.companies.panels({ id });
  const facts = { name: view.row.name, description: view.description, tags: view.tags };
  views.set(value, { ...facts, technologies: tech.total, highlights: highlights.total });
  assert.deepEqual(views.get(value), views.get(false));
  await assertLedger(bench, app, { sinceSeq });
}

async function oneCompany(bench: Bench): Promise<void> {
  const [item] = rowsOf(await getPath(bench, `/companies?${LAST_60_DAYS}&limit=1`));
  const id = textAt(item, 'id');
  const events = rowsOf(await getPath(bench, `${EVENTS}&limit=50`));
  const event = required(
    events.find((one) => textAt(one, 'company.id') === id),
    'not among the events',
  );
  const { body } = await getPath(bench, `/companies/${id}`);
  assert.equal(textAt(item, 'companyName'), textAt(event, 'company.name'));
  assert.deepEqual([pick(item, 'name'), pick(event, 'company.companyName')], [undefined, undefined]);
  const sinceSeq = lastSeq(bench);
  const core = await bench.core();
  const page = await core.client.request(
    { endpoint: 'companies', query: companiesQuery({ limit: 1 }) },
    core.context(),
    ignore,
  );
  assert.equal(page.value.rows[0]?.company.name, textAt(item, 'companyName'));
  await assertLedger(bench, core, { sinceSeq });
  const app = await bench.app();
  await app.search();
  const before = await app.api.companies.get({ id });
  await app.fetchProfile(id);
  const view = await app.api.companies.get({ id });
  assert.equal(before.row.name, textAt(item, 'companyName'));
  assert.equal(view.row.name, before.row.name);
  assert.equal(view.website, textAt(body, 'website'));
  assert.deepEqual(view.industries, listAt(body, 'industries'));
}

async function roundOffsets(bench: Bench, value: 'by-country' | 'crossing-midnight' | 'utc'): Promise<void> {
  const offsets = new Set<string>();
  const app = await bench.app();
  let shifted = 0;
  for (const id of (await companyIds(bench)).slice(0, 12)) {
    const rounds = rowsOf(await getPath(bench, `/companies/${id}/fundings`));
    bench.passMinute();
    await app.fetchPanel(id, 'rounds');
    const view = await app.api.companies.get({ id });
    for (const round of rounds) {
      const stated = textAt(round, 'fundingAnnounceDate');
      offsets.add(stated.slice(-6));
      const stored = view.rounds.find(({ roundId }) => roundId === textAt(round, 'id'));
      assert.equal(stored?.announcedOn, stated.slice(0, 10), stated);
      if (new Date(stated).toISOString().slice(0, 10) !== stated.slice(0, 10)) shifted += 1;
    }
  }
  assert.equal(offsets.size === 1 && offsets.has('+00:00'), value === 'utc');
  if (value === 'crossing-midnight') assert.ok(shifted > 0, 'no date differs in UTC');
}

async function detailRoundDate(bench: Bench, value: 'date' | 'date-time'): Promise<void> {
  const id = await companyId(bench);
  const { body } = await getPath(bench, `/companies/${id}`);
  const stated = listAt(body, 'fundings').map((round) => textAt(round, 'fundingAnnounceDate'));
  for (const text of stated) assert.equal(text.length === 10, value === 'date', text);
  const sinceSeq = lastSeq(bench);
  const app = await bench.app();
  await app.fetchProfile(id);
  const { rounds } = await app.api.companies.get({ id });
  assert.deepEqual(
    rounds.map(({ announcedOn }) => announcedOn ?? '').toSorted(),
    stated.map((text) => text.slice(0, 10)).toSorted(),
  );
  await assertLedger(bench, app, { sinceSeq });
}

const SUFFIXED = /^(\d+(\.\d+)?[KMB]|undisclosed)$/;

async function amountForms(bench: Bench, value: 'documented' | 'all'): Promise<void> {
  const events = rowsOf(await getPath(bench, `${EVENTS}&limit=50`));
  assert.equal(
    events.every((event) => SUFFIXED.test(textAt(event, 'fundingAmount'))),
    value === 'documented',
  );
  const sinceSeq = lastSeq(bench);
  const app = await bench.app();
  const { rows } = await app.search();
  assert.equal(rows.length, events.length);
  for (const [index, { amount }] of rows.entries()) {
    const sent = textAt(events[index], 'fundingAmount');
    if (sent !== '') assert.equal(amount?.text, sent);
    assertAmount(amount?.value ?? null, amountOf(sent), sent);
    if (sent !== '') assert.equal(amount?.currency, textAt(events[index], 'currency'));
  }
  await assertLedger(bench, app, { sinceSeq });
}

async function amountComparison(
  bench: Bench,
  value: 'native' | 'usd',
  yen: Map<string, number>,
): Promise<void> {
  const totalOf = async (query: string): Promise<number> =>
    numberAt((await getPath(bench, `${EVENTS}&limit=1&${query}`)).body, 'pagination.total');
  yen.set(value, await totalOf('currency=JPY&min_amount=100M'));
  // If the service compares amounts in dollars, it reads `100M` as 100 million dollars, which is far more
  // than 100 million yen. Fewer rounds then match than if it reads `100M` as yen.
  assert.equal((yen.get('native') ?? 0) > (yen.get(value) ?? 0), value === 'usd', JSON.stringify([...yen]));
  const sinceSeq = lastSeq(bench);
  const app = await bench.app();
  const { set } = await app.search({ minAmount: '20M' });
  await assertLedger(bench, app, { sinceSeq });
  assert.equal(set.total, await totalOf('min_amount=20M'));
}
