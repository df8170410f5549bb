import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { all, exec, get, num, text, type WriteDb } from '../../../../electron/core/database/sql.ts';
import { fold } from '../../../../shared/fold-diacritics.ts';
import type { LibrarySearch } from '../../../../electron/core/library/index/library-search.ts';
import { documentOf, documentTokens } from '../../../../electron/core/library/index/tokenize.ts';
import { memoryCache, memoryYours } from '../../../support/app/library-fixtures.ts';
import { RELEASES_ALL, requested, searchOf } from '../../../support/app/library-search.ts';
import { freshnessOf, searchReference, statusChoicesOf, testsOf } from './reference-search.ts';
import { fitOfId, referenceCompanies, type ReferenceCompany } from './reference-companies.ts';
import { applyStep, PIECES, SEAL, stepsOf, T0, type Files, type Step } from './random-library.ts';
import { fitRangeOf } from '../../../../shared/model/library-values.ts';
import { IS_FULL } from '../../../support/common/full-size.ts';

/*
 * Runs random queries on random libraries, and compares the results with a simple search that reads every
 * row. Between queries, the library changes and the process may be killed.
 */

/** A time after the last step of every library. */
const NOW = T0 + 1_000;

function countsOf(
  companies: readonly ReferenceCompany[],
  of: (company: ReferenceCompany) => readonly (string | null)[],
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
  const wanted = requested(of.filters, { text: of.text, sort: of.sort, nowMs: NOW });
  const companies = referenceCompanies(files.cache, files.yours, SEAL, NOW);
  const reference = searchReference(companies, wanted);
  const found = await search.find(wanted);
  // Reads the ids page by page, as the screen does.
  const pages = Array.from({ length: Math.ceil(found.total / 3) }, (_, at) => found.idsAt(at * 3, 3));
  const ids = pages.flat();
  expect(ids).toEqual(reference.ids);
  expect(found.libraryTotal).toBe(companies.length);
  expect(
    Object.fromEntries(
      ids.flatMap((each) => {
        const by = found.matchedOf(each);
        return by === null ? [] : [[each, by]];
      }),
    ),
  ).toEqual(reference.matched);
  expect(await search.findByContact(wanted, RELEASES_ALL)).toEqual(reference.byContact);
  const { facets, ownTags } = await found.counts();
  const referenceFacets = {
    countries: countsOf(reference.without('countries'), ({ country }) => [country]),
    stages: countsOf(reference.without('stages'), ({ stage }) => [stage]),
    industries: countsOf(reference.without('industries'), ({ industries }) => industries),
    investors: countsOf(reference.without('investors'), ({ investors }) => investors),
    tags: countsOf(reference.without('tags'), ({ tags }) => tags),
    lists: countsOf(reference.without('lists'), ({ lists }) => lists),
    statuses: countsOf(reference.without('statuses'), statusChoicesOf),
    ownTags: countsOf(reference.without('ownTags'), ({ ownTags: tags }) => tags),
    triage: countsOf(reference.without('triage'), ({ triage }) => [triage]),
    ours: companies.every(({ ours }) => ours === 'none')
      ? {}
      : countsOf(reference.without('ours'), ({ ours }) => [ours]),
    windows: countsOf(reference.without('windows'), ({ windows }) => windows),
    fits: countsOf(reference.without('fits'), ({ fit }) => [fitRangeOf(fit)]),
    freshness: countsOf(reference.without('freshness'), (each) => freshnessOf(each.fetchedAtMs, NOW)),
    hiring: reference.without('hiring').filter(({ isHiring }) => isHiring).length,
    people: reference.without('people').filter(({ hasPeople }) => hasPeople).length,
    note: reference.without('note').filter(({ noteText }) => noteText !== null).length,
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
    investors: shown(facets.investors ?? { values: [] }),
    tags: shown(facets.tags),
    lists: shown({ values: facets.lists }),
    statuses: shown({ values: facets.statuses }),
    ownTags: shown({ values: ownTags }),
    triage: positive(facets.triage),
    ours: shown({ values: facets.ours }),
    windows: positive(facets.windows),
    fits: positive(facets.fits ?? {}),
    freshness: positive(facets.freshness),
    hiring: facets.hiring,
    people: facets.people,
    note: facets.note,
  }).toEqual(referenceFacets);
}

/** Returns every string by which a company can be found. */
const textsOf = (cache: WriteDb, companyId: string): string[] =>
  [
    'SELECT name AS text FROM company WHERE company_id = :companyId AND name IS NOT NULL',
    'SELECT description AS text FROM company WHERE company_id = :companyId AND description IS NOT NULL',
    'SELECT name AS text FROM company_industry WHERE company_id = :companyId',
    'SELECT name AS text FROM company_tag JOIN tag USING (tag_key) WHERE company_id = :companyId',
    'SELECT name AS text FROM company_technology JOIN technology USING (technology_key) WHERE company_id = :companyId',
    'SELECT text FROM highlight WHERE company_id = :companyId AND listed = 1',
  ].flatMap((sql) => all(cache, sql, { companyId }).map((row) => text(row, 'text')));

/** Expects that the index is up to date and contains exactly the tokens of all companies. */
function expectIndexComplete(cache: WriteDb): void {
  expect(all(cache, 'SELECT company_id FROM search_dirty')).toEqual([]);
  exec(cache, "INSERT INTO search_words (search_words) VALUES ('integrity-check')");
  exec(cache, "CREATE VIRTUAL TABLE temp.instances USING fts5vocab ('main', 'search_words', 'instance')");
  const indexed = all(cache, 'SELECT term, doc FROM temp.instances').map(
    (each) => `${num(each, 'doc')} ${text(each, 'term')}`,
  );
  exec(cache, 'DROP TABLE temp.instances');
  expect(all(cache, 'SELECT company_id FROM search_before')).toEqual([]);
  const docs = all(cache, 'SELECT doc_id, company_id FROM search_doc');
  const wanted = docs.flatMap((each) => {
    const texts = textsOf(cache, text(each, 'company_id'));
    return [...documentTokens(documentOf([], texts)).all].map((token) => `${num(each, 'doc_id')} ${token}`);
  });
  expect(indexed.sort()).toEqual(wanted.sort());
  const companies = get(cache, 'SELECT count(*) AS n FROM company');
  expect(docs.length).toBe(companies === null ? -1 : num(companies, 'n'));
}

const FITS = {
  scoresOf: (ids: readonly string[]) =>
    new Map(
      ids.flatMap((id) => {
        const fit = fitOfId(id);
        return fit === undefined ? [] : [[id, fit] as const];
      }),
    ),
};

describe('library search', () => {
  it('equals a search that reads every row, for any data, input and interruption', async () => {
    expect(Object.keys(testsOf(requested().filters, NOW)).sort()).toEqual(
      Object.keys(requested().filters).sort(),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(PIECES, { minLength: 3, maxLength: 7 }).chain(stepsOf),
        fc.boolean(),
        async (steps, inMemory) => {
          const files = { cache: memoryCache(), yours: memoryYours() };
          let search = searchOf(
            files,
            () => SEAL,
            inMemory,
            () => FITS,
          );
          for (const [at, { step, then, questions }] of steps.entries()) {
            applyStep(files, step, T0 + at);
            for (const of of questions) await expectSame(files, search, of);
            if (then === 'nothing') continue;
            if (then === 'written') {
              await search.find(requested());
              await search.settled();
              expectIndexComplete(files.cache);
            } else {
              search.dispose();
              search = searchOf(
                files,
                () => SEAL,
                inMemory,
                () => FITS,
              );
              // In every second case, the facts are loaded before the next changes, but the words are not.
              if (at % 2 === 1) {
                search.warm();
                await search.settled();
                continue;
              }
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
