import { exec, get, num, type WriteDb } from './sql.ts';

/** The size of the page cache in KiB during work that reads each page only once. */
const SMALL_KIB = 1_000;

/**
 * Runs `work` with a small page cache. `work` reads a large part of the file only once, and a larger cache
 * would fill memory with those pages.
 * @param isOpen returns whether the connection is still open when the work ends
 */
export async function withSmallPageCache<T>(
  db: WriteDb,
  isOpen: () => boolean,
  work: () => Promise<T>,
): Promise<T> {
  const before = num(get(db, 'PRAGMA cache_size') ?? {}, 'cache_size');
  // Another call has already reduced the cache, and will restore its size when it ends.
  if (before === -SMALL_KIB) return work();
  exec(db, `PRAGMA cache_size = -${SMALL_KIB}`);
  try {
    return await work();
  } finally {
    if (isOpen()) exec(db, `PRAGMA cache_size = ${before}`);
  }
}
