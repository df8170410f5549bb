import assert from 'node:assert/strict';
import type { Row } from '../kit/bench.ts';
import {
  getPath,
  companyId,
  findCompany,
  ignore,
  listAt,
  numberAt,
  pick,
  rowsOf,
  textAt,
  setProfile,
} from '../kit/requests.ts';
import { closedCompany } from './company.ts';
import { failureOf } from '../../support/common/failure.ts';

/** Rows for section 3.4 of the requirements: other resources in the company detail. */
export const ROWS_2_DETAIL: readonly Row[] = [
  {
    id: 'R-2-17',
    title: 'contacts may be absent, null, empty, or names without addresses',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const app = await bench.app();
      const id = await closedCompany(bench);
      for (const [closedContacts, state] of [
        ['absent', 'never-fetched'],
        ['null', 'never-fetched'],
        ['empty', 'told-none'],
      ] as const) {
        await setProfile(bench, { closedContacts });
        const { body } = await getPath(bench, `/companies/${id}`);
        const sent = { absent: undefined, null: null, empty: [] }[closedContacts];
        assert.deepEqual(pick(body, 'contacts'), sent);
        await app.fetchProfile(id);
        assert.equal((await app.api.companies.people({ id })).state, state, closedContacts);
      }
      const openContacts = await companyId(bench, '&validated_contacts=true');
      const contacts = listAt((await getPath(bench, `/companies/${openContacts}`)).body, 'contacts');
      for (const contact of contacts)
        assert.deepEqual(Object.keys(Object(contact)).toSorted(), ['id', 'linkedinUrl', 'name', 'title']);
      await app.fetchProfile(openContacts);
      const people = await app.api.companies.people({ id: openContacts });
      assert.equal(people.state, 'names-only');
      assert.equal(people.people.length, contacts.length);
      assert.ok(people.people.every(({ email }) => email === null));
    },
  },
  {
    id: 'R-2-18',
    title: 'technologies of the detail have no domain; categories have any type',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const id = await findCompany(
        bench,
        async (one) =>
          listAt((await getPath(bench, `/companies/${one}`)).body, 'tech_stack.technologies').length > 3,
        'with technologies',
      );
      const { client, context } = await bench.core();
      const read = async () =>
        (await client.request({ endpoint: 'company', companyId: id }, context(), ignore)).value
          .technologies ?? [];
      const documented = await read();
      assert.ok(documented.every(({ description }) => description === null));
      for (const technologyCategories of ['array', 'string', 'mixed']) {
        await setProfile(bench, { technologyCategories });
        const stack = pick((await getPath(bench, `/companies/${id}`)).body, 'tech_stack');
        assert.equal(pick(stack, 'domain'), undefined);
        assert.equal(pick(stack, 'companyId'), id);
        const types = listAt(stack, 'technologies').map((one) => typeof pick(one, 'categories'));
        if (technologyCategories !== 'mixed')
          assert.deepEqual([...new Set(types)], [technologyCategories === 'array' ? 'object' : 'string']);
        assert.deepEqual(await read(), documented, technologyCategories);
      }
    },
  },
  {
    id: 'R-2-19',
    title: 'total_contacts prices /contacts even if the contacts are closed',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const app = await bench.app();
      const id = await closedCompany(bench);
      const total = numberAt((await getPath(bench, `/companies/${id}`)).body, 'total_contacts');
      await app.fetchProfile(id);
      assert.equal((await app.api.companies.get({ id })).totalContacts, total);
      const price = await app.api.quota.price({ call: { endpoint: 'contacts', companyId: id } });
      assert.equal(price.cost.records, total);
      assert.equal(price.certainty, 'about');
      await getPath(bench, `/companies/${id}/contacts`, 404);
      const failure = await failureOf(app.fetchContacts(id));
      assert.equal(failure.kind, 'not-available');
      assert.equal((await app.api.companies.people({ id })).total, total, 'closed contacts are not "none"');
    },
  },
  {
    id: 'R-2-20',
    title: 'total_fundings prices /fundings of a company',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const app = await bench.app();
      const id = await findCompany(
        bench,
        async (one) => numberAt((await getPath(bench, `/companies/${one}`)).body, 'total_fundings') > 2,
        'with three rounds',
      );
      const total = numberAt((await getPath(bench, `/companies/${id}`)).body, 'total_fundings');
      await app.fetchProfile(id);
      assert.equal((await app.api.companies.get({ id })).totalRounds, total);
      const price = await app.api.quota.price({ call: { endpoint: 'rounds', companyId: id } });
      assert.equal(price.cost.records, total);
      const receipt = await app.fetchPanel(id, 'rounds');
      assert.equal(receipt.cost.records, rowsOf(await getPath(bench, `/companies/${id}/fundings`)).length);
    },
  },
  {
    id: 'R-2-21',
    title: 'the detail is at the top level or below data',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const id = await companyId(bench);
      const { client, context } = await bench.core();
      const read = async () =>
        (await client.request({ endpoint: 'company', companyId: id }, context(), ignore)).value;
      const top = await read();
      assert.equal(textAt((await getPath(bench, `/companies/${id}`)).body, 'id'), id);
      await setProfile(bench, { wrapDetail: true });
      const wrapped = (await getPath(bench, `/companies/${id}`)).body;
      assert.deepEqual(Object.keys(Object(wrapped)), ['data']);
      assert.deepEqual(await read(), top);
      const app = await bench.app();
      await app.fetchProfile(id);
      const { drift } = await app.api.connection.service({});
      assert.ok(
        drift.some(({ kind }) => kind === 'wrapped'),
        'the wrapping was not noticed',
      );
    },
  },
];
