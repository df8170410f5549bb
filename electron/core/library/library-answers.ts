import { AppFailure } from '../../../shared/app-failure.ts';
import { SET_ROWS_MAX } from '../../../shared/model/limits.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import type { ListName, ResultSet } from '../../../shared/model/search.ts';
import {
  answerById,
  answerByKey,
  answerEvents,
  countAnswerRows,
  deleteOldAnswers,
  newestAnswer,
  putAnswer,
  type StoredAnswer,
} from '../database/queries/cache/library-answers.ts';
import type { StoredSetEvent } from '../database/queries/cache/query-sets.ts';
import { transaction, type ReadDb, type WriteDb } from '../database/sql.ts';
import type { Cover } from '../search-coverage/coverage.ts';
import { isCovered, oldestUsed } from '../search-coverage/coverage.ts';
import { RECENT_FETCH_MS } from '../search-coverage/missing-days.ts';
import { canonicalQuery, queryKeyOf, questionOfSet } from '../search-coverage/query-key.ts';

/** Maximum number of stored answers. The oldest are deleted. */
const MAX_ANSWERS = 20;
const ID = /^library-(\d{1,15})$/;

/**
 * Stores an answer: a result set that was computed from stored rows and not fetched. An earlier answer to the
 * same query is replaced.
 * @throws AppFailure `not-found` (`query`) if the stored rows cover no day of the query
 */
export function storeAnswer(db: WriteDb, question: ListQuery, cover: Cover, nowMs: number): ResultSet {
  const { list, query } = question;
  const asOfMs = oldestUsed(cover);
  if (asOfMs === null) throw new AppFailure({ kind: 'not-found', what: 'query' });
  const rows = cover.rows.slice(0, SET_ROWS_MAX).map(({ companyId, roundId, known, fetchedAtMs }) => ({
    companyId,
    roundId,
    // A row is shown as new if the company was unknown when the row was fetched, and the row was fetched
    // within the last `RECENT_FETCH_MS`.
    known: known || nowMs - fetchedAtMs > RECENT_FETCH_MS,
  }));
  const answerId = transaction(db, () => {
    const storedId = putAnswer(
      db,
      {
        queryKey: queryKeyOf(question),
        endpoint: list,
        query: canonicalQuery(query),
        pageLimit: query.limit,
        total: cover.rows.length,
        complete: isCovered(cover),
        asOfMs,
        madeAtMs: Math.round(nowMs),
      },
      rows,
    );
    deleteOldAnswers(db, MAX_ANSWERS);
    return storedId;
  });
  const answer = answerById(db, answerId);
  const set = answer === null ? null : answerSetOf(db, answer);
  if (set === null) throw new AppFailure({ kind: 'not-found', what: 'query' });
  return set;
}

/**
 * Returns the latest stored answer for a list and the time at which it was computed; null if there is none.
 */
export function lastAnswer(db: ReadDb, list: ListName): { set: ResultSet; madeAtMs: number } | null {
  const answer = newestAnswer(db, list);
  const set = answer === null ? null : answerSetOf(db, answer);
  return answer === null || set === null ? null : { set, madeAtMs: answer.madeAtMs };
}

/** Returns the stored answer that was computed from the library for this query, or null. */
export function findAnswer(db: ReadDb, question: ListQuery): ResultSet | null {
  const answer = answerByKey(db, queryKeyOf(question));
  return answer === null ? null : answerSetOf(db, answer);
}

/** Parses the answer id from a result set id. Returns null if the set is not an answer. */
export function answerIdOf(setId: string): number | null {
  const id = ID.exec(setId)?.[1];
  return id === undefined ? null : Number(id);
}

function answerSetOf(db: ReadDb, answer: StoredAnswer): ResultSet | null {
  const { answerId, total, complete, asOfMs } = answer;
  const question = questionOfSet(answer);
  if (question === null) return null;
  const loaded = countAnswerRows(db, answerId);
  const isCut = total > SET_ROWS_MAX;
  return {
    setId: `library-${answerId}`,
    question,
    // Erasing a company deletes its rows, so the stored `total` is then too high. The right total is the
    // number of remaining rows, unless the answer is truncated.
    total: isCut ? total : loaded,
    loaded,
    state: !complete ? 'partial' : isCut ? 'truncated' : 'complete',
    fetchedAtMs: asOfMs,
    origin: 'library',
  };
}

/**
 * Returns the rows of an answer from position `offset`, or null if `setId` is not the id of a stored answer.
 */
export function answerRows(
  db: ReadDb,
  { setId, offset, limit }: { setId: string; offset: number; limit: number },
): { events: Omit<StoredSetEvent, 'rowKey'>[]; loaded: number } | null {
  const answerId = answerIdOf(setId);
  if (answerId === null || answerById(db, answerId) === null) return null;
  return { events: answerEvents(db, { answerId, offset, limit }), loaded: countAnswerRows(db, answerId) };
}
