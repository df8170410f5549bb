import assert from 'node:assert/strict';
import type { DecodedPage } from '../../../electron/core/service-api/decoders/decoded-types.ts';
import type { Bench, Row } from '../kit/bench.ts';
import {
  getPath,
  companiesQuery,
  companyId,
  fundingsQuery,
  required,
  ignore,
  patchNext,
  pick,
  LAST_60_DAYS,
  rowsOf,
  textAt,
  setProfile,
} from '../kit/requests.ts';

const EXCEPTIONS = ['country_name', 'tech_stack', 'total_contacts', 'total_fundings'];
const item = { companyName: 'Acme', country: 'DE', country_name: 'Germany', stage: 'Seed' };
export const dated = { fundingAmount: '5M', currency: 'EUR', fundingAnnounceDate: '2026-03-01' };

/** Fetches a page of a list and returns it as the client decodes it. */
export async function readPage(
  bench: Bench,
  list: 'companies' | 'fundings',
  change: object = {},
): Promise<DecodedPage> {
  const { client, context } = await bench.core();
  const fetched =
    list === 'companies'
      ? await client.request({ endpoint: 'companies', query: companiesQuery(change) }, context(), ignore)
      : await client.request({ endpoint: 'fundings', query: fundingsQuery(change) }, context(), ignore);
  return fetched.value;
}
/** Makes `/companies` return only this row, and returns the row as the client decodes it. */
export async function readItem(bench: Bench, row: object) {
  await patchNext(bench, '/companies', { data: [{ id: 'cmp_x', ...item, ...dated, ...row }] });
  return required((await readPage(bench, 'companies')).rows[0], 'the row was set aside');
}

/** Rows for section 3.2 of the requirements: field names, null values, layouts. */
export const ROWS_2_FIELDS: readonly Row[] = [
  {
    id: 'R-2-0a',
    title: 'reads exact names and their camelCase alternates, and counts drift',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const id = await companyId(bench);
      const documented = Object.keys(Object((await getPath(bench, `/companies/${id}`)).body));
      const snake = documented.filter((name) => name.includes('_'));
      assert.deepEqual(snake.toSorted(), EXCEPTIONS);
      const app = await bench.app();
      await app.fetchProfile(id);
      const before = await app.api.companies.get({ id });
      await setProfile(bench, { fieldNames: 'camel-case' });
      const renamed = Object.keys(Object((await getPath(bench, `/companies/${id}`)).body));
      assert.deepEqual(
        renamed.filter((name) => name.includes('_')),
        [],
      );
      assert.ok(renamed.includes('totalContacts'));
      await app.fetchProfile(id);
      const after = await app.api.companies.get({ id });
      assert.equal(after.totalContacts, before.totalContacts);
      assert.equal(after.totalRounds, before.totalRounds);
      assert.equal(after.row.countryName, before.row.countryName);
      const { drift } = await app.api.connection.service({});
      assert.ok(
        drift.some(({ kind }) => kind === 'alternate'),
        'the other names were not noticed',
      );
    },
  },
  {
    id: 'R-2-0b',
    title: 'hostile rows lose no other row and cause no failure',
    part: 'C+S',
    run: async ({ open }) => {
      const plain = await open();
      const bench = await open({ profile: { hostileData: true } });
      const path = `/companies?${LAST_60_DAYS}&limit=50`;
      const [sound, damaged] = [rowsOf(await getPath(plain, path)), rowsOf(await getPath(bench, path))];
      const isOdd = (row: unknown, index: number) => JSON.stringify(row) !== JSON.stringify(sound[index]);
      assert.ok(damaged.filter(isOdd).length > 5, 'the profile damages no row');
      for (const list of ['companies', 'fundings'] as const) {
        const { rows, setAside } = await readPage(bench, list);
        assert.equal(rows.length + setAside, sound.length, list);
        assert.ok(rows.length >= sound.length - 5, `${setAside} rows of ${list} set aside`);
      }
      const good = { id: 'cmp_good', ...item, ...dated };
      const odd = [good, { ...item }, null, 'text', 7, { id: '' }, { ...good, id: 'cmp_next' }];
      await patchNext(bench, '/companies', { data: odd });
      const page = await readPage(bench, 'companies');
      assert.deepEqual([page.rows.length, page.setAside], [2, 5], 'one bad row removes others');
      const app = await bench.app();
      const { rows } = await app.search();
      for (const { companyId: id } of rows.slice(0, 8)) {
        await app.fetchProfile(id);
        assert.equal((await app.api.companies.get({ id })).row.companyId, id);
      }
    },
  },
  {
    id: 'R-2-0c',
    title: 'reads the alternative list layout, also mixed with the other one',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const before = await readPage(bench, 'companies');
      await setProfile(bench, { listLayout: 'mixed' });
      const raw = rowsOf(await getPath(bench, `/companies?${LAST_60_DAYS}&limit=50`));
      const isB = (row: unknown): boolean => typeof pick(row, 'fundingAmount') === 'number';
      assert.ok(raw.some(isB) && !raw.every(isB), 'one layout only');
      const other = required(raw.find(isB), 'no row in layout B');
      textAt(other, 'fundingAmountFormatted');
      textAt(other, 'industry');
      const after = await readPage(bench, 'companies');
      assert.equal(after.rows.length, before.rows.length);
      after.rows.forEach(({ company, round }, index) => {
        const was = required(before.rows[index], 'the order changed');
        const [now, then] = [round.amount?.value ?? null, was.round.amount?.value ?? null];
        if (now === null || then === null) return assert.equal(now, then);
        assert.ok(Math.abs(now - then) <= then * 0.05, `${now} is not ${then}`);
        const exact = isB(raw[index]);
        assert.equal(round.amount?.precision, exact ? 'exact' : was.round.amount?.precision);
        if (exact) assert.deepEqual(company.industries, [pick(raw[index], 'industry')]);
      });
    },
  },
];
