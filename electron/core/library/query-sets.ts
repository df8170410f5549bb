import { AppFailure } from '../../../shared/app-failure.ts';
import type { ResultRow } from '../../../shared/model/company.ts';
import { SET_ROWS_MAX } from '../../../shared/model/limits.ts';
import type { ListQuery } from '../../../shared/model/query.ts';
import type { ListName, ResultSet } from '../../../shared/model/search.ts';
import { companyRows } from '../database/queries/cache/companies.ts';
import {
  countSetRows,
  deleteSetRows,
  insertSet,
  insertSetRows,
  newestSet,
  putQueryTotal,
  setById,
  setByQuery,
  setEvents,
  setRows,
  updateSet,
  type NewSetRow,
  type StoredSet,
  type StoredSetEvent,
} from '../database/queries/cache/query-sets.ts';
import type { ReadDb, WriteDb } from '../database/sql.ts';
import { clipOrNull } from '../foundation/clip-text.ts';
import { answerRows, lastAnswer } from './library-answers.ts';
import { endsHere } from './page-end.ts';
import { amountRow, companyRowOf } from '../database/queries/cache/company-row.ts';
import { canonicalQuery, queryKeyOf, questionOfSet } from '../search-coverage/query-key.ts';
import { DAY_MS } from '../../../shared/durations.ts';

/** A page of search results whose rows are already merged into the library. */
interface PageOfSet {
  readonly question: ListQuery;
  readonly offset: number;
  readonly rows: readonly {
    readonly rowKey: string;
    readonly companyId: string;
    readonly roundId: string | null;
    /** True if the company was in the library before this page was stored. */
    readonly wasKnown: boolean;
    /** JSON of the row's facts; see `search-coverage/row-facts.ts`. */
    readonly factsJson: string;
  }[];
  readonly setAside: number;
  readonly total: number | null;
  readonly hasMore: boolean | null;
  readonly fetchedAtMs: number;
}

/**
 * Adds a page to the result set of its query. If that set was created on another UTC day, starts a new set.
 * Each row is stored at its position in the service's list; a row that occurs twice in the list is stored
 * once. Call inside a transaction.
 * @returns the id of the result set
 */
export function storePageOfSet(db: WriteDb, page: PageOfSet): string {
  const set = setFor(db, page);
  const before = new Map(setRows(db, set.setId).map((row) => [row.rowKey, row]));
  const newToUs = new Set([...before.values()].filter(({ known }) => !known).map((row) => row.companyId));
  const received = page.rows.length + page.setAside;
  const end = Math.min(page.offset + received, SET_ROWS_MAX);
  deleteSetRows(db, set.setId, page.offset, end);
  const rows = page.rows
    .slice(0, Math.max(0, SET_ROWS_MAX - page.offset))
    .map(({ wasKnown, ...row }, index): NewSetRow => {
      // A company that an earlier page of this search added to the library still counts as new.
      const known = before.get(row.rowKey)?.known ?? (wasKnown && !newToUs.has(row.companyId));
      return { ...row, position: page.offset + index, known };
    });
  insertSetRows(db, set.setId, rows);
  // If other pages already contain every row of this page, the list has ended (spec §2.11).
  const repeats =
    page.rows.length > 0 &&
    page.rows.every(({ rowKey }) => isOutside(before.get(rowKey)?.position, page.offset, end));
  const ended = repeats || isListEnded(page, received);
  if (ended) deleteSetRows(db, set.setId, end, SET_ROWS_MAX);
  updateSet(db, {
    setId: set.setId,
    // The page size of the set is the page size of its first page, which the user chose. The last page may be
    // smaller, because it requests only the remaining rows.
    pageLimit: page.offset === 0 ? page.question.query.limit : set.pageLimit,
    total: page.total,
    hasMore: page.hasMore,
    ended,
    sureEnd: ended && endsForSure(page, received),
    reached: ended ? end : Math.max(set.reached, end),
    setAside: set.setAside + page.setAside,
    fetchedAtMs: page.fetchedAtMs,
  });
  if (page.total !== null)
    putQueryTotal(db, { queryKey: queryKeyOf(page.question), total: page.total, atMs: page.fetchedAtMs });
  return String(set.setId);
}

const isOutside = (position: number | undefined, from: number, to: number): boolean =>
  position !== undefined && (position < from || position >= to);

function setFor(db: WriteDb, { question, fetchedAtMs }: PageOfSet): StoredSet {
  const { list, query } = question;
  const queryKey = queryKeyOf(question);
  const known = setByQuery(db, list, queryKey);
  if (known !== null && dayOf(known.createdAtMs) === dayOf(fetchedAtMs)) return known;
  const setId = insertSet(db, {
    endpoint: list,
    queryKey,
    query: canonicalQuery(query),
    pageLimit: query.limit,
    atMs: fetchedAtMs,
  });
  const made = setById(db, setId);
  if (made === null) throw new Error('a set that was just made is not there');
  return made;
}
const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

/** Returns whether the list ends with this page. A page without decoded rows always ends it. */
const isListEnded = ({ offset, rows, total, hasMore, question }: PageOfSet, received: number): boolean =>
  rows.length === 0 ||
  endsHere({ before: offset, received, requested: question.query.limit, total, hasMore });

/**
 * Returns whether the list definitely ends with this page; stricter than `isListEnded`. The page must be
 * shorter than requested, or both `has_more` and the total must indicate the end. If a total is reported, it
 * must also not exceed the number of rows fetched so far.
 */
function endsForSure({ offset, total, hasMore, question }: PageOfSet, received: number): boolean {
  const end = offset + received;
  if (end >= SET_ROWS_MAX || (total !== null && total > end)) return false;
  return received < question.query.limit || (hasMore === false && total === end);
}

/** Returns the newest result set of this query, or null. */
export function findSet(db: ReadDb, question: ListQuery): ResultSet | null {
  const set = setByQuery(db, question.list, queryKeyOf(question));
  return set === null ? null : resultSetOf(db, set);
}

/**
 * Returns the newest result set; null before the first search. The set may have been fetched or computed from
 * the library. Without `list`, considers both `/fundings` and `/companies`.
 */
export function lastSet(db: ReadDb, list?: ListName): ResultSet | null {
  const candidates = (list === undefined ? LISTS : [list]).flatMap((each) => {
    const set = newestSet(db, each);
    return [
      lastAnswer(db, each),
      set === null ? null : { set: resultSetOf(db, set), madeAtMs: set.fetchedAtMs },
    ];
  });
  let last: { readonly set: ResultSet; readonly madeAtMs: number } | null = null;
  for (const candidate of candidates) {
    if (candidate === null || candidate.set === null) continue;
    const { set, madeAtMs } = candidate;
    if (last === null || madeAtMs > last.madeAtMs) last = { set, madeAtMs };
  }
  return last?.set ?? null;
}
const LISTS: readonly ListName[] = ['fundings', 'companies'];

function resultSetOf(db: ReadDb, set: StoredSet): ResultSet | null {
  const question = questionOfSet(set);
  if (question === null) return null;
  const loaded = countSetRows(db, set.setId);
  return {
    setId: String(set.setId),
    question,
    total: Math.max(set.total ?? set.reached, loaded),
    loaded,
    state: stateOf(set),
    fetchedAtMs: set.fetchedAtMs,
    origin: 'service',
  };
}

function stateOf({ ended, reached, total, hasMore }: StoredSet): ResultSet['state'] {
  if (reached >= SET_ROWS_MAX) {
    const more = total === null ? hasMore !== false : total > SET_ROWS_MAX;
    return more ? 'truncated' : 'complete';
  }
  return ended ? 'complete' : 'partial';
}

/**
 * Returns a range of rows in a result set. `loaded` is the total number of rows in the set.
 * @throws AppFailure `not-found` (`query`) if the set does not exist
 */
export function resultRows(
  db: ReadDb,
  request: { setId: string; offset: number; limit: number; nowMs: number },
): { rows: ResultRow[]; loaded: number } {
  const { events, loaded } = eventsOf(db, request);
  const companies = companyRows(db, [...new Set(events.map(({ companyId }) => companyId))]);
  const rows = events.flatMap((row) => {
    const company = companies.get(row.companyId);
    return company === undefined ? [] : [{ ...companyRowOf(company, request.nowMs), ...eventOf(row) }];
  });
  return { rows, loaded };
}

function eventsOf(
  db: ReadDb,
  request: { setId: string; offset: number; limit: number },
): { events: readonly Omit<StoredSetEvent, 'rowKey'>[]; loaded: number } {
  const answer = answerRows(db, request);
  if (answer !== null) return answer;
  const setId = /^\d{1,15}$/.test(request.setId) ? Number(request.setId) : null;
  if (setId === null || setById(db, setId) === null)
    throw new AppFailure({ kind: 'not-found', what: 'query' });
  return {
    events: setEvents(db, { setId, offset: request.offset, limit: request.limit }),
    loaded: countSetRows(db, setId),
  };
}

/** Returns the fields of a result row that belong to its round rather than to its company. */
function eventOf({ position, known, roundId, event }: Omit<StoredSetEvent, 'rowKey'>) {
  const row = { position, known, roundId: clipOrNull(roundId, 200) };
  if (event === null) return row;
  const { stage, amount, announcedOn, stamp } = event;
  return { ...row, stage: clipOrNull(stage, 100), amount: amountRow(amount), announcedOn, stamp };
}
