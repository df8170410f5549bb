import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildCompaniesQuery, buildFundingsQuery } from '../../../electron/core/service-api/build-query.ts';
import {
  companiesQuerySchema,
  fundingsQuerySchema,
  type FundingsQuery,
} from '../../../shared/model/query.ts';
import { failure } from '../../support/common/failure.ts';

const dates = { fundingDateStart: '2026-01-01', fundingDateEnd: '2026-01-31' };
const fundings = (more: object = {}): FundingsQuery =>
  fundingsQuerySchema.parse({ ...dates, limit: 25, offset: 0, ...more });
const companies = (more: object = {}) =>
  companiesQuerySchema.parse({ ...dates, limit: 25, offset: 0, ...more });
const search = (more: object = {}): string => buildFundingsQuery(fundings(more)).search;

describe('list query', () => {
  it('always contains dates, limit and offset, and no empty values', () => {
    expect(search()).toBe('funding_date_end=2026-01-31&funding_date_start=2026-01-01&limit=25&offset=0');
    expect(search({ search: '  ', industries: [], validatedContacts: false })).toBe(search());
  });

  it('preserves + in values, and uses brackets for lists', () => {
    const built = search({ stages: ['Series C+'], companySizes: ['1000+'] });
    expect(built).toContain('stages%5B%5D=Series+C%2B');
    expect(built).toContain('company_size%5B%5D=1000%2B');
    expect(new URLSearchParams(built).getAll('company_size[]')).toEqual(['1000+']);
  });

  it('contains a list as one JSON array if a value looks like a list', () => {
    const built = search({ tags: ['b', '["a"]', 'b'], technologies: ['C++'] });
    expect(new URLSearchParams(built).getAll('tags')).toEqual(['["[\\"a\\"]","b"]']);
    expect(built).not.toContain('tags%5B%5D');
    expect(new URLSearchParams(built).getAll('technologies[]')).toEqual(['C++']);
    expect(search({ tags: ['["a"]', 'b'], technologies: ['C++'] })).toBe(built);
    // A value that contains brackets is not a list.
    expect(new URLSearchParams(search({ tags: ['a [beta]'] })).getAll('tags[]')).toEqual(['a [beta]']);
  });

  it('is the same for equal filters in another order', () => {
    expect(search({ tags: ['b', 'a', 'b'], countries: ['US', 'DE'] })).toBe(
      search({ countries: ['DE', 'US'], tags: ['a', 'b'] }),
    );
  });

  it('names amounts as the endpoint does', () => {
    expect(search({ minAmount: '5m', maxAmount: '€ 2.50b' })).toMatch(/max_amount=2\.5B&min_amount=5M/);
    const { search: built } = buildCompaniesQuery(companies({ minFunding: '$1,200,000', maxFunding: '5M' }));
    expect(built).toMatch(/max_funding=5M&min_funding=1200000/);
    expect(built).not.toContain('amount');
  });

  it('contains filters of open roles only together with open roles', () => {
    const roles = { hiringDepartments: ['sales'], hiringSeniority: ['senior'], hiringRoleType: 'ic' };
    expect(search(roles)).toBe(search());
    const params = new URLSearchParams(search({ ...roles, hasOpenRoles: true, validatedContacts: true }));
    expect(params.get('has_open_roles')).toBe('true');
    expect(params.get('validated_contacts')).toBe('true');
    expect(params.getAll('hiring_departments[]')).toEqual(['sales']);
    expect(params.getAll('hiring_seniority[]')).toEqual(['senior']);
    expect(params.get('hiring_role_type')).toBe('ic');
  });

  it.each([
    [450, 50, 50],
    [451, 50, 49],
    [499, 50, 1],
    [0, 50, 50],
  ])('at offset %i contains a limit of %i as %i', (offset, limit, sent) => {
    const built = buildFundingsQuery(fundings({ offset, limit }));
    expect(built.limit).toBe(sent);
    expect(new URLSearchParams(built.search).get('limit')).toBe(String(sent));
  });

  it.each([
    ['a start date after the end date', { fundingDateStart: '2026-02-01' }, 'fundingDateEnd'],
    ['a minimum above the maximum', { minAmount: '1B', maxAmount: '999M' }, 'maxAmount'],
    ['a comma that may be a decimal separator', { minAmount: '1,5M' }, 'minAmount'],
    [
      'a query that is too long',
      { industries: Array.from({ length: 50 }, (_, i) => `${i}${'é'.repeat(190)}`) },
      'query',
    ],
  ])('is rejected with %s', (_name, more, path) => {
    expect(failure(() => search(more))).toMatchObject({ kind: 'validation', issues: [{ path }] });
  });

  it('is rejected with the field names of /companies', () => {
    expect(
      failure(() => buildCompaniesQuery(companies({ minFunding: '2M', maxFunding: '1M' }))),
    ).toMatchObject({
      issues: [{ path: 'maxFunding' }],
    });
  });

  it('passes arbitrary values through a URL unchanged', () => {
    const value = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
      .map((text) => text.trim())
      .filter((text) => text !== '');
    const values = fc.array(value, { maxLength: 6 });
    fc.assert(
      fc.property(values, values, fc.option(value, { nil: undefined }), (industries, investors, words) => {
        const url = new URL(
          `https://api.example.com/api/v1/fundings?${search({ industries, investors, search: words })}`,
        );
        const sorted = (texts: string[]) => [...new Set(texts)].sort((a, b) => (a < b ? -1 : 1));
        // If one of a list's values looks like a list itself, the whole list is sent as one JSON array.
        const sent = (name: string): unknown => {
          const json = url.searchParams.get(name);
          return json === null ? url.searchParams.getAll(`${name}[]`) : JSON.parse(json);
        };
        expect(sent('industries')).toEqual(sorted(industries));
        expect(sent('investors')).toEqual(sorted(investors));
        expect(url.searchParams.get('search') ?? undefined).toBe(words);
        expect(url.hash).toBe('');
      }),
      { numRuns: 500, examples: [[['['], [], undefined]] },
    );
  });
});
