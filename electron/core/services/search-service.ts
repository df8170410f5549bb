import { AppFailure } from '../../../shared/app-failure.ts';
import type { Handlers, Publish } from '../../../shared/contract.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import type { DecodedPage } from '../api/decoded.ts';
import type { CallContext, Fetched } from '../api/exchange.ts';
import { keepAnswer } from '../library/library-answers.ts';
import { findSet, lastSet, resultRows } from '../library/query-sets.ts';
import { createSuggest } from '../library/suggest.ts';
import { storeFilters, storePage, storeProbe, type PageToStore } from '../library/store.ts';
import { withFit } from '../market/fits.ts';
import { coverOfQuestion, planSearch, probeOf } from '../planner/search-plan.ts';
import { noteSearched } from '../words/searched.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { byHand, paidCall } from './priced-call.ts';

type Search = Handlers['search'];

export function createSearchService(workspaces: Workspaces, publish: Publish): Search {
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
      const set = keepAnswer(files.cache, question, cover, governor.serverNowMs());
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
      const { receipt } = await paidCall(workspace, () =>
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

interface Asking {
  readonly context: CallContext;
  readonly store: (page: PageToStore) => void;
}

/** One page of the list that the question is for: each has a call of its own, so that no amount crosses [§4.2, §4.10]. */
const askList = (
  workspace: OpenWorkspace,
  question: ListQuery,
  { context, store }: Asking,
): Promise<Fetched<DecodedPage>> =>
  paidCall(workspace, () => {
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
