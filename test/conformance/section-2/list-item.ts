import assert from 'node:assert/strict';
import type { Bench, Row } from '../kit/bench.ts';
import {
  getPath,
  required,
  ignore,
  numberAt,
  onDay,
  patchNext,
  pick,
  LAST_60_DAYS,
  rowsOf,
  textAt,
  setProfile,
} from '../kit/requests.ts';
import { dated, readItem, readPage } from './field-formats.ts';

/** Rows for section 3.3 of the requirements: the company list item. */
export const ROWS_2_ITEM: readonly Row[] = [
  {
    id: 'R-2-1',
    title: 'ids are opaque text; a number becomes text',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      for (const row of rowsOf(await getPath(bench, `/companies?${LAST_60_DAYS}`))) textAt(row, 'id');
      for (const id of [90071992547, '007', 'a/b?c=d', ' x '])
        assert.equal((await readItem(bench, { id })).company.companyId, String(id));
      const app = await bench.app();
      const company = { id: 42, name: 'Numbered', country: 'DE', industries: [], tags: [] };
      await patchNext(bench, '/fundings', { data: [{ id: 'fnd_42', ...dated, company }] });
      assert.deepEqual(
        (await app.search()).rows.map((row) => row.companyId),
        ['42'],
      );
      const { drift } = await app.api.connection.service({});
      assert.ok(
        drift.some(({ kind }) => kind === 'type'),
        'the number was not noticed',
      );
      const odd = 'a/b?c=d#e';
      const { client, context } = await bench.core();
      await client.request({ endpoint: 'company', companyId: odd }, context(), ignore).catch(ignore);
      const sent = bench.simulator.transcript().at(-1);
      assert.equal(sent?.path, `/api/v1/companies/${encodeURIComponent(odd)}`);
      assert.equal(sent?.status, 404);
    },
  },
  {
    id: 'R-2-2',
    title: 'unusual names stay text and are found without diacritics',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open({ companies: 600, profile: { companyNames: 'awkward' } });
      const path = `/companies?${LAST_60_DAYS.replace(onDay(-60), onDay(-900))}&limit=50`;
      const names = (await Promise.all([0, 50, 100, 150].map((at) => getPath(bench, `${path}&offset=${at}`))))
        .flatMap(rowsOf)
        .map((row) => textAt(row, 'companyName'));
      for (const [words, isIt] of [
        ['emoji', /\p{Extended_Pictographic}/u],
        ['right to left', /\p{Script=Arabic}/u],
        ['quotes', /"/],
        ['300 characters', /^.{300}$/su],
      ] as const)
        assert.ok(
          names.some((name) => isIt.test(name)),
          `no name with ${words}`,
        );
      const app = await bench.app();
      const html = '<img src=x onerror="alert(1)">Société Générale Ünïted';
      const company = { id: 'cmp_html', name: html, country: 'FR', industries: [], tags: [] };
      await patchNext(bench, '/fundings', { data: [{ id: 'fnd_html', ...dated, company }] });
      const { rows } = await app.search();
      assert.equal(rows[0]?.name, html);
      const found = await app.api.library.open({ text: 'societe generale united' });
      assert.equal(found.total, 1);
    },
  },
  {
    id: 'R-2-3',
    title: 'country code and full name mean the same country',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const codes = (await readPage(bench, 'fundings')).rows.map(({ company }) => company.countryCode);
      const raw = rowsOf(await getPath(bench, `/companies?${LAST_60_DAYS}&limit=50`));
      for (const row of raw) assert.match(textAt(row, 'country'), /^[A-Z]{2}$/);
      await setProfile(bench, { listCountry: 'name', eventCountry: 'name' });
      const named = await readPage(bench, 'fundings');
      assert.deepEqual(
        named.rows.map(({ company }) => company.countryCode),
        codes,
      );
      const { client, context } = await bench.core();
      const first = required(named.rows[0]?.company, 'no row');
      const detail = await getPath(bench, `/companies/${first.companyId}`);
      assert.ok(textAt(detail.body, 'country').length > 2, 'the full name in detail');
      const read = await client.request(
        { endpoint: 'company', companyId: first.companyId },
        context(),
        ignore,
      );
      assert.equal(read.value.company.countryCode, first.countryCode);
      assert.equal(
        (await readItem(bench, { country: 'Atlantis', country_name: null })).company.countryCode,
        null,
      );
    },
  },
  {
    id: 'R-2-4',
    title: 'country_name is stored as received',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const raw = rowsOf(await getPath(bench, `/companies?${LAST_60_DAYS}&limit=50`));
      const { rows } = await readPage(bench, 'companies');
      assert.deepEqual(
        rows.map(({ company }) => company.countryName),
        raw.map((row) => textAt(row, 'country_name')),
      );
      const odd = await readItem(bench, { country: 'TR', country_name: 'Türkiye (Republic of)' });
      assert.equal(odd.company.countryName, 'Türkiye (Republic of)');
      assert.equal(odd.company.countryCode, 'TR');
    },
  },
  {
    id: 'R-2-5',
    title: 'stages ignore case; both spellings of undisclosed; unknown stages stay',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open({
        companies: 900,
        profile: { undisclosedStage: 'mixed', stages: 'one-unknown' },
      });
      const wide = LAST_60_DAYS.replace(onDay(-60), onDay(-400));
      const of = async (stage: string): Promise<string[]> =>
        rowsOf(await getPath(bench, `/fundings?${wide}&limit=50&stages[]=${stage}`)).map((row) =>
          textAt(row, 'stage'),
        );
      const upper = await of('SERIES%20A');
      assert.ok(upper.length > 0 && upper.every((stage) => stage === 'Series A'));
      assert.deepEqual([...new Set(await of('UNDISCLOSED'))].toSorted(), ['Undisclosed', 'undisclosed']);
      assert.ok((await of('growth')).length > 0, 'no unknown stage');
      const page = await readPage(bench, 'fundings', {
        fundingDateStart: onDay(-400),
        stages: ['undisclosed', 'Growth'],
      });
      const stages = new Set(page.rows.map(({ round }) => round.stage));
      assert.deepEqual([...stages].toSorted(), ['Growth', 'Undisclosed']);
    },
  },
  {
    id: 'R-2-6',
    title: 'an amount is the same number in every format; undisclosed is not zero',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const before = await readPage(bench, 'fundings');
      await setProfile(bench, { amountForms: 'all' });
      const raw = rowsOf(await getPath(bench, `/fundings?${LAST_60_DAYS}&limit=50`)).map((row) =>
        textAt(row, 'fundingAmount'),
      );
      for (const form of [/^\p{Sc}/u, /\d[kmb]$/, /\d \w$/, /\d,\d{3}/])
        assert.ok(
          raw.some((text) => form.test(text)),
          `no amount like ${form.source}`,
        );
      const after = await readPage(bench, 'fundings');
      after.rows.forEach(({ round }, index) => {
        const then = before.rows[index]?.round.amount?.value ?? null;
        const now = round.amount?.value ?? null;
        if (then === null || now === null) return assert.equal(now, then, raw[index]);
        assert.ok(Math.abs(now - then) <= then * 0.05, `${raw[index]} was read as ${now}, not ${then}`);
        assert.equal(round.amount?.text, raw[index]?.trim());
      });
      for (const [text, value] of [
        ['2.5B', 2_500_000_000],
        ['€1,200,000', 1_200_000],
        ['750k', 750_000],
        ['5 M', 5_000_000],
        ['undisclosed', null],
      ] as const)
        assert.equal((await readItem(bench, { fundingAmount: text })).round.amount?.value, value, text);
      assert.equal((await readItem(bench, { fundingAmount: '' })).round.amount, null);
    },
  },
  {
    id: 'R-2-7',
    title: 'currencies are upper case or absent, and never added up',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      assert.equal((await readItem(bench, { currency: 'eur' })).round.amount?.currency, 'EUR');
      assert.equal((await readItem(bench, { currency: null })).round.amount?.currency, null);
      const app = await bench.app();
      const { id, rounds } = await companyWithCurrencies(bench);
      await app.fetchPanel(id, 'rounds');
      const view = await app.api.companies.get({ id });
      const usd = rounds.map((round) => pick(round, 'fundingAmountUsd')).filter((value) => value !== null);
      const total = usd.reduce<number>((sum, value) => sum + Number(value), 0);
      assert.deepEqual(view.raisedUsd, { total, rounds: usd.length });
    },
  },
  {
    id: 'R-2-8',
    title: 'dates are stored as written, also at month ends and on 29 February',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const raw = rowsOf(await getPath(bench, `/companies?${LAST_60_DAYS}&limit=50`));
      const page = await readPage(bench, 'companies');
      assert.deepEqual(
        page.rows.map(({ round }) => round.announcedOn),
        raw.map((row) => textAt(row, 'fundingAnnounceDate')),
      );
      for (const date of ['2024-02-29', '2026-03-01', '2025-12-31', '2026-01-01'])
        assert.equal((await readItem(bench, { fundingAnnounceDate: date })).round.announcedOn, date);
      assert.equal((await readItem(bench, { fundingAnnounceDate: '2026-02-29' })).round.announcedOn, null);
      const on = (date: string): string => `/companies?funding_date_start=${date}&funding_date_end=${date}`;
      await getPath(bench, on('2024-02-29'));
      await getPath(bench, on('2026-02-29'), 400);
      const some = textAt(raw[0], 'fundingAnnounceDate');
      const day = rowsOf(await getPath(bench, on(some)));
      assert.ok(day.length > 0 && day.every((row) => pick(row, 'fundingAnnounceDate') === some));
    },
  },
];

/**
 * Returns a company with at least two rounds. At least one of the rounds is in a currency other than US
 * dollars, but also has an amount in US dollars.
 */
async function companyWithCurrencies(bench: Bench): Promise<{ id: string; rounds: readonly unknown[] }> {
  const path = `/companies?${LAST_60_DAYS.replace(onDay(-60), onDay(-200))}&limit=50`;
  const companies = rowsOf(await getPath(bench, path)).filter((row) => pick(row, 'currency') !== 'USD');
  for (const [index, row] of companies.entries()) {
    if (index % 10 === 9) bench.passMinute();
    const id = textAt(row, 'id');
    const rounds = rowsOf(await getPath(bench, `/companies/${id}/fundings`));
    const foreign = rounds.filter((round) => pick(round, 'currency') !== 'USD');
    const disclosed = foreign.filter((round) => typeof pick(round, 'fundingAmountUsd') === 'number');
    if (rounds.length < 2 || disclosed.length === 0) continue;
    assert.notEqual(
      numberAt(disclosed[0], 'fundingAmountUsd'),
      Number(textAt(disclosed[0], 'fundingAmount')),
    );
    bench.passMinute();
    return { id, rounds };
  }
  throw new Error('no company with rounds in another currency');
}
