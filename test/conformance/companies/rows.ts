import assert from 'node:assert/strict';
import type { AppBench } from '../kit/app-bench.ts';
import type { Bench, Row } from '../kit/bench.ts';
import { assertLedger, lastSeq } from '../kit/match-ledger.ts';
import { getPath, lastCall, pick, required, rowsOf, textAt } from '../kit/requests.ts';

/* Rows about the company view: what was paid for can be seen. */

/** The ids of these rows. */
export const COMPANY_ROW_IDS = ['company-1', 'company-2'] as const;

/** Reads all pages of a list of the company view. */
async function allPages<T>(readPage: (offset: number) => Promise<readonly T[]>): Promise<T[]> {
  const rows: T[] = [];
  for (;;) {
    const page = await readPage(rows.length);
    if (page.length === 0) return rows;
    rows.push(...page);
  }
}

const textsOf = (rows: readonly unknown[], name: string): string[] =>
  rows.map((row) => textAt(row, name)).toSorted();

/** Compares every list of the company view with the service's own response. */
async function assertEveryRow(bench: Bench, { api }: AppBench, id: string): Promise<void> {
  const raw = async (path: string) => rowsOf(await getPath(bench, `/companies/${id}/${path}`));
  const people = await allPages(async (offset) => (await api.companies.people({ id, offset })).people);
  assert.deepEqual(people.map(({ name }) => name).toSorted(), textsOf(await raw('contacts'), 'name'));
  const highlights = await allPages(
    async (offset) => (await api.companies.highlights({ id, offset })).highlights,
  );
  assert.deepEqual(
    highlights.map(({ text }) => text).toSorted(),
    textsOf(await raw('highlights'), 'highlight'),
  );
  const articles = await allPages(async (offset) => (await api.companies.news({ id, offset })).articles);
  assert.deepEqual(articles.map(({ title }) => title).toSorted(), textsOf(await raw('news'), 'title'));
  const rounds = await allPages(async (offset) => (await api.companies.rounds({ id, offset })).rounds);
  const sent = await raw('fundings');
  assert.deepEqual(rounds.map(({ roundId }) => roundId).toSorted(), textsOf(sent, 'id'));
  assert.deepEqual(
    rounds.map(({ amountUsd }) => amountUsd).toSorted(),
    sent.map((row) => pick(row, 'fundingAmountUsd') ?? null).toSorted(),
  );
}

export const ROWS_COMPANIES: readonly Row[] = [
  {
    id: 'company-1',
    title: '80 contacts, 120 highlights, 120 articles, 60 rounds and 400 roles are all shown',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open({ profile: { companyRecords: 'many' }, companies: 60 });
      const app = await bench.app();
      const id = required((await app.search({ limit: 1 })).rows[0], 'no company').companyId;
      await app.fetchProfile(id);
      await app.fetchContacts(id);
      for (const panel of ['rounds', 'highlights', 'news', 'tech-stack'] as const)
        await app.fetchPanel(id, panel);
      bench.passMinute();
      for (let page = 1; page <= 8; page += 1) await app.fetchRoles(id, { page, perPage: 50 });
      await assertLedger(bench, app);
      const roles = await allPages(
        async (offset) => (await app.api.companies.roles({ id, offset, limit: 50 })).roles,
      );
      assert.equal(new Set(roles.map(({ roleId }) => roleId)).size, 400);
      assert.ok(roles.every(({ lastSyncedAtMs }) => lastSyncedAtMs !== null));
      bench.passMinute();
      await assertEveryRow(bench, app, id);
    },
  },
  {
    id: 'company-2',
    title: 'open roles by department, seniority and title: one request for 40 roles',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open({ profile: { companyRecords: 'many' }, companies: 60 });
      const app = await bench.app();
      const id = required((await app.search({ limit: 1 })).rows[0], 'no company').companyId;
      const sales = { department: 'sales', seniority: null, search: '' } as const;
      const known = () => app.api.companies.roleRequest({ id, ...sales });
      assert.deepEqual(await known(), { total: null, countedAtMs: null, perPage: 50, next: null });
      await app.fetchRoles(id, { department: 'sales', perPage: 25 });
      const { total, perPage, next } = await known();
      assert.deepEqual([total, perPage, next], [40, 50, { page: 2, perPage: 25 }]);
      const sinceSeq = lastSeq(bench);
      const receipt = await app.fetchRoles(id, { department: 'sales', perPage });
      assert.deepEqual([receipt.cost.requests, receipt.cost.records], [1, 40]);
      assert.deepEqual(
        bench.simulator.transcript(sinceSeq).map(({ query }) => query),
        ['department=sales&page=1&per_page=50'],
      );
      assert.equal((await known()).next, null);
      const list = { id, department: 'sales', seniority: null, offset: 0, limit: 50 };
      assert.equal((await app.api.companies.roles(list)).matching, 40);
      await app.fetchRoles(id, { seniority: 'senior', search: 'specialist 1', perPage: 50 });
      assert.equal(lastCall(bench).query, 'page=1&per_page=50&search=specialist+1&seniority=senior');
      const narrowed = await app.api.companies.roles({ ...list, department: null, search: 'Specialist 1' });
      assert.ok(narrowed.matching > 0 && narrowed.roles.every(({ title }) => title.includes('Specialist 1')));
      await assertLedger(bench, app);
    },
  },
];
