import { describe, expect, it } from 'vitest';
import { withSmallPageCache } from '../../../../electron/core/database/page-cache.ts';
import { get } from '../../../../electron/core/database/sql.ts';
import { memoryCache } from '../../../support/app/library-fixtures.ts';

describe('page cache', () => {
  const cache = memoryCache();
  const size = (): unknown => get(cache, 'PRAGMA cache_size')?.['cache_size'];

  it('is small during the work, and has its former size afterwards, even if the work fails', async () => {
    const before = size();
    const during = await withSmallPageCache(
      cache,
      () => true,
      () => Promise.resolve(size()),
    );
    expect(during).toBe(-1_000);
    expect(size()).toBe(before);
    const failing = withSmallPageCache(
      cache,
      () => true,
      () => Promise.reject(new Error('failed')),
    );
    await expect(failing).rejects.toThrow('failed');
    expect(size()).toBe(before);
  });

  it('stays small until all overlapping work has ended, whichever ends first', async () => {
    const before = size();
    for (const first of [0, 1]) {
      const ends: (() => void)[] = [];
      const works = [0, 1].map(() =>
        withSmallPageCache(
          cache,
          () => true,
          () => new Promise<void>((resolve) => ends.push(resolve)),
        ),
      );
      ends[first]?.();
      await works[first];
      expect(size()).toBe(-1_000);
      ends[1 - first]?.();
      await works[1 - first];
      expect(size()).toBe(before);
    }
  });

  it('stays small if the search is closed, and has its former size after the next search', async () => {
    const before = size();
    const work = (isOpen: boolean): Promise<void> =>
      withSmallPageCache(
        cache,
        () => isOpen,
        () => Promise.resolve(),
      );
    await work(false);
    expect(size()).toBe(-1_000);
    await work(true);
    expect(size()).toBe(before);
  });
});
