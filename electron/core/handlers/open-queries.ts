import { AppFailure } from '../../../shared/app-failure.ts';
import type { RandomSource } from '../ports.ts';

/** Maximum number of open result lists. If there are more, the oldest is closed. */
const OPEN_QUERIES_MAX = 20;

interface OpenQueries<Q> {
  /** Adds a result list and returns its id. Closes the lists of other workspaces. */
  add(query: Q): string;
  /** @throws AppFailure `not-found` (`query`) if the list or its workspace was closed */
  byId(queryId: string): Q;
  /** @throws AppFailure `not-found` (`query`) if the list's workspace was closed */
  requireOpen(query: Q): Q;
}

/** Creates the collection of open result lists. A list is closed together with its workspace. */
export function createOpenQueries<Q extends { readonly workspace: object }>(
  workspaces: { current(): object },
  random: RandomSource,
): OpenQueries<Q> {
  const open = new Map<string, Q>();
  const requireOpen = (query: Q | undefined): Q => {
    if (query === undefined || query.workspace !== workspaces.current())
      throw new AppFailure({ kind: 'not-found', what: 'query' });
    return query;
  };
  return {
    add: (query) => {
      const queryId = random.bytes(8).toString('hex');
      for (const [id, each] of open) if (each.workspace !== query.workspace) open.delete(id);
      open.set(queryId, query);
      for (const oldest of open.keys()) if (open.size > OPEN_QUERIES_MAX) open.delete(oldest);
      return queryId;
    },
    byId: (queryId) => requireOpen(open.get(queryId)),
    requireOpen,
  };
}
