import assert from 'node:assert/strict';
import { until } from '../../support/common/until.ts';
import { freePort } from '../../support/webhook/webhook-receiver.ts';
import { searchAll } from '../kit/actions.ts';
import type { AppBench } from '../kit/app-bench.ts';
import type { Bench, Row } from '../kit/bench.ts';
import { assertLedger, lastSeq } from '../kit/match-ledger.ts';
import { getPath, lastCall, listAt, pick, required, rowsOf, textAt } from '../kit/requests.ts';

/* Conformance rows for the company view, which must show all the data that the user paid for. */

export const COMPANY_ROW_IDS = ['company-1', 'company-2', 'company-3', 'company-4'] as const;

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

/**
 * Compares the contacts, highlights, news and rounds in the company view with the service's own responses.
 */
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
  for (const row of sent) {
    const roundId = textAt(row, 'id');
    const investors = await allPages(
      async (offset) => (await api.companies.investors({ id, roundId, offset })).investors,
    );
    assert.deepEqual(investors.map(({ name }) => name).toSorted(), textsOf(listAt(row, 'investors'), 'name'));
  }
}

/**
 * Checks that the app returns every value of the lists in the profile and the tech stack. The expected values
 * are read from the service directly.
 */
async function assertEveryValue(bench: Bench, { api }: AppBench, id: string): Promise<void> {
  const listOf = (body: unknown, name: string): readonly unknown[] => {
    const list = listAt(body, name);
    assert.ok(list.length > 50, `${name} has one page only`);
    return list;
  };
  const { body: profile } = await getPath(bench, `/companies/${id}`);
  const tags = await allPages(async (offset) => (await api.companies.tags({ id, offset })).tags);
  assert.deepEqual(tags.map(({ name }) => name).toSorted(), textsOf(listOf(profile, 'tags'), 'name'));
  const industries = await allPages(
    async (offset) => (await api.companies.industries({ id, offset })).industries,
  );
  assert.deepEqual(industries.toSorted(), listOf(profile, 'industries').map(String).toSorted());
  const stack = pick((await getPath(bench, `/companies/${id}/tech-stack`)).body, 'data');
  const technologies = await allPages(
    async (offset) => (await api.companies.technologies({ id, offset })).technologies,
  );
  assert.deepEqual(
    technologies.map(({ name }) => name).toSorted(),
    textsOf(listOf(stack, 'technologies'), 'name'),
  );
}

export const ROWS_COMPANIES: readonly Row[] = [
  {
    id: 'company-1',
    title: 'every contact, highlight, article, round, investor, role, tag, industry and technology is shown',
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
      bench.passMinute();
      await assertEveryValue(bench, app, id);
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
  {
    id: 'company-3',
    title:
      'an event that looks like a test event is labelled, stored, shown and removable with its company; it costs nothing',
    part: 'C',
    run: async ({ open }) => {
      const bench = await open({ companies: 60 });
      const app = await bench.app();
      const { api } = app;
      const sinceSeq = lastSeq(bench);
      const port = await freePort();
      const { localUrl, path } = await api.signals.setAddress({ port, tunnelHost: null });
      const { key } = await api.signals.makeKey({ place: 'session' });
      await api.signals.setEnabled({ enabled: true });
      await bench.control('webhook', { url: `${localUrl}${path}`, key });
      await bench.control('webhook/test', {});
      await bench.control('webhook/test', { realIds: true });
      await until(async () => (await api.signals.summary({})).total === 2, 'both events');
      const list = async () => {
        const { queryId } = await api.signals.open({});
        return (await api.signals.rows({ queryId, offset: 0, limit: 50 })).rows;
      };
      const rows = await until(async () => {
        const read = await list();
        return read.every(({ company }) => company !== null) ? read : null;
      }, 'the companies of both events');
      const test = required(
        rows.find(({ sample }) => sample),
        'no event has the label',
      );
      assert.equal(test.companyId, 'cmp_sample');
      assert.equal((await app.api.companies.get({ id: 'cmp_sample' })).rounds.length, 1);
      const { undo } = await api.signals.remove({ id: test.id });
      assert.deepEqual(
        (await list()).map(({ sample }) => sample),
        [false],
      );
      // All data about this company came from the event, so removing the event removes the company, and
      // restoring the event restores it.
      const storedSamples = () =>
        app.read('cache', "SELECT 1 FROM company WHERE company_id = 'cmp_sample'").length;
      assert.equal(storedSamples(), 0);
      await app.api.marks.undo({ token: undo ?? '' });
      assert.equal((await list()).length, 2);
      await until(() => storedSamples() === 1, 'the company of the restored event');
      assert.equal((await app.api.companies.get({ id: 'cmp_sample' })).rounds.length, 1);
      // The plan does not propose the company in the test event, although the company is on a list and its
      // contact window is open.
      const companyIds = rows.flatMap(({ companyId }) => companyId ?? []);
      await api.watchlists.create({ name: 'Webhook', companyIds });
      const proposal = JSON.stringify((await api.plan.today({})).proposal);
      assert.ok(!proposal.includes('cmp_sample'), proposal);
      assert.ok(
        proposal.includes(
          required(
            companyIds.find((id) => id !== 'cmp_sample'),
            'no other event',
          ),
        ),
      );
      assert.deepEqual(bench.simulator.transcript(sinceSeq), [], 'a request was sent');
    },
  },
  {
    id: 'company-4',
    title: 'companies with the same website: a hint on both, dismissed for good, nothing merged',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open({ profile: { duplicateCompanies: true }, companies: 200 });
      const app = await bench.app();
      const { api } = app;
      const idsOf = new Map<string, string[]>();
      for (const { name, companyId: id } of await searchAll(app))
        idsOf.set(name, [...new Set([...(idsOf.get(name) ?? []), id])]);
      const twins = required(
        [...idsOf.values()].find(({ length }) => length === 2),
        'no duplicate',
      );
      const duplicatesOf = async (id: string) => (await api.companies.get({ id })).duplicates;
      const [first = '', second = ''] = twins;
      assert.deepEqual(await duplicatesOf(first), [], 'lists contain no website');
      for (const id of twins) await app.fetchProfile(id);
      const { row } = await api.companies.get({ id: second });
      assert.deepEqual(await duplicatesOf(first), [{ companyId: second, name: row.name }]);
      assert.deepEqual(
        (await duplicatesOf(second)).map(({ companyId: id }) => id),
        [first],
      );
      const { undo } = await api.companies.dismissDuplicate({ id: second, otherId: first });
      assert.deepEqual([await duplicatesOf(first), await duplicatesOf(second)], [[], []]);
      assert.equal(app.read('yours', 'SELECT * FROM duplicate_dismissal').length, 1);
      await api.marks.undo({ token: undo ?? '' });
      assert.equal((await duplicatesOf(first)).length, 1);
      for (const id of twins) assert.equal((await api.companies.get({ id })).row.companyId, id);
      await assertLedger(bench, app);
    },
  },
];
