import { exec, get, num, type WriteDb } from './sql.ts';

/** The size of the page cache in KiB during work that reads each page only once. */
const SMALL_KIB = 1_000;

interface SmallCache {
  /** The size of the cache before, as `PRAGMA cache_size` reports it. */
  readonly before: number;
  /** Number of calls that still need the small cache. */
  calls: number;
}
const smallCaches = new WeakMap<WriteDb, SmallCache>();

/**
 * Runs `work` with a small page cache. `work` reads a large part of the file only once, and a larger cache
 * would fill memory with those pages. Calls may overlap: the last one to end restores the size.
 * @param isOpen returns whether the search is still open when the work ends. If it was closed, the connection
 * may be closed too, so the size stays as it is until the next call on this connection ends.
 */
export async function withSmallPageCache<T>(
  db: WriteDb,
  isOpen: () => boolean,
  work: () => Promise<T>,
): Promise<T> {
  const state = smallCaches.get(db) ?? shrinkCache(db);
  state.calls += 1;
  try {
    return await work();
  } finally {
    state.calls -= 1;
    if (state.calls === 0 && isOpen()) {
      smallCaches.delete(db);
      exec(db, `PRAGMA cache_size = ${state.before}`);
    }
  }
}

function shrinkCache(db: WriteDb): SmallCache {
  const state = { before: num(get(db, 'PRAGMA cache_size') ?? {}, 'cache_size'), calls: 0 };
  exec(db, `PRAGMA cache_size = -${SMALL_KIB}`);
  smallCaches.set(db, state);
  return state;
}
