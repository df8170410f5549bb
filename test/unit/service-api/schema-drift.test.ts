import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { driftIn } from '../../../electron/core/service-api/schema-drift.ts';
import { ENDPOINTS, type Endpoint } from '../../../shared/model/budget.ts';
import { driftSchema } from '../../../shared/model/workspace.ts';

const item = {
  id: 'c1',
  companyName: 'A',
  country: 'US',
  country_name: 'United States',
  stage: 'Seed',
  fundingAmount: '5M',
  currency: 'USD',
  fundingAnnounceDate: '2026-01-01',
};
const pageOf = (data: unknown[], pagination: object = {}) => ({
  data,
  pagination: { limit: 50, offset: 0, total: data.length, has_more: false, ...pagination },
});
const page = (first: number, rows = 50) => ({ page: { first, rows }, setAside: 0 });
const rolesPage = (more: object) => ({
  data: [],
  pagination: { page: 2, per_page: 25, total: 25, has_more: false, ...more },
});
const kinds = (notes: ReturnType<typeof driftIn>) => notes.map(({ kind, field }) => `${kind} ${field}`);

describe('schema drift', () => {
  it('is empty for documented fields and null', () => {
    expect(driftIn('companies', pageOf([item, { ...item, stage: null }]), page(0))).toEqual([]);
    expect(driftIn('open-roles', rolesPage({}), page(25, 25))).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['a missing field', { stage: undefined }, 'missing data[].stage'],
    ['another type', { fundingAmount: 5e6 }, 'type data[].fundingAmount'],
    ['an undocumented field', { mood: 1 }, 'unknown data[].mood'],
    ['another spelling', { country_name: undefined, countryName: 'x' }, 'alternate data[].countryName'],
    ['a name that may be personal data', { 'Jane Doe <jane@example.com>': 1 }, 'unknown data[].?'],
  ])('reports %s once, however many rows have it', (_name, change, note) => {
    const row = JSON.parse(JSON.stringify({ ...item, ...change }));
    const found = kinds(driftIn('companies', pageOf([row, row, row])));
    expect(found).toEqual([note]);
  });

  it.each<[string, object, string]>([
    ['an echoed limit that was not sent', { limit: 10 }, 'paging pagination.limit'],
    ['an echoed offset that was not sent', { offset: 50 }, 'paging pagination.offset'],
    ['more pages announced at the end', { has_more: true }, 'paging pagination.has_more'],
    [
      'more pages announced after a short page',
      { has_more: true, total: null },
      'paging pagination.has_more',
    ],
    ['no more pages announced before the end', { total: 9 }, 'paging pagination.has_more'],
    ['a short page before the end', { total: 9, has_more: true }, 'paging pagination.total'],
    ['a total below the received rows', { total: 1, has_more: false }, 'paging pagination.total'],
  ])('reports %s', (_name, pagination, note) => {
    expect(kinds(driftIn('companies', pageOf([item, item], pagination), page(0)))).toContain(note);
  });

  it('reports another page of roles than the requested one', () => {
    expect(kinds(driftIn('open-roles', rolesPage({ page: 1 }), page(25, 25)))).toEqual([
      'paging pagination.page',
    ]);
  });

  it.each([true, false])('accepts has_more %s at the end of a set', (hasMore) => {
    const rows = Array.from({ length: 50 }, () => item);
    const body = pageOf(rows, { offset: 450, total: 1_240, has_more: hasMore });
    expect(driftIn('companies', body, page(450))).toEqual([]);
  });

  it('reports rows that could not be used', () => {
    const facts = { page: null, setAside: 2 };
    expect(kinds(driftIn('companies', pageOf([item]), facts))).toEqual(['row data[]']);
  });

  const stack = { technologies: [{ name: 'Svelte', categories: 'Web' }] };
  it.each<[string, Endpoint, unknown, string[]]>([
    ['a detail under data', 'company', { data: { id: 'a', companyName: 'A' } }, ['wrapped data']],
    ['stats under data', 'stats', { success: true, data: { rate_limits: {} } }, ['wrapped data']],
    ['a bare list', 'news', [], ['wrapped $']],
    ['filters at the top', 'filters', { countries: [], success: true, timestamp: 1 }, ['wrapped $']],
  ])('reports %s', (_name, endpoint, body, notes) => {
    expect(kinds(driftIn(endpoint, body)).filter((note) => !note.startsWith('missing'))).toEqual(notes);
  });

  it('ignores types that the specification leaves open', () => {
    const found = kinds(driftIn('company', { id: 'a', companyName: 'A', tech_stack: stack }));
    expect(found.filter((note) => !note.startsWith('missing'))).toEqual([]);
    expect(kinds(driftIn('tech-stack', { data: stack }))).toContain('type data.technologies[].categories');
  });

  it.each<[string, Endpoint, object, string]>([
    ['linkedInUrl', 'company', { id: 'a', linkedInUrl: 'x' }, 'alternate linkedInUrl'],
    ['company_name', 'company', { id: 'a', company_name: 'x' }, 'alternate company_name'],
    ['techStack', 'company', { id: 'a', techStack: {} }, 'alternate techStack'],
    ['created_at', 'news', { data: [{ created_at: 'x' }] }, 'alternate data[].created_at'],
    [
      'hunter_department',
      'open-roles',
      { data: [{ hunter_department: 'it' }] },
      'alternate data[].hunter_department',
    ],
  ])('reports the alternate name %s', (_name, endpoint, body, note) => {
    expect(kinds(driftIn(endpoint, body))).toContain(note);
  });

  it('never throws, is bounded and contains no value', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ENDPOINTS), fc.jsonValue(), (endpoint, body) => {
        const notes = driftIn(endpoint, body, { page: { first: 0, rows: 50 }, setAside: 1 });
        expect(notes.length).toBeLessThanOrEqual(40);
        for (const note of notes)
          driftSchema.parse({ ...note, endpoint, count: 1, firstAtMs: 0, lastAtMs: 0 });
      }),
      { numRuns: 500 },
    );
  });
});
