import { callOf, changed } from '../../../shared/list-query.ts';
import type { PlanSkip, PlanSkipWhy } from '../../../shared/model/plan.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import { questionAt } from '../../../shared/search-date-ranges.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { SearchPlan } from '../../../shared/model/search.ts';
import { describeCall } from '../service-api/endpoints.ts';
import { lastQueryOf, savedSearches, type StoredSearch } from '../database/queries/yours/saved-searches.ts';
import { dateOfDay, daysOf } from '../search-coverage/calendar-days.ts';
import { isImplied } from '../search-coverage/containment.ts';
import { planSearch } from '../search-coverage/plan-search.ts';
import { priceOfPage } from '../search-coverage/search-price.ts';
import { parseSavedQuery } from '../user-data/saved-searches.ts';
import { expectedRounds } from './expected-rounds.ts';
import type { FoundGap } from './find-gap.ts';
import { priceOf, skipOf, type Gathered, type PlanCall, type PlanParts } from './plan-inputs.ts';
import { roundsValue } from './score.ts';
import { HOUR_MS } from '../../../shared/durations.ts';

/** Minimum time, in ms, between the last response for a saved search and the next proposal. */
const RECENT_REQUEST_MS = 18 * HOUR_MS;
const NO_COMPANY = { companyId: null, companyName: null };

/** Returns the requests for the missing pages in a gap. */
export function gapCalls(
  parts: PlanParts,
  gap: FoundGap | null,
  mayRun: (records: number) => boolean,
): PlanCall[] {
  if (gap === null) return [];
  return gap.pages.map((question) => {
    const call = listCall(parts, question);
    const { offset } = question.query;
    return {
      ...call,
      key: `catch-up/${startOf(question)}/${offset}`,
      kind: 'catch-up',
      lane: 'catch-up',
      ...NO_COMPANY,
      searchId: null,
      searchName: null,
      saves: null,
      matches: null,
      untilMs: null,
      why: { why: 'gap', sinceMs: gap.sinceMs, ...(offset === 0 ? {} : { fetched: offset }) },
      value: roundsValue(call.cost.records, true),
      byRule: mayRun(call.cost.records),
    };
  });
}

/**
 * Returns the requests for the missing days of all saved searches. Days that the catch-up fetches are left
 * out.
 * @param since the first day to request, by search id; a search without an entry is requested in full
 */
export function searchCalls(
  parts: PlanParts,
  gap: FoundGap | null,
  since: ReadonlyMap<string, number> = new Map(),
): Gathered {
  const nowMs = parts.governor.serverNowMs();
  const calls: PlanCall[] = [];
  const skips: PlanSkip[] = [];
  for (const stored of savedSearches(parts.files.yours)) {
    const query = parseSavedQuery(stored.question);
    if (query === null) continue;
    const question = questionAt(query, nowMs);
    const plan = planOf(parts, question);
    if (plan === null) continue;
    const about = { ...NO_COMPANY, ...named(stored) };
    const skip = (why: PlanSkipWhy): void =>
      void skips.push(skipOf(`search/${stored.searchId}`, 'search', about, why));
    const missing = wasRequestedRecently(parts, stored, nowMs) ? [] : plan.missing;
    const rest = missing
      .flatMap((each) => daysBesides(each.question, gap) ?? [])
      .flatMap((each) => fromDay(each, since.get(String(stored.searchId))) ?? []);
    if (missing.length === 0 || plan.rounds !== null) skip({ why: 'kept' });
    else if (rest.length === 0) skip({ why: 'in-catch-up' });
    else calls.push(...rest.map((part) => searchCall(parts, stored, part, plan)));
  }
  return { calls, skips };
}

/** Removes the days before `first` from the query. Returns null if no days remain. */
function fromDay(question: ListQuery, first: number | undefined): ListQuery | null {
  const { from, to } = daysOf(question.query);
  if (first === undefined || first <= from) return question;
  return first > to ? null : changed(question, { fundingDateStart: dateOfDay(first) });
}

function searchCall(parts: PlanParts, stored: StoredSearch, question: ListQuery, plan: SearchPlan): PlanCall {
  const { searchId } = stored;
  const call = listCall(parts, question);
  // The plan shows these stored rows as savings, because one request for the whole date range would fetch
  // them again and be charged for them.
  const rows = plan.library?.rows ?? 0;
  return {
    ...call,
    key: `search/${searchId}/${startOf(question)}`,
    kind: 'search',
    lane: 'catch-up',
    ...NO_COMPANY,
    ...named(stored),
    matches: null,
    untilMs: null,
    byRule: false,
    why: { why: 'missing-days', days: daysIn(question) },
    value: roundsValue(call.cost.records, false),
    saves: rows === 0 ? null : { how: 'kept-days', requests: 0, records: rows },
  };
}

const named = ({ searchId, name }: StoredSearch) => ({ searchId: String(searchId), searchName: name });
const startOf = ({ query }: ListQuery): string => query.fundingDateStart;
const daysIn = ({ query }: ListQuery): number => {
  const { from, to } = daysOf(query);
  return Math.min(366, Math.max(1, to - from + 1));
};

function listCall(
  { files, hints, governor }: PlanParts,
  question: ListQuery,
): Pick<PlanCall, 'priced' | 'governed' | 'cost' | 'certainty' | 'expected'> {
  const priced = callOf(question);
  const governed = describeCall(priced, hints);
  const expected = expectedRounds(files.cache, question);
  return { priced, governed, ...priceOf({ governor }, governed), expected };
}

function wasRequestedRecently({ files }: PlanParts, { questionKey }: StoredSearch, nowMs: number): boolean {
  const lastQuery = lastQueryOf(files.yours, questionKey);
  return lastQuery !== null && nowMs - lastQuery.fetchedAtMs < RECENT_REQUEST_MS;
}

/**
 * Plans the requests for a search; returns null if the search fails validation and therefore cannot be sent.
 */
function planOf({ files, governor, hints }: PlanParts, question: ListQuery): SearchPlan | null {
  try {
    // The plan's requests run in the background, where the spending caps of screens do not apply.
    const parts = { cache: files.cache, governor, hints, screen: 'none', priceOf: priceOfPage } as const;
    return planSearch(question, parts);
  } catch (error) {
    if (error instanceof AppFailure && error.appError.kind === 'validation') return null;
    throw error;
  }
}

/**
 * Removes from the query the days for which the catch-up fetches at least the same rounds. Removes days only
 * at the start and the end, because two separate ranges would need two requests. Returns null if no days
 * remain.
 */
function daysBesides(question: ListQuery, gap: FoundGap | null): ListQuery | null {
  // If some days of the gap have more rounds than the service returns, the catch-up cannot fetch all rounds
  // of these days. The query must still include these days.
  if (gap === null || gap.isBeyondReach || question.list !== 'fundings') return question;
  const fetched = gap.pages.flatMap(({ list, query }) =>
    list === 'fundings' && isImplied(query, question.query) ? [daysOf(query)] : [],
  );
  const { from, to } = daysOf(question.query);
  const rest = Array.from({ length: to - from + 1 }, (_, index) => from + index).filter(
    (day) => !fetched.some((range) => range.from <= day && day <= range.to),
  );
  const [first] = rest;
  const last = rest.at(-1);
  if (first === undefined || last === undefined) return null;
  return changed(question, { fundingDateStart: dateOfDay(first), fundingDateEnd: dateOfDay(last) });
}
