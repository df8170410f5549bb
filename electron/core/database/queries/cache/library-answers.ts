import {
  all,
  flag,
  get,
  num,
  run,
  selectCount,
  text,
  textOrNull,
  type ReadDb,
  type WriteDb,
} from '../../sql.ts';
import { amountOf, stampOf } from '../columns.ts';
import type { ListEndpoint, StoredSetEvent } from './query-sets.ts';

/* Queries for result sets computed from the library, and for companies that no user search has returned. */

export interface StoredAnswer {
  readonly answerId: number;
  readonly endpoint: ListEndpoint;
  /** Canonical query as JSON, without limit and offset. */
  readonly query: string;
  readonly pageLimit: number;
  /** Total number of matching rows, including those beyond the first 500. */
  readonly total: number;
  /** Whether stored results covered every day of the query. */
  readonly complete: boolean;
  /** Server time, in ms, of the oldest fetched result set that was used. */
  readonly asOfMs: number;
  readonly madeAtMs: number;
}
interface AnswerRow {
  readonly companyId: string;
  /** Null for a company row without a round. */
  readonly roundId: string | null;
  readonly known: boolean;
}

const COLUMNS = 'answer_id, endpoint, query, page_limit, total, complete, as_of_ms, made_at_ms';

const answerOf = (row: ReturnType<typeof get>): StoredAnswer | null =>
  row === null
    ? null
    : {
        answerId: num(row, 'answer_id'),
        endpoint: text(row, 'endpoint') === 'companies' ? 'companies' : 'fundings',
        query: text(row, 'query'),
        pageLimit: num(row, 'page_limit'),
        total: num(row, 'total'),
        complete: flag(row, 'complete'),
        asOfMs: num(row, 'as_of_ms'),
        madeAtMs: num(row, 'made_at_ms'),
      };

export const answerById = (db: ReadDb, answerId: number): StoredAnswer | null =>
  answerOf(get(db, `SELECT ${COLUMNS} FROM library_answer WHERE answer_id = :answerId`, { answerId }));

export const answerByKey = (db: ReadDb, queryKey: string): StoredAnswer | null =>
  answerOf(get(db, `SELECT ${COLUMNS} FROM library_answer WHERE query_key = :queryKey`, { queryKey }));

export const newestAnswer = (db: ReadDb, endpoint: ListEndpoint): StoredAnswer | null =>
  answerOf(
    get(
      db,
      `SELECT ${COLUMNS} FROM library_answer WHERE endpoint = :endpoint
       ORDER BY made_at_ms DESC, answer_id DESC LIMIT 1`,
      { endpoint },
    ),
  );

/**
 * Stores a computed result set. A stored set for the same query is replaced, and its id is reused. Call
 * inside a transaction.
 */
export function putAnswer(
  db: WriteDb,
  answer: Omit<StoredAnswer, 'answerId'> & { readonly queryKey: string },
  rows: readonly AnswerRow[],
): number {
  run(
    db,
    `INSERT INTO library_answer (query_key, endpoint, query, page_limit, total, complete, as_of_ms, made_at_ms)
     VALUES (:queryKey, :endpoint, :query, :pageLimit, :total, :complete, :asOfMs, :madeAtMs)
     ON CONFLICT (query_key) DO UPDATE SET page_limit = excluded.page_limit, total = excluded.total,
       complete = excluded.complete, as_of_ms = excluded.as_of_ms, made_at_ms = excluded.made_at_ms`,
    { ...answer, complete: Number(answer.complete) },
  );
  const { queryKey } = answer;
  const made = get(db, 'SELECT answer_id FROM library_answer WHERE query_key = :queryKey', { queryKey });
  if (made === null) throw new Error('an answer that was just kept is not there');
  const answerId = num(made, 'answer_id');
  run(db, 'DELETE FROM library_answer_row WHERE answer_id = :answerId', { answerId });
  rows.forEach(({ known, ...row }, position) =>
    run(
      db,
      `INSERT INTO library_answer_row (answer_id, position, company_id, round_id, known)
       VALUES (:answerId, :position, :companyId, :roundId, :known)`,
      { answerId, position, ...row, known: Number(known) },
    ),
  );
  return answerId;
}

/** Deletes all but the newest `max` computed result sets. */
export function deleteOldAnswers(db: WriteDb, max: number): void {
  run(
    db,
    `DELETE FROM library_answer WHERE answer_id IN
       (SELECT answer_id FROM library_answer ORDER BY made_at_ms DESC, answer_id DESC LIMIT -1 OFFSET :max)`,
    { max },
  );
}

export function countAnswerRows(db: ReadDb, answerId: number): number {
  return selectCount(db, 'SELECT count(*) AS n FROM library_answer_row WHERE answer_id = :answerId', {
    answerId,
  });
}

/** Returns rows of a computed result set by position, each with the current data of its round. */
export function answerEvents(
  db: ReadDb,
  { answerId, offset, limit }: { answerId: number; offset: number; limit: number },
): Omit<StoredSetEvent, 'rowKey'>[] {
  return all(
    db,
    `SELECT library_answer_row.position, library_answer_row.company_id, library_answer_row.round_id,
       library_answer_row.known, round.round_id IS NOT NULL AS has_event, round.stage, round.amount_text,
       round.amount_value, round.amount_precision, round.amount_currency, round.announced_on, round.source,
       round.fetched_at_ms
     FROM library_answer_row
     LEFT JOIN round ON round.company_id = library_answer_row.company_id
       AND round.round_id = library_answer_row.round_id
     WHERE library_answer_row.answer_id = :answerId ORDER BY library_answer_row.position LIMIT :limit OFFSET :offset`,
    { answerId, offset, limit },
  ).map((row) => ({
    position: num(row, 'position'),
    companyId: text(row, 'company_id'),
    roundId: textOrNull(row, 'round_id'),
    known: flag(row, 'known'),
    event: flag(row, 'has_event')
      ? {
          stage: textOrNull(row, 'stage'),
          amount: amountOf(row),
          announcedOn: textOrNull(row, 'announced_on'),
          stamp: stampOf(row),
        }
      : null,
  }));
}

/**
 * Returns the given companies that the service has returned only for the app's own requests, such as a match
 * count, and never for one of the user's searches.
 */
export function companiesAlone(db: ReadDb, ids: readonly string[]): string[] {
  return all(
    db,
    `SELECT wanted.value AS company_id FROM json_each(:ids) AS wanted
     JOIN company_alone ON company_alone.company_id = wanted.value
     JOIN company ON company.company_id = wanted.value AND company.fetched_at_ms <= company_alone.at_ms`,
    { ids: JSON.stringify(ids) },
  ).map((row) => text(row, 'company_id'));
}

export function putCompanyAlone(db: WriteDb, companyId: string, atMs: number): void {
  run(
    db,
    `INSERT INTO company_alone (company_id, at_ms) VALUES (:companyId, :atMs)
     ON CONFLICT (company_id) DO UPDATE SET at_ms = excluded.at_ms`,
    { companyId, atMs },
  );
}
