import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PriceHints } from '../../../electron/core/service-api/client-port.ts';
import { describeCall } from '../../../electron/core/service-api/endpoints.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import { companiesQuerySchema, fundingsQuerySchema } from '../../../shared/model/query.ts';

const unknown: PriceHints = {
  totalContacts: () => null,
  totalRounds: () => null,
  rowsSeen: () => null,
  isKnown: () => false,
};
const list = { fundingDateStart: '2026-01-01', fundingDateEnd: '2026-01-31', limit: 50, offset: 460 };

describe('prices and paths', () => {
  it.each([
    ['health', 0],
    ['filters', 1],
    ['stats', 1],
  ] as const)('/%s costs one request and %i records', (endpoint, records) => {
    expect(describeCall({ endpoint }, unknown)).toEqual({
      endpoint,
      canonical: `/${endpoint}`,
      worst: { requests: 1, records, pageTurns: 0, companies: 0 },
      certainty: 'up-to',
      companyId: null,
      rowsRequested: null,
    });
  });

  it('both lists cost the limit that is sent', () => {
    const fundings = describeCall({ endpoint: 'fundings', query: fundingsQuerySchema.parse(list) }, unknown);
    expect(fundings.worst).toEqual({ requests: 1, records: 40, pageTurns: 1, companies: 0 });
    expect(fundings.rowsRequested).toBe(40);
    expect(fundings.canonical).toMatch(/^\/fundings\?.*limit=40&offset=460$/);
    const companies = describeCall(
      { endpoint: 'companies', query: companiesQuerySchema.parse(list) },
      unknown,
    );
    expect(companies.canonical).toMatch(/^\/companies\?/);
    expect(companies.worst).toEqual(fundings.worst);
  });

  it.each([
    ['tech-stack', '/companies/c-1/tech-stack', 1, 'exact', {}],
    ['rounds', '/companies/c-1/fundings', 10, 'about', {}],
    ['rounds', '/companies/c-1/fundings', 4, 'about', { totalRounds: (): number => 4 }],
    ['contacts', '/companies/c-1/contacts', 10, 'about', {}],
    ['highlights', '/companies/c-1/highlights', 15, 'about', {}],
    ['highlights', '/companies/c-1/highlights', 15, 'about', { rowsSeen: (): number => 3 }],
    ['highlights', '/companies/c-1/highlights', 40, 'about', { rowsSeen: (): number => 40 }],
    ['news', '/companies/c-1/news', 25, 'about', {}],
    ['news', '/companies/c-1/news', 7, 'about', { rowsSeen: (): number => 7 }],
    ['news', '/companies/c-1/news', 1, 'about', { rowsSeen: (): number => 0 }],
  ] as const)('%s requests %s for %i records', (endpoint, canonical, records, certainty, hints) => {
    expect(describeCall({ endpoint, companyId: 'c-1' }, { ...unknown, ...hints })).toEqual({
      endpoint,
      canonical,
      certainty,
      companyId: 'c-1',
      rowsRequested: null,
      worst: { requests: 1, records, pageTurns: 0, companies: 1 },
    });
  });

  it('a page of open roles costs the requested rows and a page turn', () => {
    const query = { department: 'it', search: 'C++ & more', page: 2, perPage: 25 } as const;
    expect(describeCall({ endpoint: 'open-roles', companyId: 'c-1', query }, unknown)).toEqual({
      endpoint: 'open-roles',
      canonical: '/companies/c-1/open-roles?department=it&page=2&per_page=25&search=C%2B%2B+%26+more',
      worst: { requests: 1, records: 25, pageTurns: 1, companies: 1 },
      certainty: 'up-to',
      companyId: 'c-1',
      rowsRequested: 25,
    });
  });

  it.each([
    { page: 0, perPage: 25 },
    { page: 1.5, perPage: 25 },
    { page: 1, perPage: 0 },
    { page: 1, perPage: 51 },
    { page: 1, perPage: 25, search: 'é'.repeat(2_000) },
  ])('open roles with %j are rejected before sending', (query) => {
    expect(() => describeCall({ endpoint: 'open-roles', companyId: 'c-1', query }, unknown)).toThrow(
      AppFailure,
    );
  });

  it('a company costs one record', () => {
    expect(describeCall({ endpoint: 'company', companyId: 'c-1' }, unknown)).toEqual({
      endpoint: 'company',
      canonical: '/companies/c-1',
      worst: { requests: 1, records: 1, pageTurns: 0, companies: 1 },
      certainty: 'exact',
      companyId: 'c-1',
      rowsRequested: null,
    });
  });

  it.each([
    [null, 10],
    [0, 1],
    [4, 4],
    [120, 120],
  ])('contacts with a known total of %s cost %i records', (totalContacts, records) => {
    const call = describeCall(
      { endpoint: 'contacts', companyId: 'c-1' },
      {
        ...unknown,
        totalContacts: () => totalContacts,
      },
    );
    expect(call.worst).toEqual({ requests: 1, records, pageTurns: 0, companies: 1 });
    expect(call.certainty).toBe('about');
    expect(call.canonical).toBe('/companies/c-1/contacts');
  });

  it.each(['.', '..', '\ud800', ''])('the id %j is rejected', (companyId) => {
    expect(() => describeCall({ endpoint: 'company', companyId }, unknown)).toThrow(AppFailure);
  });

  it('any other id is one path segment that a URL preserves', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.constantFrom(
        '../..',
        'a/b',
        '..%2f',
        '%2e%2e',
        'a?b=c',
        'a#b',
        '\\..\\',
        'ü',
        ';x',
        '//evil.example',
        '\n',
      ),
    );
    const base = 'https://api.example.com/api/v1';
    fc.assert(
      fc.property(
        hostile.filter((id) => id !== '.' && id !== '..'),
        (companyId) => {
          const { canonical } = describeCall({ endpoint: 'contacts', companyId }, unknown);
          const url = new URL(base + canonical);
          expect(url.href).toBe(base + canonical);
          const segments = url.pathname.split('/');
          expect(segments).toHaveLength(6);
          expect(decodeURIComponent(segments[4] ?? '')).toBe(companyId);
          expect(url.search + url.hash).toBe('');
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
