import {
  all,
  get,
  numOrNull,
  run,
  selectCount,
  text,
  textOrNull,
  type ReadDb,
  type WriteDb,
} from '../../../sql.ts';

export interface StoredArticle {
  readonly articleId: string;
  readonly title: string;
  readonly url: string | null;
  /**
   * The id of the article's round; null if there is none. `articlesOf` also returns null if the round is not
   * stored.
   */
  readonly roundId: string | null;
  readonly createdAtMs: number | null;
}

/** Returns the articles of the newest response, newest first. */
export function articlesOf(
  db: ReadDb,
  companyId: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): StoredArticle[] {
  return all(
    db,
    `SELECT news_article.article_id, news_article.title, news_article.url, news_article.created_at_ms,
       round.round_id
     FROM news_article
     LEFT JOIN round ON round.company_id = news_article.company_id AND round.round_id = news_article.round_id
     WHERE news_article.company_id = :companyId AND news_article.listed = 1
     ORDER BY news_article.created_at_ms DESC, news_article.article_id
     LIMIT :limit OFFSET :offset`,
    { companyId, offset, limit },
  ).map((row) => ({
    articleId: text(row, 'article_id'),
    title: text(row, 'title'),
    url: textOrNull(row, 'url'),
    roundId: textOrNull(row, 'round_id'),
    createdAtMs: numOrNull(row, 'created_at_ms'),
  }));
}

export function countArticles(db: ReadDb, companyId: string): number {
  return selectCount(
    db,
    'SELECT count(*) AS n FROM news_article WHERE company_id = :companyId AND listed = 1',
    {
      companyId,
    },
  );
}

export function unlinkArticles(db: WriteDb, companyId: string): void {
  run(db, 'UPDATE news_article SET listed = 0 WHERE company_id = :companyId', { companyId });
}

/**
 * Inserts or updates an article. Each value comes from the newest response that contained it, so a missing
 * value does not overwrite a stored one.
 */
export function putArticle(
  db: WriteDb,
  companyId: string,
  article: StoredArticle & { readonly listed: boolean; readonly fetchedAtMs: number },
): void {
  run(
    db,
    `INSERT INTO news_article (company_id, article_id, listed, title, url, round_id, created_at_ms, source,
       fetched_at_ms)
     VALUES (:companyId, :articleId, :listed, :title, :url, :roundId, :createdAtMs, 'news', :fetchedAtMs)
     ON CONFLICT (company_id, article_id) DO UPDATE SET listed = max(listed, excluded.listed),
       title = iif(excluded.fetched_at_ms >= fetched_at_ms, excluded.title, title),
       url = iif(excluded.fetched_at_ms >= fetched_at_ms, coalesce(excluded.url, url), coalesce(url, excluded.url)),
       round_id = iif(excluded.fetched_at_ms >= fetched_at_ms, coalesce(excluded.round_id, round_id),
         coalesce(round_id, excluded.round_id)),
       created_at_ms = iif(excluded.fetched_at_ms >= fetched_at_ms, coalesce(excluded.created_at_ms, created_at_ms),
         coalesce(created_at_ms, excluded.created_at_ms)),
       fetched_at_ms = max(fetched_at_ms, excluded.fetched_at_ms)`,
    { companyId, ...article, listed: article.listed ? 1 : 0 },
  );
}

export function addressOfArticle(db: ReadDb, companyId: string, articleId: string): string | null {
  const row = get(
    db,
    'SELECT url FROM news_article WHERE company_id = :companyId AND article_id = :articleId',
    { companyId, articleId },
  );
  return row === null ? null : textOrNull(row, 'url');
}
