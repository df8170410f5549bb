import { endpointSchema, laneSchema } from '../../../../../shared/model/budget.ts';
import type { Amount, Source } from '../../../../../shared/model/company.ts';
import type { TimelineFact } from '../../../../../shared/model/timeline.ts';
import { all, flag, get, num, text, textOrNull, type ReadDb, type SqlRow } from '../../sql.ts';
import { amountOf, stampOf } from '../columns.ts';
import { costOf } from '../ledger/entries.ts';

/*
 * A company's service facts and requests, one query per kind. Each reads the company's rows by index and
 * returns them after a position in timeline order: newest first, then by key, which is unique within a file.
 */

/** Position after which a page of the timeline continues. `key` is compared bytewise. */
export interface TimelinePosition {
  readonly companyId: string;
  readonly atMs: number;
  readonly key: string;
  readonly limit: number;
}

/**
 * Returns SQL for one page of a SELECT in timeline order.
 * @param select SELECT with the columns `at_ms` and `key`, which binds `:companyId`
 */
export const inOrder = (select: string): string =>
  `SELECT * FROM (${select}) WHERE at_ms < :atMs OR (at_ms = :atMs AND key < :key)
   ORDER BY at_ms DESC, key DESC LIMIT :limit`;

export const placeOf = (row: SqlRow): { key: string; atMs: number } => ({
  key: text(row, 'key'),
  atMs: num(row, 'at_ms'),
});

/** Leaves out rounds with an invalid date, because they have no place in the timeline. */
const ROUNDS = `SELECT unixepoch(announced_on) * 1000 AS at_ms, 'round:' || round_id AS key, stage, amount_text, amount_value,
    amount_precision, amount_currency, source, fetched_at_ms
  FROM round WHERE company_id = :companyId AND unixepoch(announced_on) IS NOT NULL`;
const HIGHLIGHTS = `SELECT coalesce(created_at_ms, fetched_at_ms) AS at_ms, 'highlight:' || highlight_key AS key, text,
    source, created_at_ms IS NOT NULL AS dated
  FROM highlight WHERE company_id = :companyId`;
const ARTICLES = `SELECT coalesce(created_at_ms, fetched_at_ms) AS at_ms, 'news:' || article_id AS key, title, article_id,
    created_at_ms IS NOT NULL AS dated
  FROM news_article WHERE company_id = :companyId`;
/** With a single max(), SQLite takes the other columns from the same row. */
const ROLES_SEEN = `SELECT max(coalesce(first_seen_at_ms, met_at_ms)) AS at_ms,
    'roles-seen:' || (coalesce(first_seen_at_ms, met_at_ms) / 86400000) AS key, count(*) AS n, title
  FROM open_role WHERE company_id = :companyId GROUP BY coalesce(first_seen_at_ms, met_at_ms) / 86400000`;
const ROLES_GONE = `SELECT gone_at_ms AS at_ms, 'roles-gone:' || gone_at_ms AS key, count(*) AS n, max(title) AS title
  FROM open_role WHERE company_id = :companyId AND gone_at_ms IS NOT NULL GROUP BY gone_at_ms`;
const OWN_TIMES = `SELECT first_seen_at_ms AS at_ms, 'first-seen' AS key FROM company WHERE company_id = :companyId
  UNION ALL SELECT gone_at_ms, 'gone' FROM company WHERE company_id = :companyId AND gone_at_ms IS NOT NULL`;
/**
 * Selects requests that were or may have been charged, and 404s. Other requests reveal nothing about a
 * company.
 */
const CALLS = `SELECT coalesce(completed_ms, at_ms) AS at_ms, 'call:' || id AS key, endpoint,
    CASE state WHEN 'released' THEN 'not-found' ELSE state END AS outcome, lane,
    coalesce(cost_requests, reserved_requests) AS cost_requests, coalesce(cost_records, reserved_records) AS cost_records,
    coalesce(cost_page_turns, reserved_page_turns) AS cost_page_turns,
    coalesce(cost_companies, reserved_companies) AS cost_companies
  FROM entry INDEXED BY entry_by_company
  WHERE company_id = :companyId AND endpoint IS NOT NULL
    AND (state IN ('spent', 'unknown') OR (state = 'released' AND status = 404))`;
const OF_CACHE = [ROUNDS, HIGHLIGHTS, ARTICLES, ROLES_SEEN, ROLES_GONE, OWN_TIMES];

export interface TimelineRound {
  readonly key: string;
  readonly atMs: number;
  readonly stage: string | null;
  readonly amount: Amount | null;
  readonly source: Source;
}
export const roundsAfter = (cache: ReadDb, after: TimelinePosition): TimelineRound[] =>
  all(cache, inOrder(ROUNDS), { ...after }).map((row) => ({
    ...placeOf(row),
    stage: textOrNull(row, 'stage'),
    amount: amountOf(row),
    source: stampOf(row).source,
  }));

export interface TimelineText {
  readonly key: string;
  readonly atMs: number;
  readonly text: string;
  readonly dated: boolean;
}
export const highlightsAfter = (
  cache: ReadDb,
  after: TimelinePosition,
): (TimelineText & { origin: string })[] =>
  all(cache, inOrder(HIGHLIGHTS), { ...after }).map((row) => ({
    ...placeOf(row),
    text: text(row, 'text'),
    origin: text(row, 'source'),
    dated: flag(row, 'dated'),
  }));

export const articlesAfter = (
  cache: ReadDb,
  after: TimelinePosition,
): (TimelineText & { articleId: string })[] =>
  all(cache, inOrder(ARTICLES), { ...after }).map((row) => ({
    ...placeOf(row),
    text: text(row, 'title'),
    articleId: text(row, 'article_id'),
    dated: flag(row, 'dated'),
  }));

export interface TimelineOpenRoles {
  readonly key: string;
  readonly atMs: number;
  readonly count: number;
  readonly title: string | null;
}
const rolesOf = (row: SqlRow): TimelineOpenRoles => ({
  ...placeOf(row),
  count: num(row, 'n'),
  title: textOrNull(row, 'title'),
});
export const rolesSeen = (cache: ReadDb, after: TimelinePosition): TimelineOpenRoles[] =>
  all(cache, inOrder(ROLES_SEEN), { ...after }).map(rolesOf);
export const rolesGone = (cache: ReadDb, after: TimelinePosition): TimelineOpenRoles[] =>
  all(cache, inOrder(ROLES_GONE), { ...after }).map(rolesOf);

/** Returns when the company was first stored, and when the service reported that it does not exist. */
export const ownTimes = (
  cache: ReadDb,
  after: TimelinePosition,
): { what: 'first-seen' | 'gone'; key: string; atMs: number }[] =>
  all(cache, inOrder(OWN_TIMES), { ...after }).map((row) => ({
    ...placeOf(row),
    what: text(row, 'key') === 'gone' ? 'gone' : 'first-seen',
  }));

type Call = Extract<TimelineFact, { what: 'call' }>;
/** Returns the requests for this company with their cost. For an unknown result, it is the reserved cost. */
export const callsBelow = (ledger: ReadDb, after: TimelinePosition): Call[] =>
  all(ledger, inOrder(CALLS), { ...after }).map((row) => {
    const [outcome, lane] = [text(row, 'outcome'), textOrNull(row, 'lane')];
    return {
      what: 'call',
      ...placeOf(row),
      endpoint: endpointSchema.parse(text(row, 'endpoint')),
      outcome: outcome === 'not-found' || outcome === 'unknown' ? outcome : 'spent',
      cost: outcome === 'not-found' ? FREE : costOf(row, 'cost'),
      lane: lane === null ? null : laneSchema.parse(lane),
    };
  });
const FREE = { requests: 0, records: 0, pageTurns: 0, companies: 0 };

export const countFacts = (cache: ReadDb, companyId: string): number => countOf(cache, OF_CACHE, companyId);
export const countCalls = (ledger: ReadDb, companyId: string): number => countOf(ledger, [CALLS], companyId);

export function countOf(db: ReadDb, selects: readonly string[], companyId: string): number {
  const sums = selects.map((select) => `(SELECT count(*) FROM (${select}))`).join(' + ');
  const row = get(db, `SELECT ${sums} AS n`, { companyId });
  return row === null ? 0 : num(row, 'n');
}
