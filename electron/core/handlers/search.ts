import type { Handlers } from '../../../shared/contract/index.ts';
import { storeAnswer } from '../library/library-answers.ts';
import { findSet, lastSet, resultRows } from '../library/query-sets.ts';
import { createSuggest } from '../library/filter-suggestions.ts';
import { withFit } from '../market/fit-scores.ts';
import { withOurs } from '../user-data/ours/ours-marks.ts';
import { oldestUsed } from '../search-coverage/coverage.ts';
import { coverOfQuestion, planSearch, setOfToday } from '../search-coverage/plan-search.ts';
import { priceOfSearch } from '../search-coverage/search-price.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { byHand, runPricedRequest } from '../fetching/priced-request.ts';
import { recheckDays } from '../fetching/recheck-days.ts';
import { countMatches, recordSearched, runSearch } from '../fetching/search-requests.ts';

type Search = Handlers['search'];

export function createSearchHandlers(workspaces: Workspaces): Search {
  const suggest = createSuggest();
  return {
    ...createPaidCalls(workspaces),
    suggest: (request) => suggest(workspaces.current().files.cache, request),
    price: ({ question, screen }) => {
      const { files, governor, hints } = workspaces.current();
      return priceOfSearch(question, { cache: files.cache, governor, hints, screen });
    },
    plan: ({ question, screen }) => {
      const { files, governor, hints } = workspaces.current();
      const parts = { cache: files.cache, governor, hints, screen, priceOf: priceOfSearch };
      return planSearch(question, parts);
    },
    answer: ({ question, isRun }) => {
      const workspace = workspaces.current();
      const { files, governor } = workspace;
      const { cache } = files;
      const nowMs = governor.serverNowMs();
      const cover = coverOfQuestion(cache, question);
      const loaded =
        oldestUsed(cover) === null && setOfToday(cache, question, nowMs) !== null
          ? findSet(cache, question)
          : null;
      const set = loaded ?? storeAnswer(cache, question, cover, nowMs);
      recordSearched(workspace, [set], nowMs, { isRun });
      return { set };
    },
    last: ({ list }) => ({ set: lastSet(workspaces.current().files.cache, list) }),
    rows: ({ setId, offset, limit }) => {
      const { files, governor } = workspaces.current();
      const page = resultRows(files.cache, { setId, offset, limit, nowMs: governor.serverNowMs() });
      return { ...page, rows: withOurs(files, withFit(files, page.rows)) };
    },
  };
}

function createPaidCalls(
  workspaces: Workspaces,
): Pick<Search, 'refreshFilters' | 'probe' | 'run' | 'recheck'> {
  return {
    refreshFilters: async ({ accepted, screen }) => {
      const context = byHand(accepted, screen);
      const { receipt } = await runPricedRequest(workspaces.current(), { endpoint: 'filters' }, context);
      return { receipt };
    },
    probe: ({ question, accepted, screen }) =>
      countMatches(workspaces.current(), question, byHand(accepted, screen, 'You, to count')),
    run: ({ question, accepted, screen }) =>
      runSearch(workspaces.current(), question, byHand(accepted, screen)),
    recheck: ({ query, accepted, screen }) =>
      recheckDays(workspaces.current(), query, byHand(accepted, screen)),
  };
}
