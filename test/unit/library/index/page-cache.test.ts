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

  it('has its former size after work that overlaps', async () => {
    const before = size();
    let end: () => void = () => undefined;
    const outer = withSmallPageCache(
      cache,
      () => true,
      () => new Promise<void>((resolve) => (end = resolve)),
    );
    const inner = withSmallPageCache(
      cache,
      () => true,
      () => outer,
    );
    end();
    await inner;
    expect(size()).toBe(before);
  });

  it('is left alone if the file was closed meanwhile', async () => {
    await withSmallPageCache(
      cache,
      () => false,
      () => Promise.resolve(),
    );
    expect(size()).toBe(-1_000);
  });
});
