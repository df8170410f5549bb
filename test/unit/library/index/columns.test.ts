import { describe, expect, it } from 'vitest';
import { run } from '../../../../electron/core/database/sql.ts';
import {
  createColumns,
  expectCompanies,
  slotFor,
  STORED,
  type Columns,
} from '../../../../electron/core/library/index/columns.ts';
import { countCompanies } from '../../../../electron/core/library/index/load-companies.ts';
import { createOrder, sortOrder } from '../../../../electron/core/library/index/sort-orders.ts';
import { memoryCache } from '../../../support/app/library-fixtures.ts';

/* The steps of the search that handle all companies in several turns. */

const withoutYield = (): Promise<void> => Promise.resolve();
/** More than one step of counting and of numbering handles, and no multiple of either. */
const COMPANIES = 45_001;

function addCompanies(columns: Columns, count: number): void {
  for (let at = columns.size; at < count; at += 1) {
    const slot = slotFor(columns, `company ${at}`);
    columns.state[slot] = STORED;
    columns.fetchedAtMs[slot] = (at * 7_919) % count;
  }
}

describe('the arrays of the companies', () => {
  it.each([
    ['one company after the other', () => undefined],
    ['all at once', (columns: Columns) => expectCompanies(columns, 5_000, withoutYield)],
  ])('keep all values when they grow for %s', async (_, enlarge) => {
    const columns = createColumns();
    addCompanies(columns, 1_000);
    const arrays = Object.entries(columns).filter(
      (entry): entry is [keyof Columns, Uint32Array] =>
        ArrayBuffer.isView(entry[1]) && entry[0] !== 'slotOfDoc',
    );
    expect(arrays.length).toBeGreaterThan(10);
    for (const [, values] of arrays) for (let at = 0; at < 1_000; at += 1) values[at] = 1 + (at % 3);
    const before = arrays.map(([name, values]) => [name, [...values.subarray(0, 1_000)]] as const);
    await enlarge(columns);
    addCompanies(columns, 3_000);
    for (const [name, values] of before) {
      const now = columns[name] as Uint32Array;
      expect(now.length, name).toBeGreaterThanOrEqual(3_000);
      expect([...now.subarray(0, 1_000)], name).toEqual(values);
    }
  });
});

describe('a sort order', () => {
  it('numbers every company', async () => {
    const columns = createColumns();
    addCompanies(columns, COMPANIES);
    const order = createOrder();
    await sortOrder(columns, order, 'fetched', withoutYield);
    expect(order.slots).toHaveLength(COMPANIES);
    expect(order.slots.findIndex((slot, at) => order.rank[slot] !== at)).toBe(-1);
  });
});

describe('the number of stored companies', () => {
  it('is right however many there are', async () => {
    const cache = memoryCache();
    run(
      cache,
      `WITH RECURSIVE each (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM each WHERE at < :companies)
       INSERT INTO company (company_id, name, name_folded, source, fetched_at_ms, first_seen_at_ms, field_claims)
       SELECT 'company ' || at, '', '', 'company', 0, 0, '{}' FROM each`,
      { companies: COMPANIES },
    );
    expect(await countCompanies(cache, withoutYield)).toBe(COMPANIES);
    expect(await countCompanies(memoryCache(), withoutYield)).toBe(0);
  });
});
