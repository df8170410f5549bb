import { AppFailure } from '../../../shared/app-failure.ts';
import type { Handlers, Publish } from '../../../shared/contract/index.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import type { DecodedPage } from '../service-api/decoders/decoded-types.ts';
import type { CallContext, FetchedResponse } from '../service-api/governed-request.ts';
import { storeAnswer } from '../library/library-answers.ts';
import { findSet, lastSet, resultRows } from '../library/query-sets.ts';
import { createSuggest } from '../library/filter-suggestions.ts';
import { storeFilters, storePage, storeProbe, type PageToStore } from '../library/store-responses.ts';
import { withFit } from '../market/fit-scores.ts';
import { coverOfQuestion, planSearch, probeOf } from '../search-coverage/plan-search.ts';
import { noteSearched } from '../user-data/saved-search-results.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { byHand, pricedRequest } from '../fetching/priced-request.ts';

type Search = Handlers['search'];

export function createSearchHandlers(workspaces: Workspaces, publish: Publish): Search {
  const suggest = createSuggest();
  return {
    ...createPaidCalls(workspaces, publish),
    suggest: (request) => suggest(workspaces.current().files.cache, request),
    plan: ({ question }) => {
      const { files, governor, hints } = workspaces.current();
      return planSearch(question, { cache: files.cache, governor, hints });
    },
    answer: ({ question }) => {
      const { files, governor } = workspaces.current();
      const cover = coverOfQuestion(files.cache, question);
      const set = storeAnswer(files.cache, question, cover, governor.serverNowMs());
      if (noteSearched(files, set, governor.serverNowMs())) publish('savedSearches', 'onChanged', {});
      return { set };
    },
    last: ({ list }) => ({ set: lastSet(workspaces.current().files.cache, list) }),
    rows: ({ setId, offset, limit }) => {
      const { files, governor } = workspaces.current();
      const page = resultRows(files.cache, { setId, offset, limit, nowMs: governor.serverNowMs() });
      return { ...page, rows: withFit(files, page.rows) };
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
      const { receipt } = await pricedRequest(workspace, () =>
        workspace.client.filters(byHand(accepted, screen), (filters, fetchedAtMs) =>
          storeFilters(workspace.files.cache, filters, fetchedAtMs),
        ),
      );
      return { receipt };
    },
    probe: async ({ question, accepted, screen }) => {
      const workspace = workspaces.current();
      const { value, receipt } = await askList(workspace, probeOf(question), {
        context: byHand(accepted, screen, 'You, to count'),
        store: (page) => storeProbe(workspace.files.cache, page),
      });
      publish('library', 'onChanged', {});
      return { total: value.total, receipt };
    },
    run: async ({ question, accepted, screen }) => {
      const workspace = workspaces.current();
      const { cache } = workspace.files;
      const askedAtMs = workspace.governor.serverNowMs();
      const { receipt } = await askList(workspace, question, {
        context: byHand(accepted, screen),
        store: (page) => storePage(cache, page),
      });
      publish('library', 'onChanged', {});
      const set = findSet(cache, question);
      if (set === null) throw new AppFailure({ kind: 'not-found', what: 'query' });
      if (noteSearched(workspace.files, set, askedAtMs)) publish('savedSearches', 'onChanged', {});
      return { set, receipt };
    },
  };
}

interface SearchParts {
  readonly context: CallContext;
  readonly store: (page: PageToStore) => void;
}

/**
 * Fetches one page of the query's list. Each list has its own endpoint, so that no amount mixes them (spec
 * §4.2, §4.10).
 */
const askList = (
  workspace: OpenWorkspace,
  question: ListQuery,
  { context, store }: SearchParts,
): Promise<FetchedResponse<DecodedPage>> =>
  pricedRequest(workspace, () => {
    const { client } = workspace;
    if (question.list === 'fundings') {
      const { query } = question;
      return client.fundings(query, context, (page, fetchedAtMs) =>
        store({ endpoint: 'fundings', query, page, fetchedAtMs }),
      );
    }
    const { query } = question;
    return client.companies(query, context, (page, fetchedAtMs) =>
      store({ endpoint: 'companies', query, page, fetchedAtMs }),
    );
  });
