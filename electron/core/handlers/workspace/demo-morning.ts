import type { Publish } from '../../../../shared/contract/index.ts';
import { callOf } from '../../../../shared/list-query.ts';
import { localDate } from '../../../../shared/local-date.ts';
import { LIST_LIMIT_MAX } from '../../../../shared/model/limits.ts';
import { searchOfMarket } from '../../../../shared/market-query.ts';
import type { CompanyRow } from '../../../../shared/model/company.ts';
import { marketSchema, type Market } from '../../../../shared/model/market.ts';
import type { SavedQuery } from '../../../../shared/model/saved-search.ts';
import type { PricedCall } from '../../../../shared/model/query.ts';
import { questionAt, utcDate } from '../../../../shared/search-date-ranges.ts';
import { findGap, gapView } from '../../day-plan/find-gap.ts';
import { planPartsOf } from '../../day-plan/workspace-plan-inputs.ts';
import { catchUp } from '../../fetching/catch-up.ts';
import { byHand, runPricedRequest } from '../../fetching/priced-request.ts';
import { createRefreshWatched } from '../../fetching/refresh-watched.ts';
import { runSearch } from '../../fetching/search-requests.ts';
import { messageOf } from '../../foundation/error-message.ts';
import { resultRows } from '../../library/query-sets.ts';
import type { Logger } from '../../ports.ts';
import { describeCall } from '../../service-api/endpoints.ts';
import type { OpenWorkspace } from '../../workspace/open-workspace.ts';
import type { DemoFilling, Workspaces } from '../../workspace/workspaces.ts';
import { createMarketHandlers } from '../market.ts';
import { createNotesHandlers } from '../user-data/notes.ts';
import { createSavedSearchesHandlers } from '../user-data/saved-searches.ts';
import { createTasksHandlers } from '../user-data/tasks.ts';
import { createReviewsHandlers } from '../user-data/reviews.ts';
import { createWatchlistsHandlers } from '../user-data/lists.ts';
import { createWatchHandlers } from '../watched-lists.ts';
import { DAY_MS, MINUTE_MS } from '../../../../shared/durations.ts';

/*
 * Fills a new demo with a fictional seller's last week of work, so the first view shows what the product is
 * for. The requests and changes go through the same handlers and pipeline as requests and changes from the
 * screens.
 */

const HISTORY_MS = 8 * DAY_MS;
/**
 * Age in ms of the newest requests when the demo opens. Requests of this age are too old to count toward the
 * per-minute limit.
 */
const MORNING_AGO_MS = 20 * MINUTE_MS;
const SCREEN = 'search' as const;
const LISTED = 6;
/** Number of listed companies whose profile was fetched. */
const PROFILES = 2;
const ROWS = 25;
/** Age in days of the oldest rounds that the seller searched for. */
const EARLIEST_DAYS = 364;

const EUROPEAN = ['DE', 'FR', 'GB', 'NL', 'SE'];
const MARKET = marketSchema.parse({
  countries: EUROPEAN,
  stages: ['Seed', 'Series A', 'Series B'],
  industries: ['Artificial Intelligence', 'Enterprise Software', 'Financial Services', 'Energy'],
});
/**
 * Returns a search for companies in a market that have contacts with email addresses. The demo should show
 * such companies, because users often fetch their contacts first and then want to write a message.
 */
function reachableIn(market: Market) {
  const search = searchOfMarket(market);
  return { ...search, query: { ...search.query, validatedContacts: true } };
}
const IN_MARKET = reachableIn(MARKET);
/** A search beyond the user's market. It finds companies with different fits. */
const EUROPE = reachableIn(marketSchema.parse({ countries: EUROPEAN }));
const TEXTS = {
  market: 'My market',
  europe: 'Europe, any stage',
  list: 'Shortlist',
  reason: 'Raised recently and fits our product',
  notes: [
    'Met the founder at a trade fair. They are building a sales team after the round. Ask about budget in spring.',
    'A customer knows their CTO and offered an introduction.',
  ],
  tasks: ['Send the one-pager', 'Ask for the introduction', 'Call before the contact window closes'],
} as const;

export const demoMorning = (workspaces: Workspaces, log: Logger): DemoFilling => ({
  demoHistoryMs: HISTORY_MS,
  fill: (workspace) => fillDemo(workspaces, workspace, log),
});

/**
 * Fills the demo and moves its clock to the present. The simulated service starts `HISTORY_MS` before the
 * present. If a request fails, the error is logged and the demo opens with less data.
 */
async function fillDemo(workspaces: Workspaces, workspace: OpenWorkspace, log: Logger): Promise<void> {
  const { demo } = workspace;
  if (demo === null) return;
  const presentMs = demo.nowMs() + HISTORY_MS;
  const moveTo = (atMs: number): void => {
    demo.travel(atMs - demo.nowMs());
    workspace.governor.review();
    workspace.privacy.checkRetention();
  };
  try {
    // The handlers must use this workspace, which is not the current one yet.
    const inside: Workspaces = { ...workspaces, current: () => workspace, active: () => workspace };
    const seller = sellerOf(inside, workspace);
    await seller.startLastWeek(presentMs);
    moveTo(presentMs - MORNING_AGO_MS);
    await seller.lookInThisMorning();
  } catch (error) {
    log.warn('demo-not-filled', { error: messageOf(error) });
  } finally {
    moveTo(presentMs);
    workspace.saveDemo();
  }
}

function sellerOf(workspaces: Workspaces, workspace: OpenWorkspace) {
  const { publish } = workspace;
  const search = (query: SavedQuery): Promise<readonly CompanyRow[]> => rowsOf(workspace, query);
  const request = (call: PricedCall): Promise<unknown> =>
    runPricedRequest(workspace, call, byHand(worstOf(workspace, call), SCREEN));
  return {
    startLastWeek: async (presentMs: number): Promise<void> => {
      await request({ endpoint: 'filters' });
      const saved = createSavedSearchesHandlers(workspaces, publish);
      await createMarketHandlers(workspaces, publish).set({ market: MARKET, saveAs: null });
      await saved.create({ name: TEXTS.market, search: IN_MARKET });
      await saved.create({ name: TEXTS.europe, search: EUROPE });
      for (const query of [IN_MARKET, EUROPE]) await search(query);
      // Rounds that were announced more than 30 days ago are fetched for Insights. They add nothing to Today,
      // because their contact windows have closed.
      const start = utcDate(presentMs - EARLIEST_DAYS * DAY_MS);
      const dates = { kind: 'between', start, end: utcDate(presentMs - 21 * DAY_MS) } as const;
      const query = { ...IN_MARKET.query, limit: LIST_LIMIT_MAX };
      // Of the rounds found, keeps those announced 21 to 29 days before `presentMs`. Their 30-day contact
      // windows close within ten days after `presentMs`.
      const closesSoon = ({ announcedOn }: CompanyRow): boolean =>
        announcedOn !== null && announcedOn >= utcDate(presentMs - 29 * DAY_MS);
      const companies = spread((await search({ ...IN_MARKET, query, dates })).filter(closesSoon), LISTED);
      for (const { companyId } of companies.slice(-PROFILES))
        await request({ endpoint: 'company', companyId });
      // Fetches contacts for one company, so the user can try writing a message.
      const withContacts = companies.at(-1);
      if (withContacts !== undefined)
        await request({ endpoint: 'contacts', companyId: withContacts.companyId });
      await addUserData(workspaces, publish, companies, presentMs);
      // The rounds found last week count as seen.
      for (const { id } of (await saved.list({})).searches) await saved.markSeen({ id });
    },
    lookInThisMorning: async (): Promise<void> => {
      const parts = planPartsOf(workspace);
      const gap = findGap(parts);
      if (gap !== null)
        await catchUp(workspace, { accepted: gapView(parts, gap).preview.cost, screen: 'today' });
      for (const query of [IN_MARKET, EUROPE]) await search(query);
      // Hides the offered review of last month. Otherwise, the first view would depend on the day of the
      // month.
      const reviews = createReviewsHandlers(workspaces, publish);
      const { month } = await reviews.offer({});
      if (month !== null) await reviews.hideOffer({ month });
    },
  };
}

/** Runs a search and returns its rows, one for each company. */
async function rowsOf(workspace: OpenWorkspace, query: SavedQuery): Promise<readonly CompanyRow[]> {
  const nowMs = workspace.governor.serverNowMs();
  const question = questionAt(query, nowMs);
  const accepted = worstOf(workspace, callOf(question));
  const { set } = await runSearch(workspace, question, byHand(accepted, SCREEN));
  const { rows } = resultRows(workspace.files.cache, { setId: set.setId, offset: 0, limit: ROWS, nowMs });
  return [...new Map(rows.map((row) => [row.companyId, row])).values()];
}

const worstOf = ({ hints }: OpenWorkspace, call: PricedCall) => describeCall(call, hints).worst;

/** Returns `count` rows at even intervals. Rows that are far apart in the list have different dates. */
function spread<T>(rows: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(rows.length / count));
  return rows.filter((_, index) => index % step === 0).slice(0, count);
}

async function addUserData(
  workspaces: Workspaces,
  publish: Publish,
  companies: readonly CompanyRow[],
  presentMs: number,
): Promise<void> {
  const companyIds = companies.map(({ companyId }) => companyId);
  const lists = createWatchlistsHandlers(workspaces, publish);
  const { id } = await lists.create({ name: TEXTS.list });
  await lists.add({ id, companyIds, reason: TEXTS.reason });
  await createWatchHandlers(workspaces, publish, createRefreshWatched()).set({
    id,
    watched: true,
    refreshDays: 7,
    recordsAMonth: 60,
  });
  const notes = createNotesHandlers(workspaces, publish);
  for (const [index, body] of TEXTS.notes.entries()) {
    const companyId = companyIds[index];
    if (companyId !== undefined) await notes.save({ companyId, body, baseRevision: 0 });
  }
  const tasks = createTasksHandlers(workspaces, publish);
  for (const [index, title] of TEXTS.tasks.entries()) {
    const dueOn = localDate(presentMs - (index === 0 ? DAY_MS : 0));
    await tasks.add({ companyIds: companyIds.slice(index, index + 1), title, dueOn, dueTime: null });
  }
}
