import { AppFailure } from '../../../shared/app-failure.ts';
import type { Handlers, Publish } from '../../../shared/contract.ts';
import { describeCall } from '../api/endpoints.ts';
import { findSet, lastSet, resultRows } from '../library/query-sets.ts';
import { suggest } from '../library/suggest.ts';
import { storeFilters, storePage, storeRowsAlone } from '../library/store.ts';
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
    ...createPlans(workspaces),
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

/** What a query would cost; nothing is sent. */
const createPlans = (workspaces: Workspaces): Pick<Handlers['search'], 'plan' | 'answer' | 'probe'> => ({
  plan: ({ query }) => {
    const { governor, hints } = workspaces.current();
    return {
      ask: governor.preview(describeCall({ endpoint: 'fundings', query }, hints)),
      library: null,
      missing: [],
      count: null,
      all: null,
      probe: governor.preview(
        describeCall({ endpoint: 'fundings', query: { ...query, limit: 1, offset: 0 } }, hints),
      ),
    };
  },
  answer: () => {
    throw new AppFailure({ kind: 'not-found', what: 'query' });
  },
  probe: async ({ query, accepted, screen }) => {
    const workspace = workspaces.current();
    const { value, receipt } = await paidCall(workspace, () =>
      workspace.client.fundings(
        { ...query, limit: 1, offset: 0 },
        byHand(accepted, screen),
        (page, fetchedAtMs) => storeRowsAlone(workspace.files.cache, page, fetchedAtMs),
      ),
    );
    return { total: value.total, receipt };
  },
});
