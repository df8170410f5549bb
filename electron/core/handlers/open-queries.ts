import { AppFailure } from '../../../shared/app-failure.ts';
import type { RandomSource } from '../ports.ts';

/** Maximum number of open result lists. Opening another one closes the oldest. */
const OPEN_QUERIES_MAX = 20;

interface OpenQueries<Q> {
  /** Opens a result list and returns its id. */
  add(query: Q): string;
  /** @throws AppFailure `not-found` (`query`) if the list was closed */
  byId(queryId: string): Q;
  /** @throws AppFailure `not-found` (`query`) if the list's owner is no longer the current one */
  requireOpen(query: Q): Q;
}

/**
 * Creates the collection of open result lists. The owner of a list is the workspace, or the search engine to
 * whose slots the list refers. When the owner is gone, the list is closed and its memory is freed.
 *
 * @param current returns the owner of new lists
 */
export function createOpenQueries<Q extends { readonly owner: object }>(
  current: () => object,
  random: RandomSource,
): OpenQueries<Q> {
  const open = new WeakMap<object, Map<string, Q>>();
  const requireOpen = (query: Q | undefined): Q => {
    if (query === undefined || query.owner !== current())
      throw new AppFailure({ kind: 'not-found', what: 'query' });
    return query;
  };
  return {
    add: (query) => {
      const queryId = random.bytes(8).toString('hex');
      const ofOwner = open.get(query.owner) ?? new Map<string, Q>();
      open.set(query.owner, ofOwner.set(queryId, query));
      for (const oldest of ofOwner.keys()) if (ofOwner.size > OPEN_QUERIES_MAX) ofOwner.delete(oldest);
      return queryId;
    },
    byId: (queryId) => requireOpen(open.get(current())?.get(queryId)),
    requireOpen,
  };
}
