import type { FundingsQuery } from '../../shared/model/query.ts';
import { AppFailure } from '../../shared/app-failure.ts';
import type { SearchPlan } from '../../shared/model/search.ts';
import type { UserSession } from './user-session.ts';
import { ROWS_A_PAGE } from './profile.ts';
import type { ListAction } from './script.ts';

/*
 * What the user does on the Search screen. The first step reads the search plan, which is free. Days that the
 * library covers are read from the library, and all other days are fetched. If a covered day may have new
 * rounds by now, it is fetched again only at the start of a session, and only if the policy allows it. Within
 * a session, rows that are a few minutes old are good enough.
 */

/** When to refetch days that may have new rounds. The real screen offers `each-session`. */
export type FeedPolicy = 'each-session' | 'mornings' | 'never';

type Missing = SearchPlan['missing'][number];

function fundingsQueryOf({ question }: Missing): FundingsQuery {
  if (question.list !== 'fundings') throw new Error('days of another list');
  return question.query;
}

/**
 * Shows a list on the Search screen, as a user would.
 * @returns the ids of the rounds on the screen
 */
export async function readList(
  session: UserSession,
  action: ListAction,
  policy: FeedPolicy,
): Promise<ReadonlySet<string>> {
  const { query, pages } = action;
  const plan = await session.api.search.plan({ question: { list: 'fundings', query } });
  const daysToFetch = plan.missing.filter((days) => isWanted(days, action, policy, session));
  // Within a day, the first results of the same search are good enough, unless they belong to the feed.
  const { loadedToday } = plan;
  if (loadedToday !== null && action.part !== 'feed' && loadedToday.rows >= pages * ROWS_A_PAGE)
    return answerFromLibrary(session, action);
  // If the library covers none of the days, the query is sent unchanged, for as many pages as the user reads.
  if (plan.library === null && !isPartlyCovered(plan.missing, query))
    return sendUnchanged(session, query, pages);
  for (const days of daysToFetch)
    if (days.how === 'fetch' || !(await recheck(session, days)))
      await fetchDays(session, fundingsQueryOf(days), action);
  return answerFromLibrary(session, action);
}

/** Whether the library already covers some days of the query's date range. */
const isPartlyCovered = (missing: readonly Missing[], query: FundingsQuery): boolean =>
  missing.some(
    ({ question: { query: part } }) =>
      part.fundingDateStart !== query.fundingDateStart || part.fundingDateEnd !== query.fundingDateEnd,
  );

function isWanted({ why }: Missing, { part }: ListAction, policy: FeedPolicy, session: UserSession): boolean {
  if (why === 'never') return true;
  if (part !== 'feed' || policy === 'never') return false;
  return policy === 'each-session' || new Date(session.nowMs()).getUTCHours() < 12;
}

/** Fetches the missing days. Fetches all pages for the feed, but only the first page for other lists. */
async function fetchDays(session: UserSession, query: FundingsQuery, { part }: ListAction): Promise<void> {
  for (let offset = 0, isMore = true; isMore; offset += query.limit) {
    const set = await run(session, { ...query, offset });
    isMore = set !== null && set.state === 'partial' && part === 'feed';
  }
}

/** @returns whether the library covers the days after the recheck */
async function recheck({ api, spend }: UserSession, days: Missing): Promise<boolean> {
  const query = fundingsQueryOf(days);
  const result: { set: ResultSet | null } = { set: null };
  await spend({ endpoint: 'fundings', query }, async () => {
    result.set = (await api.search.recheck({ query, accepted: days.preview.cost, screen: 'search' })).set;
  });
  return result.set?.state === 'complete';
}

type ResultSet = Awaited<ReturnType<UserSession['api']['search']['run']>>['set'];

async function run({ api, spend }: UserSession, query: FundingsQuery): Promise<ResultSet | null> {
  const result: { set: ResultSet | null } = { set: null };
  await spend({ endpoint: 'fundings', query }, async (accepted) => {
    result.set = (
      await api.search.run({ question: { list: 'fundings', query }, accepted, screen: 'search' })
    ).set;
  });
  return result.set;
}

async function sendUnchanged(
  session: UserSession,
  query: FundingsQuery,
  pages: number,
): Promise<ReadonlySet<string>> {
  let set: ResultSet | null = null;
  for (let page = 0; page < pages; page += 1) {
    const next = await run(session, { ...query, offset: page * ROWS_A_PAGE });
    if (next === null) break;
    set = next;
  }
  return set === null ? answerFromLibrary(session, { query, pages }) : idsOf(session, set, pages);
}

/** Returns the result from the library; empty if the library covers none of the days. */
async function answerFromLibrary(
  session: UserSession,
  { query, pages }: Pick<ListAction, 'query' | 'pages'>,
): Promise<ReadonlySet<string>> {
  try {
    const { set } = await session.api.search.answer({ question: { list: 'fundings', query } });
    return await idsOf(session, set, pages);
  } catch (error) {
    if (error instanceof AppFailure && error.appError.kind === 'not-found') return new Set();
    throw error;
  }
}

async function idsOf(
  { api }: UserSession,
  { setId }: ResultSet,
  pages: number,
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (let page = 0; page < pages; page += 1) {
    const { rows } = await api.search.rows({ setId, offset: page * ROWS_A_PAGE, limit: ROWS_A_PAGE });
    for (const { roundId } of rows) if (roundId !== null) ids.add(roundId);
  }
  return ids;
}
