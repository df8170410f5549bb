import type { KeptSearch } from '../../../shared/model/saved-search.ts';
import type { ResultSet } from '../../../shared/model/search.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import { keptOf, questionAt } from '../../../shared/search-dates.ts';
import { SET_ROWS_MAX } from '../../../shared/model/limits.ts';
import { answerEvents } from '../db/queries/library-answers.ts';
import { missingCompanies } from '../db/queries/library.ts';
import { setRows } from '../db/queries/query-sets.ts';
import {
  askedOf,
  companiesFetched,
  forgetFetched,
  forgetLeftBehind,
  pruneFetched,
  pruneSeen,
  putAsked,
  putFetched,
  savedSearches,
  type FetchedRow,
} from '../db/queries/saved-searches.ts';
import { transaction, type ReadDb, type WriteDb } from '../db/sql.ts';
import { answerIdOf, findAnswer } from '../library/library-answers.ts';
import { findSet } from '../library/query-sets.ts';
import { canonicalQuery, questionOfSet } from '../library/stored-query.ts';
import { questionKeyOf, readKept, requireSearch } from './saved-searches.ts';

/*
 * What came of the service for the questions that the seller keeps. Ids of rows and when they came are noted in his own file as
 * they come: the answers in `cache.db` are replaced page by page, moved by later ones, and may be wiped or rebuilt.
 */

interface Files {
  readonly cache: ReadDb;
  readonly yours: WriteDb;
}

/**
 * Rows of one question at most, and as many that were seen before: twice what the service tells of any. Of a list whose newest
 * come first, a row that so many others followed is out of reach.
 */
const ROWS_KEPT = 2 * SET_ROWS_MAX;

/**
 * Counts a set for every saved search that asks just this, however its amounts were typed.
 * @param askedAtMs server time at which it was asked: an answer that comes after midnight is that of the day before
 * @returns whether there is one
 */
export function noteSearched(files: Files, set: ResultSet, askedAtMs: number): boolean {
  const asked = meaningOf(set.question);
  const asking = savedSearches(files.yours).filter(({ question }) => {
    const kept = readKept(question);
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
  return questionKeyOf(keptOf(question, { kind: 'between', start, end }));
};

/**
 * To be called when the files are opened: of a cache that was wiped or rebuilt, what it does not hold any more did not come
 * until it comes again. What was seen stays seen. What no undo can bring back any more goes.
 */
export function forgetUnkept({ cache, yours }: Files): void {
  const gone = missingCompanies(cache, companiesFetched(yours));
  transaction(yours, () => {
    if (gone.length > 0) forgetFetched(yours, gone);
    forgetLeftBehind(yours);
  });
}

/** What is kept already of a question that is about to be saved. */
export function noteKept(files: Files, search: KeptSearch, nowMs: number): void {
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
    // What the library worked out is no answer of the service: the one before it is still the newest that can be opened.
    const before = answerIdOf(setId) === null ? null : askedOf(yours, questionKey);
    const { query, pageLimit } = before ?? {
      query: canonicalQuery(question.query),
      pageLimit: question.query.limit,
    };
    putAsked(yours, questionKey, { query, pageLimit, fetchedAtMs });
  });
}

/** Of rounds a row is known by its round and company, of companies by the company. */
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

/** The newest answer of the service that is kept for a saved search: to what it asks now, or to what it asked before. */
export function keptSetOf(
  { cache, yours }: { readonly cache: ReadDb; readonly yours: ReadDb },
  id: string,
  nowMs: number,
): { search: KeptSearch; set: ResultSet | null; current: boolean } | null {
  const stored = requireSearch(yours, id);
  const search = readKept(stored.question);
  if (search === null) return null;
  const set = findSet(cache, questionAt(search, nowMs));
  if (set !== null) return { search, set, current: true };
  const asked = askedOf(yours, stored.questionKey);
  const earlier = asked === null ? null : questionOfSet({ endpoint: search.list, ...asked });
  return { search, set: earlier === null ? null : findSet(cache, earlier), current: false };
}
