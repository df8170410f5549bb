import { AppFailure } from '../../../shared/app-failure.ts';
import { SET_ROWS_MAX } from '../../../shared/model/limits.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import type { ListName, ResultSet } from '../../../shared/model/search.ts';
import {
  answerById,
  answerByKey,
  answerEvents,
  countAnswerRows,
  forgetOldAnswers,
  newestAnswer,
  putAnswer,
  type StoredAnswer,
} from '../db/queries/library-answers.ts';
import type { StoredSetEvent } from '../db/queries/query-sets.ts';
import { transaction, type ReadDb, type WriteDb } from '../db/sql.ts';
import type { Cover } from '../planner/cover.ts';
import { isCovered, oldestUsed } from '../planner/cover.ts';
import { JUST_ASKED_MS } from '../planner/missing.ts';
import { canonicalQuery, queryKeyOf, questionOfSet } from './stored-query.ts';

/** So many answers are kept; a screen shows one, and two may be gone back to. */
const ANSWERS_KEPT = 20;
const ID = /^library-(\d{1,15})$/;

/**
 * Keeps what the library answers to a question as a set that can be paged; it takes the place of an earlier one.
 * @throws AppFailure not-found query, where no day of it is covered
 */
export function keepAnswer(db: WriteDb, question: ListQuery, cover: Cover, nowMs: number): ResultSet {
  const { list, query } = question;
  const asOfMs = oldestUsed(cover);
  if (asOfMs === null) throw new AppFailure({ kind: 'not-found', what: 'query' });
  const rows = cover.rows.slice(0, SET_ROWS_MAX).map(({ companyId, roundId, known, fetchedAtMs }) => ({
    companyId,
    roundId,
    // New is what this search brought in: the call for missing days just now, not one of last week.
    known: known || nowMs - fetchedAtMs > JUST_ASKED_MS,
  }));
  const answerId = transaction(db, () => {
    const kept = putAnswer(
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
    forgetOldAnswers(db, ANSWERS_KEPT);
    return kept;
  });
  const answer = answerById(db, answerId);
  const set = answer === null ? null : answerSetOf(db, answer);
  if (set === null) throw new AppFailure({ kind: 'not-found', what: 'query' });
  return set;
}

/** The newest answer of a list and when it was made; null before the first. */
export function lastAnswer(db: ReadDb, list: ListName): { set: ResultSet; madeAtMs: number } | null {
  const answer = newestAnswer(db, list);
  const set = answer === null ? null : answerSetOf(db, answer);
  return answer === null || set === null ? null : { set, madeAtMs: answer.madeAtMs };
}

/** What was worked out here for a question last; null: nothing that is kept. */
export function findAnswer(db: ReadDb, question: ListQuery): ResultSet | null {
  const answer = answerByKey(db, queryKeyOf(question));
  return answer === null ? null : answerSetOf(db, answer);
}

/** The number of an answer by the id of its set; null where that is none of an answer's. */
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
    // A company that was erased since took its rows with it.
    total: isCut ? total : loaded,
    loaded,
    state: !complete ? 'partial' : isCut ? 'truncated' : 'complete',
    fetchedAtMs: asOfMs,
    origin: 'library',
  };
}

/** Null where `setId` is none of an answer's; rows by position. */
export function answerRows(
  db: ReadDb,
  { setId, offset, limit }: { setId: string; offset: number; limit: number },
): { events: Omit<StoredSetEvent, 'rowKey'>[]; loaded: number } | null {
  const answerId = answerIdOf(setId);
  if (answerId === null || answerById(db, answerId) === null) return null;
  return { events: answerEvents(db, { answerId, offset, limit }), loaded: countAnswerRows(db, answerId) };
}
