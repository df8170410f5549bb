import type { Amount, Source } from '../../../../../shared/model/company.ts';
import { all, flag, num, text, textOrNull, type ReadDb, type SqlRow } from '../../sql.ts';
import { amountOf, stampOf } from '../columns.ts';
import { countOf, inOrder, placeOf, type TimelinePosition } from '../timeline-order.ts';

/** Excludes rounds with an invalid date, because the timeline is sorted by date. */
const ROUNDS = `SELECT unixepoch(announced_on) * 1000 AS at_ms, 'round:' || round_id AS key, stage, amount_text, amount_value,
    amount_precision, amount_currency, source, fetched_at_ms
  FROM round WHERE company_id = :companyId AND unixepoch(announced_on) IS NOT NULL`;
const HIGHLIGHTS = `SELECT coalesce(created_at_ms, fetched_at_ms) AS at_ms, 'highlight:' || highlight_key AS key, text,
    source, created_at_ms IS NOT NULL AS dated
  FROM highlight WHERE company_id = :companyId`;
const ARTICLES = `SELECT coalesce(created_at_ms, fetched_at_ms) AS at_ms, 'news:' || article_id AS key, title, article_id,
    created_at_ms IS NOT NULL AS dated
  FROM news_article WHERE company_id = :companyId`;
/**
 * `title` comes from the newest role. In a query with a single max(), SQLite takes the other columns from the
 * row that has the maximum.
 */
const ROLES_SEEN = `SELECT max(coalesce(first_seen_at_ms, met_at_ms)) AS at_ms,
    'roles-seen:' || (coalesce(first_seen_at_ms, met_at_ms) / 86400000) AS key, count(*) AS n, title
  FROM open_role WHERE company_id = :companyId GROUP BY coalesce(first_seen_at_ms, met_at_ms) / 86400000`;
const ROLES_REMOVED = `SELECT gone_at_ms AS at_ms, 'roles-gone:' || gone_at_ms AS key, count(*) AS n, max(title) AS title
  FROM open_role WHERE company_id = :companyId AND gone_at_ms IS NOT NULL GROUP BY gone_at_ms`;
const OWN_TIMES = `SELECT first_seen_at_ms AS at_ms, 'first-seen' AS key FROM company WHERE company_id = :companyId
  UNION ALL SELECT gone_at_ms, 'gone' FROM company WHERE company_id = :companyId AND gone_at_ms IS NOT NULL`;
const OF_CACHE = [ROUNDS, HIGHLIGHTS, ARTICLES, ROLES_SEEN, ROLES_REMOVED, OWN_TIMES];

interface TimelineRound {
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

interface TimelineText {
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

interface TimelineOpenRoles {
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
export const rolesRemoved = (cache: ReadDb, after: TimelinePosition): TimelineOpenRoles[] =>
  all(cache, inOrder(ROLES_REMOVED), { ...after }).map(rolesOf);

/**
 * Returns when the company was first stored, and when the service reported that the company does not exist.
 */
export const ownTimes = (
  cache: ReadDb,
  after: TimelinePosition,
): { what: 'first-seen' | 'gone'; key: string; atMs: number }[] =>
  all(cache, inOrder(OWN_TIMES), { ...after }).map((row) => ({
    ...placeOf(row),
    what: text(row, 'key') === 'gone' ? 'gone' : 'first-seen',
  }));

export const countFacts = (cache: ReadDb, companyId: string): number => countOf(cache, OF_CACHE, companyId);
