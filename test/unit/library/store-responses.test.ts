import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DecodedListRow } from '../../../electron/core/service-api/decoders/decoded-types.ts';
import { refreshLatestRound } from '../../../electron/core/database/queries/cache/rounds.ts';
import { all, transaction, type ReadDb, type WriteDb } from '../../../electron/core/database/sql.ts';
import { storeListRow } from '../../../electron/core/library/store-responses.ts';
import { stampAt } from '../../../electron/core/library/store-helpers.ts';
import {
  amount,
  company,
  emptied,
  memoryCache,
  page,
  round,
  row,
} from '../../support/app/library-fixtures.ts';
import { storeRowsAlone } from '../../support/app/store-without-key.ts';

/*
 * If all companies of a page are new, a fast path stores the page's rows without reading the library. The
 * result must be the same as on the normal path.
 */

const few = <T>(...values: T[]) => fc.constantFrom(...values);
const tag = fc.record({
  tagId: few(null, 't1', 't2'),
  name: few('ai', 'b2b'),
  slug: few(null, 'ai'),
  category: few(null, 'model'),
});
const investor = fc.record({ name: few('Northwind', 'Ångström'), role: few('lead', 'unknown') });
const listRow: fc.Arbitrary<DecodedListRow> = fc
  .record({
    companyId: few('c1', 'c2', 'c3'),
    name: few(null, 'Acme', 'Ácme'),
    industries: few(null, [], ['Fintech'], ['Health', 'Fintech']),
    tags: fc.option(fc.array(tag, { maxLength: 3 })),
    roundId: few(null, 'r1', 'r2'),
    stage: few(null, 'Seed', 'SEED', 'Series A'),
    announcedOn: few(null, '2026-06-01', '2026-06-02'),
    hasAmount: fc.boolean(),
    investors: fc.option(fc.array(investor, { maxLength: 2 })),
  })
  .map(({ companyId, name, industries, tags, hasAmount, ...fields }) =>
    row(
      company(companyId, { name, industries, tags }),
      round(fields.roundId, { ...fields, amount: hasAmount ? amount('1M', 1e6, 'USD') : null }),
    ),
  );
const pages = fc.array(fc.array(listRow, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 });

function storeOneByOne(db: WriteDb, rows: readonly DecodedListRow[], atMs: number): void {
  const stamp = stampAt('fundings', atMs);
  transaction(db, () => {
    for (const each of rows) storeListRow(db, each, stamp, { mode: 'locked' });
    for (const { company: of } of rows) refreshLatestRound(db, of.companyId);
  });
}

const storedRows = (db: ReadDb) => [
  all(db, 'SELECT * FROM company ORDER BY company_id'),
  all(db, 'SELECT * FROM company_source ORDER BY company_id'),
  all(db, 'SELECT * FROM company_industry ORDER BY company_id, position'),
  all(db, 'SELECT * FROM company_tag ORDER BY company_id, position'),
  all(db, 'SELECT * FROM tag ORDER BY tag_key'),
  all(db, 'SELECT * FROM round ORDER BY company_id, round_id'),
  all(db, 'SELECT * FROM round_source ORDER BY company_id, round_id'),
  all(db, 'SELECT * FROM round_told ORDER BY company_id, round_id, kind, value'),
  all(db, 'SELECT * FROM round_investor ORDER BY company_id, round_id, position'),
  all(db, 'SELECT company_id FROM search_dirty ORDER BY company_id'),
];

describe('company that is stored for the first time', () => {
  it('has the same data as if it had been merged', () => {
    const [atOnce, oneByOne] = [memoryCache(), memoryCache()];
    fc.assert(
      fc.property(pages, (fields) => {
        emptied(atOnce);
        emptied(oneByOne);
        fields.forEach((rows, at) => {
          storeRowsAlone(atOnce, page(rows), 1_000 + at);
          storeOneByOne(oneByOne, rows, 1_000 + at);
        });
        expect(storedRows(atOnce)).toEqual(storedRows(oneByOne));
      }),
      { numRuns: 120 },
    );
  });
});
