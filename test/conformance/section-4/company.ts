import assert from 'node:assert/strict';
import type { Bench, Row } from '../kit/bench.ts';
import {
  getPath,
  companyId,
  DAY_MS,
  findCompany,
  required,
  ignore,
  lastCall,
  listAt,
  numberAt,
  onDay,
  patchNext,
  pick,
  rowsOf,
  textAt,
  setProfile,
} from '../kit/requests.ts';
import { failureOf } from '../../support/common/failure.ts';

/** Rows for section 3.7 of the requirements: a company and its sub-resources. */
export const ROWS_4_COMPANY: readonly Row[] = [
  {
    id: 'R-4-3',
    title: 'detail: id in one segment, 404, unique companies per day, tombstone',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const id = await companyId(bench);
      await getPath(bench, `/companies/${id}`);
      assert.deepEqual(chargedBy(bench), { requests: 1, records: 1, pageTurns: 0, companies: 1 });
      await getPath(bench, `/companies/${id}`);
      assert.deepEqual(chargedBy(bench), { requests: 1, records: 1, pageTurns: 0, companies: 0 });
      const unknown = await getPath(bench, '/companies/nobody', 404);
      textAt(unknown.body, 'error');
      textAt(unknown.body, 'message');
      assert.equal(chargedBy(bench).requests, 0);
      bench.simulator.advance(DAY_MS);
      const app = await bench.app();
      const price = () => app.api.quota.price({ call: { endpoint: 'company', companyId: id } });
      assert.deepEqual((await price()).cost, { requests: 1, records: 1, pageTurns: 0, companies: 1 });
      const receipt = await app.fetchProfile(id);
      assert.deepEqual(receipt.cost, { requests: 1, records: 1, pageTurns: 0, companies: 1 });
      assert.equal((await price()).cost.companies, 0, 'charged today');
      await bench.control('companies/vanish', { companyId: id });
      const notFound = await failureOf(app.fetchProfile(id));
      assert.deepEqual(notFound, { kind: 'not-found', what: 'company' });
      const stored = await app.api.companies.get({ id });
      assert.notEqual(stored.gone, null);
      assert.notEqual(stored.description, null, 'the copy was deleted');
      await bench.control('companies/return', { companyId: id });
      bench.simulator.advance(DAY_MS);
      await app.fetchProfile(id);
      assert.equal((await app.api.companies.get({ id })).gone, null);
      const { client, context } = await bench.core();
      for (const odd of ['a/b', '../stats', 'a?limit=1', 'ü%2F']) {
        await failureOf(client.request({ endpoint: 'company', companyId: odd }, context(), ignore));
        assert.equal(lastCall(bench).path, `/api/v1/companies/${encodeURIComponent(odd)}`);
        assert.equal(lastCall(bench).status, 404);
      }
      assert.equal(
        (await failureOf(client.request({ endpoint: 'company', companyId: '..' }, context(), ignore))).kind,
        'validation',
      );
    },
  },
  {
    id: 'R-4-4',
    title: 'tech stack: one 404 has two causes, distinguished by stored data',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const without = await findCompany(
        bench,
        async (id) => (await bench.raw(`/companies/${id}/tech-stack`)).status === 404,
        'without a tech stack',
      );
      const [none, unknown] = [
        await getPath(bench, `/companies/${without}/tech-stack`, 404),
        await getPath(bench, '/companies/nobody/tech-stack', 404),
      ];
      assert.equal(none.text, unknown.text, 'the bodies differ');
      bench.passMinute();
      const app = await bench.app();
      const unknownCompany = await failureOf(app.fetchPanel('unknown-company', 'tech-stack'));
      assert.equal(unknownCompany.kind, 'not-available');
      assert.equal(unknownCompany.kind === 'not-available' && unknownCompany.ambiguous, true);
      await app.fetchProfile(without);
      const known = await failureOf(app.fetchPanel(without, 'tech-stack'));
      assert.equal(known.kind === 'not-available' && known.what, 'tech-stack');
      assert.notEqual(known.kind === 'not-available' && known.ambiguous, true);
      const { tech } = await app.api.companies.panels({ id: without });
      assert.equal(tech.state, 'unavailable');
      assert.equal(required(tech.askAgainAtMs, 'no wait') - required(tech.refusedAtMs, 'no 404'), 7 * DAY_MS);
      const repeated = await failureOf(app.fetchPanel(without, 'tech-stack'));
      assert.equal(repeated.kind, 'not-available', 'the user may ask during the wait');
      bench.simulator.advance(8 * DAY_MS);
      await failureOf(app.fetchPanel(without, 'tech-stack'));
      const later = (await app.api.companies.panels({ id: without })).tech;
      assert.ok(
        required(later.askAgainAtMs, 'no wait') >= required(tech.askAgainAtMs, 'no wait') + 8 * DAY_MS,
      );
      assert.equal(lastCall(bench).charged.requests, 0);
      const [row] = (await app.api.quota.ledger({ offset: 0, limit: 1 })).rows;
      assert.deepEqual([row?.state, row?.status], ['released', 404]);
    },
  },
  {
    id: 'R-4-5',
    title: 'fetches all rounds with investors, at a price without a known bound',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const app = await bench.app();
      const { rows } = await app.search();
      const id = required(rows[0], 'no row').companyId;
      const price = await app.api.quota.price({ call: { endpoint: 'rounds', companyId: id } });
      assert.equal(price.certainty, 'about');
      assert.equal((await app.api.companies.get({ id })).stamps.allRounds, null);
      const raw = rowsOf(await getPath(bench, `/companies/${id}/fundings`));
      for (const round of raw) listAt(round, 'investors');
      assert.equal(lastCall(bench).charged.records, raw.length);
      const receipt = await app.fetchPanel(id, 'rounds');
      assert.equal(receipt.cost.records, raw.length);
      const view = await app.api.companies.get({ id });
      assert.deepEqual(
        view.rounds.map(({ roundId }) => roundId).toSorted(),
        raw.map((round) => textAt(round, 'id')).toSorted(),
      );
      assert.notEqual(view.stamps.allRounds, null, 'the set is complete');
      const other = { ...Object(raw[0]), id: 'fnd_other' };
      await patchNext(bench, `/companies/${id}/fundings`, { data: [other] });
      await app.fetchPanel(id, 'rounds');
      const later = (await app.api.companies.get({ id })).rounds;
      const removedRounds = later.filter((round) => round.gone === true).map(({ roundId }) => roundId);
      assert.deepEqual(
        removedRounds.toSorted(),
        raw.map((round) => textAt(round, 'id')).toSorted(),
        'the removed rounds',
      );
      textAt((await getPath(bench, '/companies/nobody/fundings', 404)).body, 'error');
      const unknown = await failureOf(app.fetchPanel('unknown-company', 'rounds'));
      assert.deepEqual(unknown, { kind: 'not-found', what: 'company' });
    },
  },
  {
    id: 'R-4-6',
    title: 'contacts: the window is exact to the millisecond; the error code decides',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open({ simulator: { nowMs: () => 0 } });
      const events = rowsOf(
        await getPath(bench, `/fundings?funding_date_start=${onDay(-20)}&funding_date_end=${onDay(0)}`),
      );
      const event = required(events.at(-1), 'no round');
      const id = textAt(event, 'company.id');
      const announcedMs = Date.parse(`${textAt(event, 'fundingAnnounceDate')}T00:00:00Z`);
      const statusAt = async (ms: number): Promise<number> => {
        bench.simulator.setNow(ms);
        return (await bench.raw(`/companies/${id}/contacts`)).status;
      };
      const end = announcedMs + 30 * DAY_MS;
      assert.deepEqual([await statusAt(end - 1), await statusAt(end)], [200, 404]);
      await setProfile(bench, { contactsBoundary: 'inclusive' });
      assert.deepEqual([await statusAt(end + DAY_MS - 1), await statusAt(end + DAY_MS)], [200, 404]);
      await setProfile(bench, { contactsBoundary: 'exclusive' });
      const refused = await getPath(bench, `/companies/${id}/contacts`, 404);
      assert.equal(textAt(refused.body, 'code'), 'CONTACTS_NOT_AVAILABLE');
      textAt(refused.body, 'error');
      const hint = textAt(refused.body, 'hint');
      const app = await bench.app();
      await app.fetchProfile(id);
      const row = (await app.api.companies.get({ id })).row;
      assert.equal(row.window.closesAtMs, end, 'the estimated end of the window');
      const closed = await failureOf(app.fetchContacts(id));
      assert.deepEqual(closed, { kind: 'not-available', what: 'contacts', hint });
      const people = await app.api.companies.people({ id });
      assert.deepEqual([people.state, people.hint], ['closed', hint]);
      assert.equal((await app.api.companies.get({ id })).row.window.state, 'closed');
      const unknown = await failureOf(app.fetchContacts('unknown-company'));
      assert.deepEqual(unknown, { kind: 'not-found', what: 'company' }, 'a 404 without the code');
      await bench.control('reveal', { companyId: id });
      await getPath(bench, `/companies/${id}/contacts`);
    },
  },
  {
    id: 'R-4-7',
    title: 'highlights: 404 for none and for an unknown company',
    part: 'C+S',
    run: async ({ open }) => panelRow(await open(), 'highlights', 'HIGHLIGHTS_NOT_FOUND'),
  },
  {
    id: 'R-4-9',
    title: 'news: 404 for none and for an unknown company',
    part: 'C+S',
    run: async ({ open }) => panelRow(await open(), 'news', 'NEWS_NOT_FOUND'),
  },
];

const chargedBy = (bench: Bench) => lastCall(bench).charged;

async function panelRow(bench: Bench, panel: 'highlights' | 'news', code: string): Promise<void> {
  const find = (status: number): Promise<string> =>
    findCompany(
      bench,
      async (id) => (await bench.raw(`/companies/${id}/${panel}`)).status === status,
      `with ${panel} ${status}`,
    );
  const [some, none] = [await find(200), await find(404)];
  bench.passMinute();
  for (const id of [none, 'unknown-company']) {
    const { body } = await getPath(bench, `/companies/${id}/${panel}`, 404);
    assert.equal(textAt(body, 'code'), code);
    textAt(body, 'error');
  }
  const raw = rowsOf(await getPath(bench, `/companies/${some}/${panel}`));
  const app = await bench.app();
  const receipt = await app.fetchPanel(some, panel);
  assert.equal(receipt.cost.records, raw.length);
  const stored = (await app.api.companies.panels({ id: some }))[panel];
  assert.deepEqual([stored.state, stored.total], ['fetched', raw.length]);
  const price = await app.api.quota.price({ call: { endpoint: panel, companyId: some } });
  assert.equal(price.certainty, 'about');
  await app.fetchProfile(none);
  const known = await failureOf(app.fetchPanel(none, panel));
  assert.equal(known.kind === 'not-available' && known.what, panel);
  assert.notEqual(known.kind === 'not-available' && known.ambiguous, true, 'the company is stored');
  const empty = (await app.api.companies.panels({ id: none }))[panel];
  assert.equal(empty.state, 'none');
  const refusedAtMs = required(empty.refusedAtMs, 'no 404');
  assert.equal(empty.askAgainAtMs, panel === 'highlights' ? refusedAtMs + 3 * DAY_MS : null);
  const unknownCompany = await failureOf(app.fetchPanel('unknown-company', panel));
  assert.equal(unknownCompany.kind === 'not-available' && unknownCompany.ambiguous, true);
  assert.equal(numberAt(lastCall(bench), 'charged.requests'), 0);
  assert.equal(pick(lastCall(bench), 'status'), 404);
}
