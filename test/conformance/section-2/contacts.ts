import assert from 'node:assert/strict';
import type { Row } from '../kit/bench.ts';
import {
  asked,
  DAY_MS,
  fundingsQuery,
  given,
  ignore,
  lastCall,
  numberAt,
  patchNext,
  pick,
  RANGE,
  rowsOf,
  textAt,
  turn,
} from '../kit/requests.ts';
import { openCompany } from './panels.ts';

/** Section 3.5: contacts and pagination. */
export const ROWS_2_PEOPLE: readonly Row[] = [
  {
    id: 'R-2-29',
    what: 'contacts without ids: linked to the detail, no one twice',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const app = await bench.app();
      const id = await openCompany(bench);
      const raw = rowsOf(await asked(bench, `/companies/${id}/contacts`));
      for (const contact of raw) assert.equal(pick(contact, 'id'), undefined);
      await app.fetchProfile(id);
      await app.fetchPeople(id);
      const kept = async () => (await app.api.companies.people({ id })).people;
      assert.equal((await kept()).length, raw.length, 'someone stands twice');
      const of = async (contact: unknown) =>
        given(
          (await kept()).find((one) => one.linkedinUrl === pick(contact, 'linkedinUrl')),
          'lost',
        );
      for (const contact of raw) assert.equal((await of(contact)).email, pick(contact, 'email') ?? null);
      await turn(bench, { people: 'changing' });
      bench.simulator.advance(25 * DAY_MS);
      const later = await bench.raw(`/companies/${id}/contacts`);
      if (later.status === 404) await bench.control('reveal', { companyId: id });
      await app.fetchPeople(id);
      assert.equal((await kept()).length, raw.length, 'another spelling made another person');
      const told = Object(raw[0]);
      await patchNext(bench, `/companies/${id}/contacts`, {
        data: [{ ...told, email: 'no address', title: 'Chief of Staff' }],
      });
      await app.fetchPeople(id);
      const changed = await of(told);
      assert.deepEqual([changed.email, changed.emailValid], ['no address', false]);
      assert.equal(changed.title, 'Chief of Staff');
    },
  },
  {
    id: 'R-2-33',
    what: 'pagination: rows decide over limit, total and has_more',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const first = await asked(bench, `/fundings?${RANGE}&limit=10`);
      assert.deepEqual(Object.keys(Object(pick(first.body, 'pagination'))).toSorted(), [
        'has_more',
        'limit',
        'offset',
        'total',
      ]);
      const total = numberAt(first.body, 'pagination.total');
      const id = textAt(rowsOf(first)[0], 'company.id');
      const roles = await asked(bench, `/companies/${id}/open-roles`);
      assert.deepEqual(Object.keys(Object(pick(roles.body, 'pagination'))).toSorted(), [
        'has_more',
        'page',
        'per_page',
        'total',
      ]);
      await turn(bench, { hasMore: 'always', echoedLimit: 'default' });
      const app = await bench.app();
      const end = await app.search({ limit: 50, offset: 0 });
      const rest = total > 50 ? await app.search({ limit: 50, offset: 50 }) : end;
      assert.equal(rest.set.state, 'complete', 'has_more alone keeps the set open');
      assert.equal(rest.set.loaded, total);
      const { client, context } = await bench.core();
      const offset = total - 3;
      const last = await client.fundings(fundingsQuery({ limit: 50, offset }), context(), ignore);
      assert.equal(numberAt((await asked(bench, `/fundings?${RANGE}&limit=7`)).body, 'pagination.limit'), 25);
      assert.equal(last.value.rows.length, 3);
      assert.equal(last.receipt.cost.records, 3, 'settled on the limit, not on the rows');
      assert.equal(last.receipt.reserved.records, 50);
      await turn(bench, { total: 'drifting', hasMore: 'never' });
      bench.rest();
      const drifting = await asked(bench, `/fundings?${RANGE}&limit=10`);
      assert.equal(pick(drifting.body, 'pagination.has_more'), false);
      const totals = new Set<number>();
      for (let minute = 0; minute < 4; minute += 1) {
        bench.rest();
        totals.add(numberAt((await asked(bench, `/fundings?${RANGE}&limit=1`)).body, 'pagination.total'));
      }
      assert.ok(totals.size > 1, 'the total does not drift');
      assert.equal(lastCall(bench).rows, 1);
      const { drift } = await app.api.connection.service({});
      assert.ok(
        drift.some(({ kind }) => kind === 'paging'),
        'the contradiction was not noticed',
      );
    },
  },
];
