import type { LibrarySearch } from '../library/index/library-search.ts';

/** A search engine that can be released and created again while its workspace is open. */
export interface ReleasableSearch {
  /**
   * Returns the search engine, and creates it if there is none. A new search engine loads its data at the
   * first request.
   */
  current(): LibrarySearch;
  /** Stops the search engine and frees its memory. Requests in progress fail. */
  release(): void;
  /** Releases the search engine. Resolves when no search engine uses the files any more. */
  dispose(): Promise<void>;
}

export function createReleasableSearch(create: () => LibrarySearch): ReleasableSearch {
  let search: LibrarySearch | null = null;
  /** Resolves when all released search engines have stopped. */
  let released: Promise<unknown> = Promise.resolve();
  const release = (): void => {
    if (search === null) return;
    search.dispose();
    released = Promise.all([released, search.settled()]);
    search = null;
  };
  return {
    current: () => (search ??= create()),
    release,
    dispose: async () => {
      release();
      await released;
    },
  };
}
