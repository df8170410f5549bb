import { DAY_MS } from '../../../../shared/durations.ts';
import { callOf, changed } from '../../../../shared/list-query.ts';
import { LIST_LIMIT_MAX, SET_ROWS_MAX } from '../../../../shared/model/limits.ts';
import type { ListQuery } from '../../../../shared/model/query.ts';
import type { SavedQuery } from '../../../../shared/model/saved-search.ts';
import { questionAt } from '../../../../shared/search-date-ranges.ts';
import { WINDOW_DAYS } from '../../database/queries/cache/contact-window.ts';
import { setRows, setsSince } from '../../database/queries/cache/query-sets.ts';
import { roundsByDate } from '../../database/queries/cache/plan-facts.ts';
import {
  fetchedRowsOf,
  savedSearchById,
  savedSearches,
  type StoredSearch,
} from '../../database/queries/yours/saved-searches.ts';
import { fitsOf } from '../../market/fit-scores.ts';
import {
  dateOfDay,
  dayNumber,
  dayOfTime,
  daysOf,
  type DayRange,
} from '../../search-coverage/calendar-days.ts';
import { isImplied } from '../../search-coverage/containment.ts';
import { coverOfQuestion } from '../../search-coverage/plan-search.ts';
import { questionOfSet } from '../../search-coverage/query-key.ts';
import { describeCall } from '../../service-api/endpoints.ts';
import { parseSavedQuery } from '../../user-data/saved-searches.ts';
import { filtersKeyOf, type FoundGap } from '../find-gap.ts';
import { priceOf, type PlanCall, type PlanParts } from '../plan-inputs.ts';
import { olderRoundsValue } from '../score.ts';
import { inParts } from './parts-of-days.ts';

/*
 * Older rounds are of two kinds. Some are included in a saved search's stored total, but were never fetched.
 * Others were announced before the dates of a search such as "last 7 days", but their contact windows are
 * still open. The app fetches older rounds by date, not by page number. The list may have shifted since the
 * first page was fetched, so the next page could contain stored rounds and charge for them again. Days with a
 * stored round of the search are not fetched again.
 */

/**
 * Maximum age, in ms, of an incomplete result whose missing rounds are proposed. Older missing rounds have
 * lost their value.
 */
const LOOKBACK_MS = 60 * DAY_MS;
const SETS_MAX = 60;
/** Maximum number of days shown in the reason for a request. */
const DAYS_SHOWN_MAX = 366;
/** Maximum number of companies whose fit is averaged to estimate the fit of a search's older rounds. */
const FITS_MAX = 200;

interface OlderRounds {
  readonly calls: readonly PlanCall[];
  /** For each saved search, the newest day with a stored round. Rounds on later days count as new. */
  readonly since: ReadonlyMap<string, number>;
}

/**
 * Returns the requests for older rounds of all saved searches.
 * @param most the maximum number of records that one request may cost
 */
export function olderRounds(parts: PlanParts, gap: FoundGap | null, most: number): OlderRounds {
  const calls: PlanCall[] = [];
  const since = new Map<string, number>();
  const asked = gap === null || gap.isBeyondReach ? [] : [...gap.pages];
  const sets = recentSets(parts);
  for (const stored of savedSearches(parts.files.yours)) {
    const search = parseSavedQuery(stored.question);
    if (search === null || search.list !== 'fundings' || sets.length === 0) continue;
    const key = filtersKeyOf(questionAt(search, parts.governor.serverNowMs()));
    const own = sets.filter(({ question }) => filtersKeyOf(question) === key);
    if (own.length === 0) continue;
    const fetched = fetchedOn(parts.files, stored.questionKey, own);
    const fit = fitOfRows(parts, fetched.companyIds);
    const add = (from: MissingDays): void => {
      const days = from.days.filter((day) => !asked.some((page) => overlaps(page, from.question, day)));
      for (const each of inParts(days, from.aDay, Math.min(LIST_LIMIT_MAX, most))) {
        const dates = { fundingDateStart: dateOfDay(each.from), fundingDateEnd: dateOfDay(each.to) };
        const question = changed(from.question, { ...dates, offset: 0, limit: each.limit });
        asked.push(question);
        calls.push(olderCall(parts, stored, { ...each, question, fit, untilMs: from.untilMs(each) }));
      }
    };
    const before = calls.length;
    for (const set of own.filter(({ isPart }) => isPart)) add(missingOf(parts, set, fetched.days));
    if (calls.length > before) since.set(String(stored.searchId), Math.max(...fetched.days.keys()));
    const earlier = daysBefore(parts, search, own, fetched.days);
    if (earlier !== null) add(earlier);
  }
  return { calls, since };
}

/** Days without a stored round, in ascending order. */
interface MissingDays {
  readonly question: ListQuery;
  readonly days: readonly number[];
  /** How many rounds are expected on each of these days. */
  readonly aDay: number;
  /** Returns the deadline of a request for some of these days; null if there is none. */
  readonly untilMs: (range: DayRange) => number | null;
}

interface RecentSet {
  readonly setId: number;
  readonly question: ListQuery;
  readonly total: number;
  /**
   * Whether the result lacks rounds that could still be fetched. False if more rounds match than the service
   * returns, because the app does not split such a query (ADR 50).
   */
  readonly isPart: boolean;
}

/** Returns the result sets that were stored in recent weeks, newest first. */
const recentSets = ({ files, governor }: Pick<PlanParts, 'files' | 'governor'>): RecentSet[] =>
  setsSince(files.cache, { sinceMs: governor.serverNowMs() - LOOKBACK_MS, limit: SETS_MAX }).flatMap(
    (set) => {
      const question = questionOfSet(set);
      const total = set.total ?? 0;
      const isPart = !set.ended && total <= SET_ROWS_MAX;
      return question === null ? [] : [{ setId: set.setId, question, total, isPart }];
    },
  );

/**
 * Returns, in ascending order, the days of a result for which no round of the search is stored, and the
 * number of rounds expected on each of these days. Excludes days after the result's newest stored round,
 * because rounds of those days are new rounds, not older ones.
 */
function missingOf(
  { files }: PlanParts,
  { question, total }: RecentSet,
  fetched: ReadonlyMap<number, number>,
): MissingDays {
  const { from, to } = daysOf(question.query);
  const all = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  const newest = Math.max(...all.filter((day) => fetched.has(day)));
  const cover = coverOfQuestion(files.cache, question);
  const rowsOn = new Map<number | null, number>();
  for (const { on } of cover.rows) rowsOn.set(dayOf(on), (rowsOn.get(dayOf(on)) ?? 0) + 1);
  const known = all.reduce((sum, day) => sum + (fetched.get(day) ?? rowsOn.get(day) ?? 0), 0);
  const days = all.filter((day) => day < newest && !fetched.has(day) && !cover.days.has(day));
  const isKnown = known >= total || days.length === 0;
  return {
    question,
    days: isKnown ? [] : days,
    aDay: isKnown ? 0 : (total - known) / days.length,
    untilMs: () => null,
  };
}

/**
 * For a search with a relative date range, such as "last 7 days", returns the earlier days whose rounds still
 * have an open contact window. Returns null for other date ranges, if the number of matching rounds is
 * unknown, or if more rounds match than the service returns for a query.
 */
function daysBefore(
  { files, governor }: PlanParts,
  search: SavedQuery,
  [newest]: readonly RecentSet[],
  fetched: ReadonlyMap<number, number>,
): MissingDays | null {
  if (search.dates.kind !== 'last' || newest === undefined) return null;
  const nowMs = governor.serverNowMs();
  const question = questionAt(search, nowMs);
  const stored = daysOf(newest.question.query);
  const aDay = newest.total / (stored.to - stored.from + 1);
  if (aDay === 0 || aDay * WINDOW_DAYS > SET_ROWS_MAX) return null;
  const to = daysOf(question.query).from - 1;
  const from = dayOfTime(nowMs) - WINDOW_DAYS + 1;
  if (from > to) return null;
  const range = { fundingDateStart: dateOfDay(from), fundingDateEnd: dateOfDay(to) };
  const cover = coverOfQuestion(files.cache, changed(question, range));
  const all = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return {
    question,
    days: all.filter((day) => !fetched.has(day) && !cover.days.has(day)),
    aDay,
    // The first day of a part determines its deadline, because the contact windows of that day's rounds close
    // first.
    untilMs: (part) => (part.from + WINDOW_DAYS) * DAY_MS - 1,
  };
}

const dayOf = (on: string | null): number | null => (on === null ? null : dayNumber(on));

/**
 * For one search, returns the number of fetched rounds by announcement day, and some of the companies. Also
 * counts rows of other results with the same filters, because a page that a plan fetched is assigned to the
 * search only after all rounds of the page's days are stored.
 */
function fetchedOn(
  { cache, yours }: PlanParts['files'],
  questionKey: string,
  sets: readonly Pick<RecentSet, 'setId'>[],
) {
  const rows = fetchedRowsOf(yours, questionKey);
  const rounds = [
    ...rows.map(({ rowId, companyId }) => ({ companyId, roundId: rowId.slice(0, -(companyId.length + 1)) })),
    ...sets.flatMap(({ setId }) => setRows(cache, setId)),
  ].flatMap(({ companyId, roundId }) => (roundId === null ? [] : [{ companyId, roundId }]));
  return {
    days: new Map(roundsByDate(cache, rounds).map(({ on, rounds: count }) => [dayNumber(on), count])),
    companyIds: [...new Set(rows.map(({ companyId }) => companyId))].slice(0, FITS_MAX),
  };
}

/** Returns the average fit; null if it is unknown. */
function fitOfRows({ files }: PlanParts, companyIds: readonly string[]): number | null {
  const scores = [...fitsOf(files, companyIds).values()].flatMap(({ score }) => score ?? []);
  return scores.length === 0 ? null : scores.reduce((sum, each) => sum + each, 0) / scores.length;
}

/** Returns whether a request for `page` also returns some of this day's rounds that match `question`. */
function overlaps(page: ListQuery, question: ListQuery, day: number): boolean {
  if (page.list !== 'fundings' || question.list !== 'fundings') return false;
  const { from, to } = daysOf(page.query);
  if (day < from || day > to) return false;
  return isImplied(page.query, question.query) || isImplied(question.query, page.query);
}

interface OlderPart extends DayRange {
  readonly question: ListQuery;
  readonly expected: number;
  readonly fit: number | null;
  readonly untilMs: number | null;
}

function olderCall(
  { hints, governor }: PlanParts,
  { searchId, name }: StoredSearch,
  { question, expected, from, to, fit, untilMs }: OlderPart,
): PlanCall {
  const priced = callOf(question);
  const governed = describeCall(priced, hints);
  return {
    key: `older/${searchId}/${dateOfDay(from)}`,
    kind: 'older',
    lane: 'catch-up',
    companyId: null,
    companyName: null,
    searchId: String(searchId),
    searchName: name,
    priced,
    governed,
    ...priceOf({ governor }, governed),
    expected,
    value: olderRoundsValue(expected, fit),
    matches: null,
    why: { why: 'more-matches', days: Math.min(DAYS_SHOWN_MAX, to - from + 1) },
    saves: null,
    untilMs,
    byRule: false,
  };
}

/** Returns true if no round of the saved search has been stored yet for the days of the query. */
export function areDaysOpen(
  parts: Pick<PlanParts, 'files' | 'governor'>,
  searchId: string,
  question: ListQuery,
): boolean {
  const { cache, yours } = parts.files;
  const stored = savedSearchById(yours, Number(searchId));
  if (stored === null) return false;
  const key = filtersKeyOf(question);
  const sets = recentSets(parts).filter((set) => filtersKeyOf(set.question) === key);
  const { from, to } = daysOf(question.query);
  const { days } = fetchedOn(parts.files, stored.questionKey, sets);
  if ([...days.keys()].some((day) => day >= from && day <= to)) return false;
  return coverOfQuestion(cache, question).days.size === 0;
}
