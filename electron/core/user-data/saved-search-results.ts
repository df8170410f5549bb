import type { SavedQuery } from '../../../shared/model/saved-search.ts';
import type { ResultSet } from '../../../shared/model/search.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import { toSavedQuery, questionAt } from '../../../shared/search-date-ranges.ts';
import { SET_ROWS_MAX } from '../../../shared/model/limits.ts';
import { answerEvents } from '../database/queries/cache/library-answers.ts';
import { missingCompanies } from '../database/queries/cache/company-presence.ts';
import { setRows } from '../database/queries/cache/query-sets.ts';
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
import { findSet } from '../library/query-sets.ts';
import { canonicalQuery, questionOfSet } from '../search-coverage/query-key.ts';
import { questionKeyOf, parseSavedQuery, requireSearch } from './saved-searches.ts';

/*
 * Records which rows the service returned for saved searches, and when. The record is in `yours.db` because
 * result sets in `cache.db` are replaced, moved, wiped and rebuilt.
 */

interface Files {
  readonly cache: ReadDb;
  readonly yours: WriteDb;
}

/**
 * Maximum rows per search, fetched and seen each: twice the largest result set. Rows beyond that are out of
 * reach in a newest-first list.
 */
const ROWS_KEPT = 2 * SET_ROWS_MAX;

/**
 * Records a result set for every saved search with the same query, regardless of how amounts were typed.
 * @param askedAtMs server time of the request, so a response after midnight counts for the day before
 * @returns true if a saved search matched
 */
export function noteSearched(files: Files, set: ResultSet, askedAtMs: number): boolean {
  const asked = meaningOf(set.question);
  const asking = savedSearches(files.yours).filter(({ question }) => {
    const kept = parseSavedQuery(question);
    return kept !== null && meaningOf(questionAt(kept, askedAtMs)) === asked;
  });
  for (const stored of asking) {
    note(files, stored.questionKey, set);
    pruneSeen(files.yours, { searchId: stored.searchId, questionKey: stored.questionKey }, ROWS_KEPT);
  }
  return asking.length > 0;
}

const meaningOf = (question: ListQuery): string => {
  const { fundingDateStart: start, fundingDateEnd: end } = question.query;
  return questionKeyOf(toSavedQuery(question, { kind: 'between', start, end }));
};

/**
 * Call when the files are opened. Rows missing from a wiped or rebuilt cache no longer count as fetched, seen
 * rows stay seen, and data that no undo can restore is deleted.
 */
export function deleteUnsavedResults({ cache, yours }: Files): void {
  const gone = missingCompanies(cache, companiesFetched(yours));
  transaction(yours, () => {
    if (gone.length > 0) deleteRemovedRows(yours, gone);
    deleteOrphanedSearchData(yours);
  });
}

/** Records the result sets already stored for a query that is about to be saved. */
export function noteKept(files: Files, search: SavedQuery, nowMs: number): void {
  const question = questionAt(search, nowMs);
  for (const set of [findSet(files.cache, question), findAnswer(files.cache, question)])
    if (set !== null) note(files, questionKeyOf(search), set);
}

function note(
  { cache, yours }: Files,
  questionKey: string,
  { setId, question, fetchedAtMs }: ResultSet,
): void {
  const rows = rowsOf(cache, setId, question.list === 'companies');
  transaction(yours, () => {
    putFetched(yours, questionKey, rows, fetchedAtMs);
    pruneFetched(yours, questionKey, ROWS_KEPT);
    // A set without an answer was computed locally, so the previous response remains the newest one to open.
    const before = answerIdOf(setId) === null ? null : lastQueryOf(yours, questionKey);
    const { query, pageLimit } = before ?? {
      query: canonicalQuery(question.query),
      pageLimit: question.query.limit,
    };
    putLastQuery(yours, questionKey, { query, pageLimit, fetchedAtMs });
  });
}

/** A row of a round list is identified by round and company, a row of a company list by company. */
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

/** Returns the newest response stored for a saved search: for its current query, else for an earlier one. */
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
  const asked = lastQueryOf(yours, stored.questionKey);
  const earlier = asked === null ? null : questionOfSet({ endpoint: search.list, ...asked });
  return { search, set: earlier === null ? null : findSet(cache, earlier), current: false };
}
