import { AppFailure } from '../../../shared/app-failure.ts';
import type { Handlers, Publish } from '../../../shared/contract.ts';
import { keepAnswer } from '../library/library-answers.ts';
import { findSet, lastSet, resultRows } from '../library/query-sets.ts';
import { suggest } from '../library/suggest.ts';
import { storeFilters, storePage, storeProbe } from '../library/store.ts';
import { coverFromLibrary } from '../planner/kept-answers.ts';
import { planSearch, probeOf } from '../planner/search-plan.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { byHand, paidCall } from './priced-call.ts';

type Search = Handlers['search'];

export function createSearchService(workspaces: Workspaces, publish: Publish): Search {
  return {
    ...createPaidCalls(workspaces, publish),
    suggest: (request) => suggest(workspaces.current().files.cache, request),
    plan: ({ query }) => {
      const { files, governor, hints } = workspaces.current();
      return planSearch(query, { cache: files.cache, governor, hints });
    },
    answer: ({ query }) => {
      const { files, governor } = workspaces.current();
      const cover = coverFromLibrary(files.cache, query);
      return { set: keepAnswer(files.cache, query, cover, governor.serverNowMs()) };
    },
    last: () => ({ set: lastSet(workspaces.current().files.cache) }),
    rows: ({ setId, offset, limit }) => {
      const { files, governor } = workspaces.current();
      return resultRows(files.cache, { setId, offset, limit, nowMs: governor.serverNowMs() });
    },
  };
}

function createPaidCalls(
  workspaces: Workspaces,
  publish: Publish,
): Pick<Search, 'refreshFilters' | 'probe' | 'run'> {
  return {
    refreshFilters: async ({ accepted, screen }) => {
      const workspace = workspaces.current();
      const { receipt } = await paidCall(workspace, () =>
        workspace.client.filters(byHand(accepted, screen), (filters, fetchedAtMs) =>
          storeFilters(workspace.files.cache, filters, fetchedAtMs),
        ),
      );
      return { receipt };
    },
    probe: async ({ query, accepted, screen }) => {
      const workspace = workspaces.current();
      const { cache } = workspace.files;
      const { value, receipt } = await paidCall(workspace, () =>
        workspace.client.fundings(
          probeOf(query),
          byHand(accepted, screen, 'You, to count'),
          (page, fetchedAtMs) => storeProbe(cache, query, page, fetchedAtMs),
        ),
      );
      publish('library', 'onChanged', {});
      return { total: value.total, receipt };
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
  };
}
