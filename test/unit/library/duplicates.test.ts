import { describe, expect, it } from 'vitest';
import { companyView } from '../../../electron/core/library/company-view.ts';
import { storeDetail } from '../../../electron/core/library/store-responses.ts';
import { dismissDuplicate } from '../../../electron/core/user-data/duplicates.ts';
import { recordChange, undoChange } from '../../../electron/core/user-data/undo-journal.ts';
import type { WriteDb } from '../../../electron/core/database/sql.ts';
import { companyViewSchema } from '../../../shared/model/company.ts';
import {
  company,
  detail,
  memoryCache,
  memoryYours,
  loadContactKey,
} from '../../support/app/library-fixtures.ts';

const T0 = Date.UTC(2026, 5, 10, 8);
const store = (db: WriteDb, id: string, website: string | null, atMs = T0): void =>
  storeDetail(db, loadContactKey(), detail(company(id, { name: `Name ${id}`, website })), atMs);
const duplicatesOf = (cache: WriteDb, yours: WriteDb, id: string): string[] =>
  companyViewSchema.parse(companyView(cache, yours, id, T0)).duplicates.map(({ companyId }) => companyId);

describe('possible duplicates', () => {
  it('are companies with another id and the same website', () => {
    const [cache, yours] = [memoryCache(), memoryYours()];
    store(cache, 'a', 'https://www.Acme.example/en');
    store(cache, 'b', 'http://acme.example');
    store(cache, 'c', 'https://other.example');
    store(cache, 'd', null);
    expect(duplicatesOf(cache, yours, 'a')).toEqual(['b']);
    expect(duplicatesOf(cache, yours, 'b')).toEqual(['a']);
    expect(duplicatesOf(cache, yours, 'c')).toEqual([]);
    expect(duplicatesOf(cache, yours, 'd')).toEqual([]);
    expect(companyView(cache, yours, 'a', T0)?.duplicates).toEqual([{ companyId: 'b', name: 'Name b' }]);
    // With a new website, this company is no longer a possible duplicate.
    store(cache, 'b', 'https://b.example', T0 + 1);
    expect(duplicatesOf(cache, yours, 'a')).toEqual([]);
  });

  it('are not found on a host that many companies share', () => {
    const [cache, yours] = [memoryCache(), memoryYours()];
    for (const id of ['a', 'b']) store(cache, id, 'https://www.linkedin.com/company/acme');
    expect(duplicatesOf(cache, yours, 'a')).toEqual([]);
  });

  it('are dismissed as a pair, which can be undone', () => {
    const [cache, yours] = [memoryCache(), memoryYours()];
    for (const id of ['a', 'b', 'c']) store(cache, id, 'https://acme.example');
    const { recorded } = recordChange(yours, { what: 'duplicate-dismissed', atMs: T0 }, (journal) =>
      dismissDuplicate(yours, journal, ['b', 'a'], T0),
    );
    expect(duplicatesOf(cache, yours, 'a')).toEqual(['c']);
    expect(duplicatesOf(cache, yours, 'b')).toEqual(['c']);
    expect(duplicatesOf(cache, yours, 'c')).toEqual(['a', 'b']);
    undoChange(yours, recorded.undo ?? '', T0 + 1);
    expect(duplicatesOf(cache, yours, 'a')).toEqual(['b', 'c']);
  });

  it('are at most five', () => {
    const [cache, yours] = [memoryCache(), memoryYours()];
    for (const id of 'abcdefghi') store(cache, id, 'https://acme.example');
    expect(duplicatesOf(cache, yours, 'a')).toEqual(['b', 'c', 'd', 'e', 'f']);
  });
});
