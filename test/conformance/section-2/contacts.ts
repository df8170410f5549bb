import assert from 'node:assert/strict';
import type { Row } from '../kit/bench.ts';
import {
  getPath,
  DAY_MS,
  fundingsQuery,
  required,
  ignore,
  lastCall,
  numberAt,
  patchNext,
  pick,
  LAST_60_DAYS,
  rowsOf,
  textAt,
  setProfile,
} from '../kit/requests.ts';
import { openCompany } from './panels.ts';

/** Rows for section 3.5 of the requirements: contacts and pagination. */
export const ROWS_2_PEOPLE: readonly Row[] = [
  {
    id: 'R-2-29',
    title: 'contacts without ids merge with the contacts of the detail, without duplicates',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const app = await bench.app();
      const id = await openCompany(bench);
      const raw = rowsOf(await getPath(bench, `/companies/${id}/contacts`));
      for (const contact of raw) assert.equal(pick(contact, 'id'), undefined);
      await app.fetchProfile(id);
      await app.fetchContacts(id);
      const storedContacts = async () => (await app.api.companies.people({ id })).people;
      assert.equal((await storedContacts()).length, raw.length, 'a contact is stored twice');
      const of = async (contact: unknown) =>
        required(
          (await storedContacts()).find((one) => one.linkedinUrl === pick(contact, 'linkedinUrl')),
          'lost',
        );
      for (const contact of raw) assert.equal((await of(contact)).email, pick(contact, 'email') ?? null);
      await setProfile(bench, { people: 'changing' });
      bench.simulator.advance(25 * DAY_MS);
      const later = await bench.raw(`/companies/${id}/contacts`);
      if (later.status === 404) await bench.control('reveal', { companyId: id });
      await app.fetchContacts(id);
      assert.equal((await storedContacts()).length, raw.length, 'another spelling created a second contact');
      const sent = Object(raw[0]);
      await patchNext(bench, `/companies/${id}/contacts`, {
        data: [{ ...sent, email: 'no address', title: 'Chief of Staff' }],
      });
      await app.fetchContacts(id);
      const changed = await of(sent);
      assert.deepEqual([changed.email, changed.emailValid], ['no address', false]);
      assert.equal(changed.title, 'Chief of Staff');
    },
  },
  {
    id: 'R-2-33',
    title: 'the returned rows decide over limit, total and has_more',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const first = await getPath(bench, `/fundings?${LAST_60_DAYS}&limit=10`);
      assert.deepEqual(Object.keys(Object(pick(first.body, 'pagination'))).toSorted(), [
        'has_more',
        'limit',
        'offset',
        'total',
      ]);
      const total = numberAt(first.body, 'pagination.total');
      const id = textAt(rowsOf(first)[0], 'company.id');
      const roles = await getPath(bench, `/companies/${id}/open-roles`);
      assert.deepEqual(Object.keys(Object(pick(roles.body, 'pagination'))).toSorted(), [
        'has_more',
        'page',
        'per_page',
        'total',
      ]);
      await setProfile(bench, { hasMore: 'always', echoedLimit: 'default' });
      const app = await bench.app();
      const end = await app.search({ limit: 50, offset: 0 });
      const rest = total > 50 ? await app.search({ limit: 50, offset: 50 }) : end;
      assert.equal(rest.set.state, 'complete', 'has_more alone keeps the set open');
      assert.equal(rest.set.loaded, total);
      const { client, context } = await bench.core();
      const offset = total - 3;
      const last = await client.request(
        { endpoint: 'fundings', query: fundingsQuery({ limit: 50, offset }) },
        context(),
        ignore,
      );
      assert.equal(
        numberAt((await getPath(bench, `/fundings?${LAST_60_DAYS}&limit=7`)).body, 'pagination.limit'),
        25,
      );
      assert.equal(last.value.rows.length, 3);
      assert.equal(last.receipt.cost.records, 3, 'settled by the limit, not by the rows');
      assert.equal(last.receipt.reserved.records, 50);
      await setProfile(bench, { total: 'drifting', hasMore: 'never' });
      bench.passMinute();
      const drifting = await getPath(bench, `/fundings?${LAST_60_DAYS}&limit=10`);
      assert.equal(pick(drifting.body, 'pagination.has_more'), false);
      const totals = new Set<number>();
      for (let minute = 0; minute < 4; minute += 1) {
        bench.passMinute();
        totals.add(
          numberAt((await getPath(bench, `/fundings?${LAST_60_DAYS}&limit=1`)).body, 'pagination.total'),
        );
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
