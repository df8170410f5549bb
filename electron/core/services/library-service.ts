import { AppFailure } from '../../../shared/app-failure.ts';
import type { Handlers } from '../../../shared/contract.ts';
import { libraryRows, openLibrary } from '../library/library-list.ts';
import type { RandomSource } from '../ports.ts';
import type { Workspaces } from '../workspace/workspaces.ts';

/** Lists that stay open by position; the oldest is forgotten beyond this many. */
const OPEN_QUERIES_MAX = 20;

interface OpenQuery {
  readonly workspaceId: string;
  readonly ids: readonly string[];
}

export function createLibraryService(workspaces: Workspaces, random: RandomSource): Handlers['library'] {
  const open = new Map<string, OpenQuery>();
  return {
    open: ({ text, watchlistId, has, sort }) => {
      const { files, governor, record } = workspaces.current();
      const nowMs = governor.serverNowMs();
      const { ids, libraryTotal, facets } = openLibrary(files.cache, files.yours, {
        text,
        watchlistId,
        has,
        sort,
        nowMs,
      });
      const queryId = random.bytes(8).toString('hex');
      open.set(queryId, { workspaceId: record().id, ids });
      for (const oldest of open.keys()) if (open.size > OPEN_QUERIES_MAX) open.delete(oldest);
      return { queryId, total: ids.length, libraryTotal, facets };
    },
    rows: ({ queryId, offset, limit }) => {
      const { files, governor, record } = workspaces.current();
      const query = open.get(queryId);
      if (query === undefined || query.workspaceId !== record().id)
        throw new AppFailure({ kind: 'not-found', what: 'query' });
      const ids = query.ids.slice(offset, offset + limit);
      return { rows: libraryRows(files.cache, files.yours, ids, governor.serverNowMs()) };
    },
  };
}
