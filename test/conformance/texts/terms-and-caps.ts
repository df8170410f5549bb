import assert from 'node:assert/strict';
import { roleName, roleStrings } from '../../../renderer/ui/text/role-strings.ts';
import { failureOf } from '../../support/common/failure.ts';
import type { AppBench } from '../kit/app-bench.ts';
import type { Bench, Row } from '../kit/bench.ts';
import { lastSeq } from '../kit/match-ledger.ts';
import { lastCall, onDay, required } from '../kit/requests.ts';

/** The app shows the contacts of at most this many companies within a minute. */
const SHOWN_A_MINUTE = 60;
/** The number of companies to request per minute. The service's limit is 20 requests a minute. */
const PER_MINUTE = 15;

/**
 * Fetches contacts of companies until there is one more company than the app may show within a minute.
 * Returns the ids of these companies.
 */
async function manyWithContacts(bench: Bench, app: AppBench): Promise<string[]> {
  const wanted = SHOWN_A_MINUTE + 1;
  const found = new Set<string>();
  const asked = new Set<string>();
  for (let offset = 0; found.size < wanted && offset < 500; offset += 50) {
    bench.passMinute();
    const change = { fundingDateStart: onDay(-25), validatedContacts: true, offset, limit: 50 };
    const { set } = await app.search(change);
    const { rows } = await app.api.search.rows({ setId: set.setId, offset, limit: 50 });
    for (const { companyId } of rows) {
      if (asked.has(companyId) || found.size >= wanted) continue;
      if (asked.size % PER_MINUTE === 0) bench.passMinute();
      asked.add(companyId);
      await app.fetchContacts(companyId).catch(() => undefined);
      const stored = app.read(
        'cache',
        `SELECT count(*) AS n FROM contact WHERE company_id = '${companyId}' AND email IS NOT NULL`,
      );
      if (Number(stored[0]?.['n']) > 0) found.add(companyId);
    }
  }
  assert.equal(found.size, wanted, 'too few companies with contacts');
  return [...found];
}

/** Rows about the terms of use, spending caps, and the names of values. */
export const ROWS_TERMS_AND_CAPS: readonly Row[] = [
  {
    id: 'R-1-11-terms',
    title: 'contacts of too many companies are refused with the error that links to the terms of use',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open({ companies: 1_500 });
      const app = await bench.app();
      const ids = await manyWithContacts(bench, app);
      const last = required(ids.at(-1), 'a company');
      bench.passMinute();
      const { people: shown } = await app.api.companies.people({ id: last });
      const personId = required(
        shown.find(({ email }) => email !== null),
        'an e-mail',
      ).personId;
      bench.passMinute();
      const sinceSeq = lastSeq(bench);
      for (const id of ids.slice(0, SHOWN_A_MINUTE))
        assert.ok((await app.api.companies.people({ id })).people.length > 0, id);
      const paced = await app.api.companies.people({ id: last });
      assert.deepEqual([paced.state, paced.people], ['paced', []]);
      const error = await failureOf(
        app.api.links.copy({ companyId: last, field: { kind: 'email', personId } }),
      );
      // For an error with `peoplePaced`, `App.reportError` shows a link to the terms of use.
      assert.ok(error.kind === 'rate-limited' && error.peoplePaced === true, JSON.stringify(error));
      assert.equal(bench.simulator.transcript(sinceSeq).length, 0, 'a refusal sends nothing');
    },
  },
  {
    id: 'caps-month-and-screen',
    title: 'a spending cap for a month, and one for a screen, refuse before anything is sent',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const app = await bench.app();
      const { quota } = app.api;
      const { rows } = await app.search({ limit: 10 });
      const id = required(rows[0], 'the search has no row').companyId;
      const refusedBy = async (work: Promise<unknown>) => {
        const error = await failureOf(work);
        assert.ok(error.kind === 'quota-exhausted', JSON.stringify(error));
        return error.allowance;
      };
      await quota.setAllowance({ scope: 'screen-company', period: 'day', records: 0 });
      let sinceSeq = lastSeq(bench);
      assert.equal(await refusedBy(app.fetchProfile(id)), 'screen-company');
      assert.equal(bench.simulator.transcript(sinceSeq).length, 0);
      await app.search({ limit: 5, countries: ['DE'] });
      assert.equal(lastCall(bench).path, '/api/v1/fundings', 'the cap of a screen stops another screen');
      await quota.setAllowance({ scope: 'screen-company', period: 'day', records: null });
      const { allowances } = await quota.setAllowance({ scope: 'all', period: 'month', records: 1 });
      assert.ok(allowances.some(({ scope }) => scope === 'all'));
      sinceSeq = lastSeq(bench);
      assert.equal(await refusedBy(app.fetchProfile(id)), 'all');
      assert.equal(bench.simulator.transcript(sinceSeq).length, 0);
      await quota.setAllowance({ scope: 'all', period: 'month', records: null });
      await app.fetchProfile(id);
    },
  },
  {
    id: 'one-name-for-a-value',
    title: 'a department and a seniority have one name in Search and on the company page',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open({ profile: { companyRecords: 'many' }, companies: 60 });
      const app = await bench.app();
      const id = required((await app.search({ limit: 1 })).rows[0], 'no company').companyId;
      for (const page of [1, 2]) await app.fetchRoles(id, { page, perPage: 50 });
      const list = { id, department: null, seniority: null, offset: 0, limit: 50 };
      const { departments, seniorities } = await app.api.companies.roles(list);
      assert.ok(departments.some(({ value }) => value === 'it'));
      // The company page (`roleName`) must use the same names as the Search screen.
      const inSearch: Record<string, string> = { ...roleStrings.departments, ...roleStrings.seniorities };
      for (const { value } of [...departments, ...seniorities])
        assert.equal(roleName(value), inSearch[value], value);
    },
  },
];
