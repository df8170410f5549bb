import { describe, expect, test } from 'vitest';
import {
  buildCompaniesQuery,
  buildFundingsQuery,
} from '../../../../electron/core/service-api/build-query.ts';
import type * as FormModule from '../../../../renderer/features/search/filters/search-form.svelte.ts';
import {
  companiesQuerySchema,
  fundingsQuerySchema,
  listQuerySchema,
} from '../../../../shared/model/query.ts';
import { compiled } from '../../support/compiled.ts';

/* Tests the queries that the filters produce for rounds and for companies. */
const load = compiled();
const NOW = Date.UTC(2026, 4, 14, 9);
const newForm = async () => {
  const { SearchForm } = (await load(
    '/renderer/features/search/filters/search-form.svelte.ts',
  )) as typeof FormModule;
  return new SearchForm();
};

/** Returns a form with values in all filters. */
async function filledForm() {
  const form = await newForm();
  form.setDates({ start: '2026-05-01', end: '2026-05-10' });
  for (const field of [
    ...(['stages', 'industries', 'technologies', 'investors', 'companySizes', 'tags'] as const),
  ])
    form[field] = [`${field} 1`, `${field} 2`];
  form.countries = ['DE', 'US'];
  form.text = ' grid ';
  form.minAmount = '$1.5m';
  form.maxAmount = '2B';
  form.currency = 'EUR';
  form.validatedContacts = true;
  form.hasOpenRoles = true;
  form.departments = ['it'];
  form.seniority = ['senior'];
  form.roleType = 'leadership';
  return form;
}

describe('the filters of a search', () => {
  test('name the hiring filters that are left out, and leave them out', async () => {
    const form = await filledForm();
    expect(form.droppedHiring).toEqual([]);
    form.hasOpenRoles = false;
    expect(form.droppedHiring).toEqual(['departments', 'seniority', 'role type']);
    expect(form.question(NOW)?.query).toMatchObject({ hiringDepartments: [], hiringSeniority: [] });
    form.seniority = [];
    form.roleType = 'any';
    expect(form.droppedHiring).toEqual(['departments']);
  });

  test('ask either list, with its own names for the amounts', async () => {
    const form = await filledForm();
    const question = form.question(NOW);
    expect(listQuerySchema.parse(question)).toMatchObject({
      list: 'fundings',
      query: { minAmount: '$1.5m', maxAmount: '2B', search: 'grid', hiringRoleType: 'leadership' },
    });
    form.list = 'companies';
    const other = listQuerySchema.parse(form.question(NOW));
    expect(other).toMatchObject({ list: 'companies', query: { minFunding: '$1.5m', maxFunding: '2B' } });
    // The schemas are strict. Each one rejects the other list's query, which proves that the two queries have
    // different fields.
    expect(fundingsQuerySchema.safeParse(other.query).success).toBe(false);
    expect(companiesQuerySchema.safeParse(question?.query).success).toBe(false);
  });

  test.each([
    ['fundings', 'max_amount=2B&min_amount=1.5M'],
    ['companies', 'max_funding=2B&min_funding=1.5M'],
  ] as const)('reach the service as the documented parameters of /%s', async (list, amounts) => {
    const form = await filledForm();
    form.list = list;
    const question = listQuerySchema.parse(form.question(NOW));
    const { search } =
      question.list === 'fundings' ? buildFundingsQuery(question.query) : buildCompaniesQuery(question.query);
    const pairs = (name: string, field: string) => [`${name}=${field} 1`, `${name}=${field} 2`];
    expect([...new URLSearchParams(search)].map((pair) => pair.join('=')).sort()).toEqual(
      [
        ...amounts.split('&'),
        ...pairs('stages[]', 'stages'),
        ...pairs('industries[]', 'industries'),
        ...pairs('technologies[]', 'technologies'),
        ...pairs('investors[]', 'investors'),
        ...pairs('company_size[]', 'companySizes'),
        ...pairs('tags[]', 'tags'),
        ...['countries[]=DE', 'countries[]=US', 'currency=EUR', 'search=grid', 'validated_contacts=true'],
        ...['has_open_roles=true', 'hiring_departments[]=it', 'hiring_seniority[]=senior'],
        ...['hiring_role_type=leadership', `limit=${form.rows}`, 'offset=0'],
        ...['funding_date_start=2026-05-01', 'funding_date_end=2026-05-10'],
      ].sort(),
    );
  });

  test.each(['fundings', 'companies'] as const)('of %s are filled from their question', async (list) => {
    const form = await filledForm();
    form.list = list;
    const question = form.question(NOW);
    if (question === null) throw new Error('no question');
    const other = await newForm();
    other.fill(question, NOW);
    expect(other.question(NOW)).toEqual(question);
  });

  test('keep hiring filters in the form, but do not ask them without the hiring switch', async () => {
    const form = await filledForm();
    form.hasOpenRoles = false;
    const { query } = listQuerySchema.parse(form.question(NOW));
    expect([
      query.hasOpenRoles,
      query.hiringDepartments,
      query.hiringSeniority,
      query.hiringRoleType,
    ]).toEqual([false, [], [], undefined]);
    expect(form.departments).toEqual(['it']);
  });

  test('keep the number of rows when cleared', async () => {
    const form = await newForm();
    form.rows = '7';
    form.clear();
    expect(form.question(NOW)?.query.limit).toBe(7);
  });

  test('keep the list when cleared', async () => {
    const form = await filledForm();
    form.list = 'companies';
    form.clear();
    expect(form.list).toBe('companies');
    expect(form.question(NOW)).toMatchObject({ list: 'companies', query: { countries: [], stages: [] } });
  });

  test.each([
    ['rows', 'rows', '0'],
    ['rows', 'rows', '51'],
    ['rows', 'rows', '2.5'],
    ['minAmount', 'minAmount', '1,5M'],
    ['maxAmount', 'maxAmount', '1K'],
  ] as const)('make no question if %s is %j', async (field, issue, typed) => {
    const form = await filledForm();
    form[field] = typed;
    expect(form.issues(NOW)[issue]).not.toBeNull();
    expect(form.question(NOW)).toBeNull();
  });

  test('make no question if the dates are in the wrong order', async () => {
    const form = await newForm();
    form.setDates({ start: '2026-05-11', end: '2026-05-10' });
    expect(form.question(NOW)).toBeNull();
  });
});
