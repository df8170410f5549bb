import { AppFailure } from '../../../shared/app-failure.ts';
import type { Handlers, Publish } from '../../../shared/contract.ts';
import { findSet, lastSet, resultRows } from '../library/query-sets.ts';
import { suggest } from '../library/suggest.ts';
import { storeFilters, storePage } from '../library/store.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { byHand, paidCall } from './priced-call.ts';

export function createSearchService(workspaces: Workspaces, publish: Publish): Handlers['search'] {
  return {
    suggest: (request) => suggest(workspaces.current().files.cache, request),
    refreshFilters: async ({ accepted, screen }) => {
      const workspace = workspaces.current();
      const { receipt } = await paidCall(workspace, () =>
        workspace.client.filters(byHand(accepted, screen), (filters, fetchedAtMs) =>
          storeFilters(workspace.files.cache, filters, fetchedAtMs),
        ),
      );
      return { receipt };
    },
    run: async ({ query, accepted, screen }) => {
      const workspace = workspaces.current();
      const { cache } = workspace.files;
      const { receipt } = await paidCall(workspace, () =>
        workspace.client.fundings(query, byHand(accepted, screen), (page, fetchedAtMs) => {
          storePage(cache, { endpoint: 'fundings', query, page, fetchedAtMs });
        }),
      );
      publish('library', 'onChanged', {});
      const set = findSet(cache, query);
      if (set === null) throw new AppFailure({ kind: 'not-found', what: 'query' });
      return { set, receipt };
    },
    last: () => ({ set: lastSet(workspaces.current().files.cache) }),
    rows: ({ setId, offset, limit }) => {
      const { files, governor } = workspaces.current();
      return resultRows(files.cache, { setId, offset, limit, nowMs: governor.serverNowMs() });
    },
  };
}
