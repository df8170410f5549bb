import assert from 'node:assert/strict';
import type { Bench, Row } from '../kit/bench.ts';
import {
  getPath,
  companiesQuery,
  ignore,
  lastCall,
  numberAt,
  pick,
  LAST_60_DAYS,
  rowsOf,
  textAt,
  setProfile,
} from '../kit/requests.ts';

/*
 * Rows R-4-2-n and R-4-2-q to R-4-2-u of the requirements: boolean filters, hiring, and the spellings of
 * array parameters.
 */

const totalOf = async (bench: Bench, query = ''): Promise<number> =>
  numberAt((await getPath(bench, `/companies?${LAST_60_DAYS}&limit=1${query}`)).body, 'pagination.total');

async function send(bench: Bench, change: object): Promise<{ sent: URLSearchParams; total: number | null }> {
  const { client, context } = await bench.core();
  const { value } = await client.request(
    { endpoint: 'companies', query: companiesQuery(change) },
    context(),
    ignore,
  );
  return { sent: new URLSearchParams(lastCall(bench).query), total: value.total };
}

interface HiringFilter {
  readonly letter: string;
  readonly parameter: string;
  readonly field: string;
  readonly isList: boolean;
  readonly value: string;
  readonly isRole: (role: unknown) => boolean;
}
const HIRING: readonly HiringFilter[] = [
  {
    letter: 'r',
    parameter: 'hiring_departments',
    field: 'hiringDepartments',
    isList: true,
    value: 'legal',
    isRole: (role) => pick(role, 'hunterDepartment') === 'legal',
  },
  {
    letter: 's',
    parameter: 'hiring_seniority',
    field: 'hiringSeniority',
    isList: true,
    value: 'junior',
    isRole: (role) => pick(role, 'hunterSeniority') === 'junior',
  },
  {
    letter: 't',
    parameter: 'hiring_role_type',
    field: 'hiringRoleType',
    isList: false,
    value: 'leadership',
    isRole: (role) => /^(VP|Director|Chief)/.test(textAt(role, 'title')),
  },
];

export const ROWS_4_HIRING: readonly Row[] = [
  {
    id: 'R-4-2-n',
    title: 'validated_contacts is true or not sent',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const [all, some] = [await totalOf(bench), await totalOf(bench, '&validated_contacts=true')];
      assert.ok(some > 0 && some < all);
      assert.equal(await totalOf(bench, '&validated_contacts=false'), all);
      const { body } = await getPath(bench, `/companies?${LAST_60_DAYS}&limit=1&validated_contacts=true`);
      const contacts = await bench.raw(`/companies/${textAt(body, 'data[0].id')}/contacts`);
      if (contacts.status === 200)
        assert.ok(rowsOf(contacts).some((one) => typeof pick(one, 'email') === 'string'));
      assert.deepEqual((await send(bench, { validatedContacts: true })).total, some);
      assert.equal((await send(bench, { validatedContacts: true })).sent.get('validated_contacts'), 'true');
      assert.equal((await send(bench, { validatedContacts: false })).sent.has('validated_contacts'), false);
    },
  },
  {
    id: 'R-4-2-q',
    title: 'has_open_roles is true or not sent',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const [all, some] = [await totalOf(bench), await totalOf(bench, '&has_open_roles=true')];
      assert.ok(some > 0 && some < all);
      const { body } = await getPath(bench, `/companies?${LAST_60_DAYS}&limit=1&has_open_roles=true`);
      assert.ok(
        rowsOf(await getPath(bench, `/companies/${textAt(body, 'data[0].id')}/open-roles`)).length > 0,
      );
      const on = await send(bench, { hasOpenRoles: true });
      assert.deepEqual([on.total, on.sent.get('has_open_roles')], [some, 'true']);
      assert.equal((await send(bench, { hasOpenRoles: false })).sent.has('has_open_roles'), false);
    },
  },
  ...HIRING.map(({ letter, parameter, field, isList, value, isRole }) => ({
    id: `R-4-2-${letter}`,
    title: `${parameter}, only with has_open_roles=true`,
    part: 'C+S' as const,
    run: async ({ open }: Parameters<Row['run']>[0]): Promise<void> => {
      const bench = await open({ companies: 600 });
      const hiring = await totalOf(bench, '&has_open_roles=true');
      const filter = `&has_open_roles=true&${parameter}=${value}`;
      const some = await totalOf(bench, filter);
      assert.ok(some > 0 && some < hiring, `${some} of ${hiring}`);
      assert.equal(await totalOf(bench, `&${parameter}=${value}`), await totalOf(bench), 'ignored otherwise');
      const found = rowsOf(await getPath(bench, `/companies?${LAST_60_DAYS}&limit=3${filter}`));
      for (const company of found) {
        const path = `/companies/${textAt(company, 'id')}/open-roles?per_page=50`;
        assert.ok(
          rowsOf(await getPath(bench, path)).some(isRole),
          `${textAt(company, 'id')} has no such role`,
        );
      }
      const name = isList ? `${parameter}[]` : parameter;
      const change = { [field]: isList ? [value] : value };
      const on = await send(bench, { hasOpenRoles: true, ...change });
      assert.deepEqual([on.total, on.sent.get(name)], [some, value]);
      assert.equal((await send(bench, change)).sent.has(name), false, 'dropped without has_open_roles');
    },
  })),
  {
    id: 'R-4-2-u',
    title: 'arrays in brackets, repeated, as JSON, mixed, and malformed',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const both = await totalOf(bench, '&countries[]=GB&countries[]=DE');
      const gb = await totalOf(bench, '&countries=GB');
      assert.ok(both > gb && gb > 0);
      const json = encodeURIComponent('[ "GB" , "DE" ]');
      for (const form of [
        '&countries=GB&countries=DE',
        '&countries%5B%5D=GB&countries%5B%5D=DE',
        `&countries=${json}`,
        `&countries[]=${json}`,
        '&countries[]=GB&countries=DE',
        `&countries=GB&countries=${encodeURIComponent('["DE"]')}`,
      ])
        assert.equal(await totalOf(bench, form), both, form);
      const broken = `&countries=${encodeURIComponent('["GB"')}`;
      assert.equal(await totalOf(bench, broken), 0, 'a literal value that no company has');
      await setProfile(bench, { malformedArrays: 'refused' });
      await getPath(bench, `/companies?${LAST_60_DAYS}${broken}`, 400);
      bench.passMinute();
      const { total } = await send(bench, { countries: ['DE', 'GB'] });
      assert.equal(total, both);
      assert.ok(
        lastCall(bench).query.includes('countries%5B%5D=DE&countries%5B%5D=GB'),
        lastCall(bench).query,
      );
      await send(bench, { countries: ['GB'] });
      assert.ok(lastCall(bench).query.includes('countries%5B%5D=GB'), 'one element is still a list');
    },
  },
];
