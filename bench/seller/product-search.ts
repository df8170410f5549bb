import type { FundingsQuery } from '../../shared/model/query.ts';
import { AppFailure } from '../../shared/app-failure.ts';
import type { SearchPlan } from '../../shared/model/search.ts';
import type { Desk } from './desk.ts';
import { ROWS_A_PAGE } from './profile.ts';
import type { Look } from './script.ts';

/*
 * The Search screen: first the plan, which is free. Days that the library covers are answered from it, and days
 * never fetched are bought. Days that may be out of date are bought according to the policy, and only at the
 * start of a session, because a result some minutes old is good enough to refine.
 */

/** When days that may have new rounds are bought again. The screen offers `each-session`. */
export type FeedPolicy = 'each-session' | 'mornings' | 'never';

type Missing = SearchPlan['missing'][number];

function roundsOf({ question }: Missing): FundingsQuery {
  if (question.list !== 'fundings') throw new Error('days of another list');
  return question.query;
}

/** @returns ids of the rounds on the screen */
export async function readList(desk: Desk, look: Look, policy: FeedPolicy): Promise<ReadonlySet<string>> {
  const { query, pages } = look;
  const plan = await desk.api.search.plan({ question: { list: 'fundings', query } });
  const wanted = plan.missing.filter((days) => isWanted(days, look, policy, desk));
  // The library cannot answer any of it: send the query unchanged, as far as the user reads.
  if (plan.library === null && !isStretched(plan.missing, query)) return askAsItStands(desk, query, pages);
  for (const days of wanted) await buy(desk, roundsOf(days), look);
  return answered(desk, look);
}

/** The missing days are fewer than the query's: some are covered. */
const isStretched = (missing: readonly Missing[], query: FundingsQuery): boolean =>
  missing.some(
    ({ question: { query: part } }) =>
      part.fundingDateStart !== query.fundingDateStart || part.fundingDateEnd !== query.fundingDateEnd,
  );

function isWanted({ why }: Missing, { part }: Look, policy: FeedPolicy, desk: Desk): boolean {
  if (why === 'never') return true;
  if (part !== 'feed' || policy === 'never') return false;
  return policy === 'each-session' || new Date(desk.nowMs()).getUTCHours() < 12;
}

/** Buys the whole range for the feed, and the first page for any other query. */
async function buy(desk: Desk, query: FundingsQuery, { part }: Look): Promise<void> {
  for (let offset = 0, isMore = true; isMore; offset += query.limit) {
    const set = await run(desk, { ...query, offset });
    isMore = set !== null && set.state === 'partial' && part === 'feed';
  }
}

type ResultSet = Awaited<ReturnType<Desk['api']['search']['run']>>['set'];

async function run({ api, spend }: Desk, query: FundingsQuery): Promise<ResultSet | null> {
  const made: { set: ResultSet | null } = { set: null };
  await spend({ endpoint: 'fundings', query }, async (accepted) => {
    made.set = (
      await api.search.run({ question: { list: 'fundings', query }, accepted, screen: 'search' })
    ).set;
  });
  return made.set;
}

async function askAsItStands(desk: Desk, query: FundingsQuery, pages: number): Promise<ReadonlySet<string>> {
  let set: ResultSet | null = null;
  for (let page = 0; page < pages; page += 1) {
    const next = await run(desk, { ...query, offset: page * ROWS_A_PAGE });
    if (next === null) break;
    set = next;
  }
  return set === null ? answered(desk, { query, pages }) : idsOf(desk, set, pages);
}

/** The library's result; empty if no day is covered. */
async function answered(
  desk: Desk,
  { query, pages }: Pick<Look, 'query' | 'pages'>,
): Promise<ReadonlySet<string>> {
  try {
    const { set } = await desk.api.search.answer({ question: { list: 'fundings', query } });
    return await idsOf(desk, set, pages);
  } catch (error) {
    if (error instanceof AppFailure && error.appError.kind === 'not-found') return new Set();
    throw error;
  }
}

async function idsOf({ api }: Desk, { setId }: ResultSet, pages: number): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (let page = 0; page < pages; page += 1) {
    const { rows } = await api.search.rows({ setId, offset: page * ROWS_A_PAGE, limit: ROWS_A_PAGE });
    for (const { roundId } of rows) if (roundId !== null) ids.add(roundId);
  }
  return ids;
}
