import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { all, exec, get, num, text, type WriteDb } from '../../../../electron/core/database/sql.ts';
import { fold } from '../../../../electron/core/foundation/fold-diacritics.ts';
import type { LibrarySearch } from '../../../../electron/core/library/index/library-search.ts';
import { documentOf, documentTokens } from '../../../../electron/core/library/index/tokenize.ts';
import { memoryCache, memoryYours } from '../../../support/app/library-fixtures.ts';
import { asked, searchOf } from '../../../support/app/library-search.ts';
import { freshnessOf, plainSearch, statusChoicesOf, testsOf } from './plain-search.ts';
import { plainCompanies, type PlainCompany } from './plain-companies.ts';
import { act, PIECES, SEAL, stepsOf, T0, type Files, type Step } from './random-library.ts';
import { IS_FULL } from '../../../support/common/full-size.ts';

/*
 * Compares random queries on random libraries with a search that reads every row. The libraries change
 * through the product's own functions, and the process may die between two queries.
 */

/** Later than the last step of any library. */
const NOW = T0 + 1_000;

function countsOf(
  companies: readonly PlainCompany[],
  of: (company: PlainCompany) => readonly (string | null)[],
) {
  const counts = new Map<string, number>();
  for (const each of companies)
    for (const value of new Set(of(each).flatMap((one) => (one === null || one === '' ? [] : [fold(one)]))))
      if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  return Object.fromEntries([...counts].sort());
}
const shown = (facet: { values: readonly { readonly value: string; readonly count: number }[] }) =>
  Object.fromEntries(
    facet.values
      .filter(({ count }) => count > 0)
      .map(({ value, count }) => [value, count] as const)
      .sort(),
  );

async function expectSame(files: Files, search: LibrarySearch, of: Step['questions'][number]): Promise<void> {
  const wanted = asked(of.filters, { text: of.text, sort: of.sort, nowMs: NOW });
  const companies = plainCompanies(files.cache, files.yours, SEAL, NOW);
  const plain = plainSearch(companies, wanted);
  const found = await search.find(wanted);
  // Reads page by page, as the screen does while scrolling.
  const pages = Array.from({ length: Math.ceil(found.total / 3) }, (_, at) => found.idsAt(at * 3, 3));
  const ids = pages.flat();
  expect(ids).toEqual(plain.ids);
  expect(found.libraryTotal).toBe(companies.length);
  expect(
    Object.fromEntries(
      ids.flatMap((each) => {
        const by = found.matchedOf(each);
        return by === null ? [] : [[each, by]];
      }),
    ),
  ).toEqual(plain.matched);
  const { facets, ownTags } = await found.counts();
  const plainFacets = {
    countries: countsOf(plain.without('countries'), ({ country }) => [country]),
    stages: countsOf(plain.without('stages'), ({ stage }) => [stage]),
    industries: countsOf(plain.without('industries'), ({ industries }) => industries),
    tags: countsOf(plain.without('tags'), ({ tags }) => tags),
    lists: countsOf(plain.without('lists'), ({ lists }) => lists),
    statuses: countsOf(plain.without('statuses'), statusChoicesOf),
    ownTags: countsOf(plain.without('ownTags'), ({ ownTags: borne }) => borne),
    triage: countsOf(plain.without('triage'), ({ triage }) => [triage]),
    windows: countsOf(plain.without('windows'), ({ windows }) => windows),
    freshness: countsOf(plain.without('freshness'), (each) => [freshnessOf(each.fetchedAtMs, NOW)]),
    hiring: plain.without('hiring').filter(({ isHiring }) => isHiring).length,
    people: plain.without('people').filter(({ hasPeople }) => hasPeople).length,
    note: plain.without('note').filter(({ noteText }) => noteText !== null).length,
  };
  const positive = (counts: Readonly<Record<string, number>>) =>
    Object.fromEntries(
      Object.entries(counts)
        .filter(([, count]) => count > 0)
        .sort(),
    );
  expect({
    countries: shown(facets.countries),
    stages: shown(facets.stages),
    industries: shown(facets.industries),
    tags: shown(facets.tags),
    lists: shown({ values: facets.lists }),
    statuses: shown({ values: facets.statuses }),
    ownTags: shown({ values: ownTags }),
    triage: positive(facets.triage),
    windows: positive(facets.windows),
    freshness: positive(facets.freshness),
    hiring: facets.hiring,
    people: facets.people,
    note: facets.note,
  }).toEqual(plainFacets);
}

/** Every text by which a company can be found. */
const textsOf = (cache: WriteDb, companyId: string): string[] =>
  [
    'SELECT name AS text FROM company WHERE company_id = :companyId AND name IS NOT NULL',
    'SELECT description AS text FROM company WHERE company_id = :companyId AND description IS NOT NULL',
    'SELECT name AS text FROM company_industry WHERE company_id = :companyId',
    'SELECT name AS text FROM company_tag JOIN tag USING (tag_key) WHERE company_id = :companyId',
    'SELECT name AS text FROM company_technology JOIN technology USING (technology_key) WHERE company_id = :companyId',
    'SELECT text FROM highlight WHERE company_id = :companyId AND listed = 1',
  ].flatMap((sql) => all(cache, sql, { companyId }).map((row) => text(row, 'text')));

/** Compares the tokens in the index with those of every document once the index has caught up. */
function expectInStep(cache: WriteDb): void {
  expect(all(cache, 'SELECT company_id FROM search_dirty')).toEqual([]);
  exec(cache, "INSERT INTO search_words (search_words) VALUES ('integrity-check')");
  exec(cache, "CREATE VIRTUAL TABLE temp.instances USING fts5vocab ('main', 'search_words', 'instance')");
  const held = all(cache, 'SELECT term, doc FROM temp.instances').map(
    (each) => `${num(each, 'doc')} ${text(each, 'term')}`,
  );
  exec(cache, 'DROP TABLE temp.instances');
  expect(all(cache, 'SELECT company_id FROM search_before')).toEqual([]);
  const docs = all(cache, 'SELECT doc_id, company_id FROM search_doc');
  const wanted = docs.flatMap((each) => {
    const texts = textsOf(cache, text(each, 'company_id'));
    return [...documentTokens(documentOf([], texts)).all].map((token) => `${num(each, 'doc_id')} ${token}`);
  });
  expect(held.sort()).toEqual(wanted.sort());
  const companies = get(cache, 'SELECT count(*) AS n FROM company');
  expect(docs.length).toBe(companies === null ? -1 : num(companies, 'n'));
}

describe('the library’s search', () => {
  it('answers as a search that reads every row, whatever was stored, typed and broken off', async () => {
    expect(Object.keys(testsOf(asked().filters, NOW)).sort()).toEqual(Object.keys(asked().filters).sort());
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(PIECES, { minLength: 3, maxLength: 7 }).chain(stepsOf),
        fc.boolean(),
        async (steps, inMemory) => {
          const files = { cache: memoryCache(), yours: memoryYours() };
          let search = searchOf(files, () => SEAL, inMemory);
          for (const [at, { step, then, questions }] of steps.entries()) {
            act(files, step, T0 + at);
            for (const of of questions) await expectSame(files, search, of);
            if (then === 'nothing') continue;
            if (then === 'written') {
              await search.find(asked());
              await search.settled();
              expectInStep(files.cache);
            } else {
              search.dispose();
              search = searchOf(files, () => SEAL, inMemory);
            }
            for (const of of questions) await expectSame(files, search, of);
          }
          search.dispose();
        },
      ),
      { numRuns: IS_FULL ? 1_000 : 30 },
    );
  }, 300_000);
});
