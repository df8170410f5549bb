import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DecodedCompany } from '../../../electron/core/service-api/decoders/decoded-types.ts';
import { all, get, num, text, textOrNull, type WriteDb } from '../../../electron/core/database/sql.ts';
import { companyNameOf, companyView } from '../../../electron/core/library/company-view.ts';
import { panelsView } from '../../../electron/core/library/panels-view.ts';
import { storeCompanyRemoved, storeDetail } from '../../../electron/core/library/store-responses.ts';
import { companyViewSchema, panelsSchema } from '../../../shared/model/company.ts';
import {
  amount,
  companiesQuery,
  company,
  detail,
  fundingsQuery,
  highlight,
  memoryCache,
  memoryYours,
  loadContactKey,
  page,
  round,
  row,
  technology,
  type ValueOf,
} from '../../support/app/library-fixtures.ts';
import { storePage } from '../../support/app/store-without-key.ts';

const DAY = 86_400_000;
const T0 = Date.UTC(2026, 5, 10, 8);
const yours = memoryYours();
const view = (db: WriteDb, id = 'c1') => {
  const found = companyView(db, yours, id, T0);
  if (found === null) throw new Error('no such company');
  return companyViewSchema.parse(found);
};
const panels = (db: WriteDb, id = 'c1') => panelsSchema.parse(panelsView(db, id));
const storeInList = (
  db: WriteDb,
  fields: Partial<DecodedCompany>,
  atMs: number,
  receivedRoundId = round('r1'),
) =>
  storePage(db, {
    endpoint: 'fundings',
    query: fundingsQuery(),
    page: page([row(company('c1', fields), receivedRoundId)]),
    fetchedAtMs: atMs,
  });

describe('merging a company', () => {
  it('prefers the description of a detail to any list, even a newer one; other facts go by time', () => {
    const db = memoryCache();
    storeDetail(
      db,
      loadContactKey(),
      detail(company('c1', { name: 'Old', description: 'D', industries: ['Fintech'] })),
      T0,
    );
    storeInList(db, { name: 'New', description: 'from a list', industries: ['Other'] }, T0 + DAY);
    expect(view(db)).toMatchObject({
      description: 'D',
      industries: ['Fintech'],
      row: { name: 'New', industry: 'Fintech' },
    });
    storeInList(db, { name: 'Older' }, T0 - DAY);
    expect(view(db).row.name).toBe('New');
  });

  it('ignores missing values, but stores an empty list', () => {
    const db = memoryCache();
    storeInList(db, { name: 'A', countryCode: 'DE', industries: ['Fintech'] }, T0);
    storeInList(db, { name: null, countryCode: null, industries: null }, T0 + 1);
    expect(view(db)).toMatchObject({ industries: ['Fintech'], row: { name: 'A', countryCode: 'DE' } });
    storeInList(db, { industries: [] }, T0 + 2);
    expect(view(db).industries).toEqual([]);
  });

  it('stores which source provided each field, and the raw row', () => {
    const db = memoryCache();
    storeInList(db, { name: 'A' }, T0);
    storeDetail(
      db,
      loadContactKey(),
      detail(company('c1', { description: 'D' }), { raw: { id: 'c1', x: 1 } }),
      T0 + 1,
    );
    const claims = get(db, 'SELECT field_claims FROM company');
    expect(JSON.parse(claims === null ? '' : text(claims, 'field_claims'))).toEqual({
      name: [0, T0, 'fundings'],
      description: [1, T0 + 1, 'company'],
    });
    const raw = all(db, 'SELECT source, raw, fetched_at_ms FROM company_source ORDER BY source');
    expect(raw.map((each) => [text(each, 'source'), num(each, 'fetched_at_ms')])).toEqual([
      ['company', T0 + 1],
      ['fundings', T0],
    ]);
    expect(view(db).stamps).toMatchObject({
      overview: { source: 'company', fetchedAtMs: T0 + 1 },
      profile: { source: 'company', fetchedAtMs: T0 + 1 },
      people: null,
    });
  });

  it('loses no fact and has the same result in any order of arrival', () => {
    const response = fc.record({
      source: fc.constantFrom('fundings', 'companies', 'company'),
      name: fc.option(fc.constantFrom('A', 'B', 'C')),
      countryCode: fc.option(fc.constantFrom('DE', 'FR')),
      description: fc.option(fc.constantFrom('x', 'y')),
      industries: fc.option(fc.subarray(['Fintech', 'Health'])),
    });
    const store = (db: WriteDb, each: ValueOf<typeof response> & { atMs: number }): void => {
      const { source, atMs, ...facts } = each;
      const of = company('c1', facts);
      if (source === 'company') storeDetail(db, loadContactKey(), detail(of), atMs);
      else if (source === 'fundings')
        storePage(db, {
          endpoint: source,
          query: fundingsQuery(),
          page: page([row(of, round('r1'))]),
          fetchedAtMs: atMs,
        });
      else
        storePage(db, {
          endpoint: source,
          query: companiesQuery(),
          page: page([row(of, round(null))]),
          fetchedAtMs: atMs,
        });
    };
    const outcome = (db: WriteDb) => {
      const { row: listed, description, industries, stamps } = view(db);
      const claims = get(db, 'SELECT field_claims FROM company');
      return {
        listed: { ...listed },
        description,
        industries,
        stamps,
        claims: JSON.parse(text(claims ?? {}, 'field_claims')),
      };
    };
    fc.assert(
      fc.property(
        fc.array(response, { minLength: 1, maxLength: 6 }),
        fc.infiniteStream(fc.nat()),
        (answers, order) => {
          const timed = answers.map((each, index) => ({ ...each, atMs: T0 + index * 1_000 }));
          const shuffled = timed
            .map((each) => ({ each, at: order.next().value ?? 0 }))
            .sort((a, b) => a.at - b.at)
            .map(({ each }) => each);
          const [inOrder, mixed] = [memoryCache(), memoryCache()];
          for (const each of timed) store(inOrder, each);
          for (const each of shuffled) store(mixed, each);
          // Storing the rows a second time must change nothing.
          for (const each of shuffled) store(mixed, each);
          expect(outcome(mixed)).toEqual(outcome(inOrder));
          if (timed.some(({ name }) => name !== null)) expect(outcome(mixed).listed.name).not.toBe('c1');
          if (timed.some(({ description }) => description !== null))
            expect(outcome(mixed).description).not.toBeNull();
        },
      ),
      { numRuns: 30 },
    );
  });

  it('marks a company as gone after a 404, until a newer response contains it', () => {
    const db = memoryCache();
    storeCompanyRemoved(db, 'c1', T0);
    expect(companyView(db, yours, 'c1', T0)).toBeNull();
    storeInList(db, { name: 'A' }, T0);
    storeCompanyRemoved(db, 'c1', T0 + 1);
    expect(view(db)).toMatchObject({ gone: { atMs: T0 + 1 }, row: { name: 'A' } });
    storeInList(db, {}, T0 + 2);
    expect(view(db).gone).toBeNull();
  });

  it('takes technologies, highlights and tags from the detail, and keeps old highlights', () => {
    const db = memoryCache();
    const tags = [
      { tagId: 't1', name: 'B2B', slug: 'b2b', category: 'model' },
      { tagId: 't1', name: 'B2B', slug: 'b2b', category: null },
    ];
    const technologies = [technology('React', ['UI']), technology('Go')];
    const highlights = [highlight('h1', 'Won', { source: 'news' }), highlight(null, 'Grew')];
    storeDetail(
      db,
      loadContactKey(),
      detail(company('c1', { tags }), { technologies, highlights, totalContacts: 12, totalFundings: 3 }),
      T0,
    );
    storeDetail(
      db,
      loadContactKey(),
      detail(company('c1'), { highlights: [highlight('h2', 'New')] }),
      T0 + 1,
    );
    expect(view(db)).toMatchObject({
      tags: [{ name: 'B2B', category: 'model' }],
      totalContacts: 12,
      totalRounds: 3,
    });
    expect(panels(db)).toMatchObject({
      tech: { total: 2, technologies: [{ category: 'UI' }, { category: null, name: 'Go' }] },
      highlights: { highlights: [{ text: 'New', source: 'ai' }] },
    });
    expect(all(db, 'SELECT 1 FROM highlight')).toHaveLength(3);
  });

  it('stays within the contract for any response', () => {
    const db = memoryCache();
    const long = 'x'.repeat(30_000);
    const tags = Array.from({ length: 80 }, (_, index) => ({
      tagId: `${index}`,
      name: long,
      slug: null,
      category: long,
    }));
    const companyWithTags = company('c1', {
      name: `${'x'.repeat(499)}😀`,
      countryCode: 'DEU',
      countryName: long,
      description: long,
      website: `https://${long}`,
      industries: tags.map(({ name }) => name),
      tags,
    });
    const rounds = Array.from({ length: 80 }, (_, index) =>
      round(`r${index}`, {
        stage: long,
        amount: amount(long, Number.POSITIVE_INFINITY, long),
        investors: tags.map(() => ({ name: long.slice(0, 600), role: long.slice(0, 600) })),
      }),
    );
    storeDetail(
      db,
      loadContactKey(),
      detail(companyWithTags, {
        rounds,
        technologies: tags.map(({ tagId }) => technology(tagId, [long])),
        highlights: tags.map(({ tagId }) => highlight(tagId, long, { source: long })),
      }),
      T0 + 0.5,
    );
    const shown = view(db);
    expect(shown).toMatchObject({
      website: null,
      row: { name: 'x'.repeat(499), countryCode: null },
    });
    expect(shown.rounds).toHaveLength(50);
    const { tech, highlights } = panels(db);
    expect(tech.total).toBe(80);
    expect(tech.technologies).toHaveLength(50);
    expect(highlights).toMatchObject({ total: 80 });
    expect(highlights.highlights).toHaveLength(50);
  });

  it('stores raw rows without undocumented fields', () => {
    const db = memoryCache();
    const raw = {
      id: 'c1',
      contacts: [{ name: 'Jane' }],
      company: { Email: 'jane@example.com', founders: ['Jane'], ceo: 'Jane', website: 'a.example' },
    };
    storePage(db, {
      endpoint: 'fundings',
      query: fundingsQuery(),
      page: page([{ ...row(company('c1'), round('r1')), raw }]),
      fetchedAtMs: T0,
    });
    storeDetail(db, loadContactKey(), detail(company('c1'), { raw }), T0);
    const rawRows = [
      ...all(db, 'SELECT raw FROM company_source'),
      ...all(db, 'SELECT raw FROM round_source'),
    ].map((each) => textOrNull(each, 'raw'));
    expect(new Set(rawRows)).toEqual(
      new Set(['{"id":"c1","company":{"website":"a.example"}}', '{"id":"c1"}']),
    );
  });
});

describe('name of a company', () => {
  it('is its id if nothing else is known', () => {
    expect(companyNameOf(memoryCache(), yours, 'c9')).toBe('c9');
  });
});
