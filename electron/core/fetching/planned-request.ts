import type { Receipt, Screen } from '../../../shared/model/budget.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import type { ResultSet } from '../../../shared/model/search.ts';
import { questionAt } from '../../../shared/search-date-ranges.ts';
import { countUnknownRounds } from '../database/queries/cache/plan-facts.ts';
import { savedSearches } from '../database/queries/yours/saved-searches.ts';
import type { PlannedCall } from '../day-plan/planned-call.ts';
import { storeAnswer } from '../library/library-answers.ts';
import { findSet } from '../library/query-sets.ts';
import { storePage } from '../library/store-responses.ts';
import { coverOfQuestion } from '../search-coverage/plan-search.ts';
import type { DecodedPage } from '../service-api/decoders/decoded-types.ts';
import type { CallContext } from '../service-api/governed-request.ts';
import { fetchStats, type StatsParts } from './fetch-stats.ts';
import { parseSavedQuery } from '../user-data/saved-searches.ts';
import { runPricedRequest } from './priced-request.ts';
import { recordSearched, type SearchParts } from './search-requests.ts';

export interface PlannedResult {
  readonly receipt: Receipt;
  /**
   * Number of fetched rounds that were not yet in the library; null if the request does not return rounds.
   */
  readonly news: number | null;
}

/** The screen that the ledger records for a plan's requests. */
export const PLAN_SCREEN: Screen = 'today';

type PlannedParts = SearchParts &
  Pick<StatsParts, 'record' | 'update'> & {
    readonly governor: SearchParts['governor'] & StatsParts['governor'];
  };

/**
 * Makes one request from a plan.
 * @throws AppFailure the errors of runPricedRequest
 */
export async function runPlannedRequest(
  parts: PlannedParts,
  call: PlannedCall,
  context: CallContext,
): Promise<PlannedResult> {
  if (call.endpoint !== 'stats') return fetchPlanned(parts, call, context);
  const { receipt } = await fetchStats(parts, context);
  return { receipt, news: null };
}

/**
 * Makes one request from a plan, for a company or for rounds.
 * @throws AppFailure the errors of runPricedRequest
 */
export async function fetchPlanned(
  parts: SearchParts,
  call: Exclude<PlannedCall, { readonly endpoint: 'stats' }>,
  context: CallContext,
): Promise<PlannedResult> {
  if (call.endpoint === 'contacts' || call.endpoint === 'company' || call.endpoint === 'rounds') {
    const { receipt } = await runPricedRequest(parts, call, context);
    return { receipt, news: null };
  }
  const { vault, files } = parts;
  const requestedAtMs = parts.governor.serverNowMs();
  let news = 0;
  const { receipt } = await runPricedRequest(parts, call, context, {
    store: (page, fetchedAtMs) => {
      news = countUnknownRounds(files.cache, roundsIn(page));
      storePage(files.cache, { ...call, page, fetchedAtMs }, vault.seal());
    },
  });
  const { searchId: madeFor = null } = context;
  recordSearched(parts, completedSets(parts, questionOf(call)), requestedAtMs, { madeFor });
  return { receipt, news };
}

type ListCall = Extract<PlannedCall, { readonly endpoint: 'fundings' | 'companies' }>;
const questionOf = (call: ListCall): ListQuery =>
  call.endpoint === 'fundings'
    ? { list: 'fundings', query: call.query }
    : { list: 'companies', query: call.query };

const roundsIn = ({ rows }: DecodedPage) =>
  rows.flatMap(({ company, round }) =>
    round === null || round.roundId === null
      ? []
      : [{ companyId: company.companyId, roundId: round.roundId }],
  );

/**
 * Yields the result set stored for the query, if any. Then, for each saved search of the same kind (rounds or
 * companies), yields a newly computed result set if the library covers at least one of the search's days.
 * Storing a set may delete the oldest one, so the caller must use each set before requesting the next.
 */
function* completedSets({ files, governor }: SearchParts, question: ListQuery): Generator<ResultSet> {
  const { cache, yours } = files;
  const set = findSet(cache, question);
  if (set !== null) yield set;
  for (const stored of savedSearches(yours)) {
    const search = parseSavedQuery(stored.question);
    if (search === null || search.list !== question.list) continue;
    const saved = questionAt(search, governor.serverNowMs());
    const cover = coverOfQuestion(cache, saved);
    if (cover.days.size > 0) yield storeAnswer(cache, saved, cover, governor.serverNowMs());
  }
}
