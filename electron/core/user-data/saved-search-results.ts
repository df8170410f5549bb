import type { SavedQuery } from '../../../shared/model/saved-search.ts';
import type { ResultSet } from '../../../shared/model/search.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import { toSavedQuery, questionAt } from '../../../shared/search-date-ranges.ts';
import { SET_ROWS_MAX } from '../../../shared/model/limits.ts';
import { answerEvents } from '../database/queries/cache/library-answers.ts';
import { missingCompanies } from '../database/queries/cache/company-presence.ts';
import { putFoundBy, setRows } from '../database/queries/cache/query-sets.ts';
import {
  lastQueryOf,
  companiesFetched,
  deleteRemovedRows,
  deleteOrphanedSearchData,
  pruneFetched,
  pruneSeen,
  putLastQuery,
  putFetched,
  savedSearches,
  type FetchedRow,
} from '../database/queries/yours/saved-searches.ts';
import { transaction, type ReadDb, type WriteDb } from '../database/sql.ts';
import { answerIdOf, findAnswer } from '../library/library-answers.ts';
import { callText, createSearchOfRequest, type NamedSearch } from '../library/outcomes/search-of-request.ts';
import { findSet } from '../library/query-sets.ts';
import { canonicalQuery, questionOfSet } from '../search-coverage/query-key.ts';
import { questionKeyOf, parseSavedQuery, requireSearch } from './saved-searches.ts';

/*
 * Records which rows the service returned for saved searches, and when. These records are stored in
 * `yours.db`, because later responses replace the result sets in `cache.db`, and deleting downloaded data
 * removes them.
 */

interface Files {
  readonly cache: WriteDb;
  readonly yours: WriteDb;
}

/**
 * Maximum number of fetched rows recorded for each search. The same limit applies to the rows marked as seen.
 * The limit is twice the size of the largest result set.
 */
const MAX_ROWS = 2 * SET_ROWS_MAX;

export interface SearchedOptions {
  /** The saved search for which a plan made the request; null if there is none. */
  readonly madeFor?: number | null;
  /**
   * Whether the results count as a run of the saved search. They do unless the user only looked at stored
   * results.
   */
  readonly isRun?: boolean;
}

/**
 * Records a result set for every saved search with the same query. Queries that differ only in the page size
 * or in how an amount is spelled count as the same query. Also records which saved search found the companies
 * that were new: the one in `madeFor` or the one with the same query. If neither exists, this is the search to
 * which the request belongs by its filters.
 * @param requestedAtMs server time of the request, from which relative date ranges such as "last 7 days" are
 * computed
 * @returns true if a saved search matched
 */
export function noteSearched(
  files: Files,
  set: ResultSet,
  requestedAtMs: number,
  { madeFor = null, isRun = true }: SearchedOptions = {},
): boolean {
  const meaning = meaningOf(set.question);
  const searches = savedSearches(files.yours).flatMap((stored) => {
    const search = parseSavedQuery(stored.question);
    return search === null ? [] : [{ ...stored, search }];
  });
  const matching = searches.filter(({ search }) => meaningOf(questionAt(search, requestedAtMs)) === meaning);
  for (const stored of matching) {
    recordRows(files, stored.questionKey, set, isRun);
    pruneSeen(files.yours, { searchId: stored.searchId, questionKey: stored.questionKey }, MAX_ROWS);
  }
  const foundBy = madeFor ?? matching[0]?.searchId ?? searchOf(searches, set.question);
  if (foundBy !== null) recordFound(files.cache, foundBy, set.setId);
  return matching.length > 0;
}

/** Returns the saved search to which Outcomes attributes the records of the request; null if there is none. */
function searchOf(searches: readonly NamedSearch[], question: ListQuery): number | null {
  const call = callText(question);
  return call === null ? null : createSearchOfRequest(searches)(call);
}

const meaningOf = (question: ListQuery): string => {
  const { fundingDateStart: start, fundingDateEnd: end } = question.query;
  return questionKeyOf(toSavedQuery(question, { kind: 'between', start, end }));
};

/**
 * Deletes the records of fetched rows whose companies are no longer in `cache.db`. Rows that the user has
 * seen stay marked as seen. Also deletes the data of deleted searches that an undo can no longer restore.
 * Called when the files are opened.
 */
export function deleteUnsavedResults({ cache, yours }: Files): void {
  const missing = missingCompanies(cache, companiesFetched(yours));
  transaction(yours, () => {
    if (missing.length > 0) deleteRemovedRows(yours, missing);
    deleteOrphanedSearchData(yours);
  });
}

/** Records the result sets that are already stored for the query of a new saved search. */
export function recordStoredResults(files: Files, search: SavedQuery, nowMs: number): void {
  const question = questionAt(search, nowMs);
  for (const set of [findSet(files.cache, question), findAnswer(files.cache, question)])
    if (set !== null) recordRows(files, questionKeyOf(search), set);
}

/** Records that the saved search found the companies that this result set added to the library. */
function recordFound(cache: WriteDb, searchId: number, setId: string): void {
  if (answerIdOf(setId) === null) putFoundBy(cache, { searchId, setId: Number(setId) });
}

function recordRows(
  { cache, yours }: Files,
  questionKey: string,
  { setId, question, fetchedAtMs }: ResultSet,
  isRun = true,
): void {
  const rows = rowsOf(cache, setId, question.list === 'companies');
  transaction(yours, () => {
    putFetched(yours, questionKey, rows, fetchedAtMs);
    pruneFetched(yours, questionKey, MAX_ROWS);
    if (!isRun) return;
    // If the result set was computed from the library, keeps the query that was last sent to the service.
    const before = answerIdOf(setId) === null ? null : lastQueryOf(yours, questionKey);
    const { query, pageLimit } = before ?? {
      query: canonicalQuery(question.query),
      pageLimit: question.query.limit,
    };
    putLastQuery(yours, questionKey, { query, pageLimit, fetchedAtMs });
  });
}

/**
 * Returns the rows of a result set with their ids. For a list of rounds, a row's id consists of the round id
 * and the company id; for a list of companies, it is the company id.
 */
function rowsOf(cache: ReadDb, setId: string, isCompanies: boolean): FetchedRow[] {
  const answerId = answerIdOf(setId);
  const rows =
    answerId === null
      ? setRows(cache, Number(setId))
      : answerEvents(cache, { answerId, offset: 0, limit: SET_ROWS_MAX });
  return rows.map(({ companyId, roundId }) => ({
    rowId: isCompanies ? companyId : `${roundId ?? 'none'}/${companyId}`,
    companyId,
  }));
}

/**
 * Returns the saved search and its newest stored result set, which is null if none is stored. `current` is
 * true only if that set was fetched for the search's present date range and page size. Returns null if the
 * saved search cannot be parsed.
 */
export function storedSetOf(
  { cache, yours }: { readonly cache: ReadDb; readonly yours: ReadDb },
  id: string,
  nowMs: number,
): { search: SavedQuery; set: ResultSet | null; current: boolean } | null {
  const stored = requireSearch(yours, id);
  const search = parseSavedQuery(stored.question);
  if (search === null) return null;
  const set = findSet(cache, questionAt(search, nowMs));
  if (set !== null) return { search, set, current: true };
  const lastQuery = lastQueryOf(yours, stored.questionKey);
  const earlier = lastQuery === null ? null : questionOfSet({ endpoint: search.list, ...lastQuery });
  return { search, set: earlier === null ? null : findSet(cache, earlier), current: false };
}
