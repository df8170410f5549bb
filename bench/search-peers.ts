import {
  all,
  exec,
  get,
  num,
  run,
  text,
  transaction,
  type ReadDb,
  type SqlParams,
  type WriteDb,
} from '../electron/core/database/sql.ts';
import type { MadeCompany, Question } from './search-world.ts';

/*
 * The SQL competitors: conventional implementations of a library page, in a separate database file. Except
 * for `pageByLike`, they use SQLite's full-text index, with the tokenizer and prefix index that SQLite's
 * manual suggests, and count the facets with GROUP BY. A page consists of 50 rows sorted by date, the exact
 * total and three exact facets. The counts of a facet ignore the filter on that facet and apply all other
 * filters.
 */

export interface Page {
  readonly total: number;
  readonly rows: number;
  readonly firstId: string | null;
  readonly facets: { readonly country: Counts; readonly stage: Counts; readonly industry: Counts };
}
export type Counts = Readonly<Record<string, number>>;

export function fillPeer(db: WriteDb, companies: readonly MadeCompany[]): void {
  exec(
    db,
    `CREATE TABLE peer (id INTEGER PRIMARY KEY, company_id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, country TEXT NOT NULL,
       stage TEXT NOT NULL, announced_on TEXT NOT NULL, everything TEXT NOT NULL) STRICT;
     CREATE INDEX peer_by_date ON peer (announced_on DESC);
     CREATE TABLE peer_industry (id INTEGER NOT NULL, industry TEXT NOT NULL, PRIMARY KEY (id, industry)) STRICT, WITHOUT ROWID;
     CREATE INDEX peer_by_industry ON peer_industry (industry, id);
     CREATE VIRTUAL TABLE peer_words USING fts5 (everything, content = 'peer', content_rowid = 'id', prefix = '2 3',
       tokenize = 'unicode61 remove_diacritics 2');`,
  );
  for (let from = 0; from < companies.length; from += 5_000)
    transaction(db, () => {
      for (const company of companies.slice(from, from + 5_000)) {
        const { at, name, country, stage, announcedOn, industries, tags, technologies, description } =
          company;
        const everything = [name, description, ...industries, ...tags, ...technologies].join(' ');
        const id = at + 1;
        run(
          db,
          'INSERT INTO peer VALUES (:id, :companyId, :name, :country, :stage, :announcedOn, :everything)',
          {
            id,
            companyId: company.id,
            name,
            country,
            stage,
            announcedOn,
            everything,
          },
        );
        for (const industry of industries)
          run(db, 'INSERT INTO peer_industry VALUES (:id, :industry)', { id, industry });
      }
    });
  exec(db, 'INSERT INTO peer_words (rowid, everything) SELECT id, everything FROM peer');
  exec(db, "INSERT INTO peer_words (peer_words) VALUES ('optimize'); ANALYZE");
}

const COUNTRY = 'peer.country = :country';
const STAGE = 'peer.stage = :stage';
const INDUSTRY =
  'EXISTS (SELECT 1 FROM peer_industry AS own WHERE own.id = peer.id AND own.industry = :industry)';

const where = (...conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
const countsOf = (db: ReadDb, sql: string, params: SqlParams): Counts =>
  Object.fromEntries(all(db, sql, params).map((row) => [text(row, 'value'), num(row, 'n')]));

/**
 * Returns a page of matches. `hit` is a subquery in SQL or the name of a table; its column `id` contains the
 * ids of the matches.
 */
function pageFrom(db: ReadDb, hit: string, match: SqlParams, { filters }: Question): Page {
  const on = `FROM ${hit} JOIN peer ON peer.id = hit.id`;
  const isFiltered = filters !== null;
  const params = (...names: readonly (keyof NonNullable<typeof filters>)[]): SqlParams => ({
    ...match,
    ...Object.fromEntries(isFiltered ? names.map((name) => [name, filters[name]]) : []),
  });
  const given = (...conditions: readonly string[]): string => (isFiltered ? where(...conditions) : '');
  const counted = get(
    db,
    `SELECT count(*) AS n ${on} ${given(COUNTRY, STAGE, INDUSTRY)}`,
    params('country', 'stage', 'industry'),
  );
  const rows = all(
    db,
    `SELECT peer.company_id, peer.name, peer.country, peer.stage, peer.announced_on ${on} ${given(COUNTRY, STAGE, INDUSTRY)}
     ORDER BY peer.announced_on DESC, peer.company_id LIMIT 50`,
    params('country', 'stage', 'industry'),
  );
  return {
    total: counted === null ? 0 : num(counted, 'n'),
    rows: rows.length,
    firstId: rows[0] === undefined ? null : text(rows[0], 'company_id'),
    facets: {
      country: countsOf(
        db,
        `SELECT peer.country AS value, count(*) AS n ${on} ${given(STAGE, INDUSTRY)} GROUP BY 1`,
        params('stage', 'industry'),
      ),
      stage: countsOf(
        db,
        `SELECT peer.stage AS value, count(*) AS n ${on} ${given(COUNTRY, INDUSTRY)} GROUP BY 1`,
        params('country', 'industry'),
      ),
      industry: countsOf(
        db,
        `SELECT peer_industry.industry AS value, count(*) AS n ${on} JOIN peer_industry ON peer_industry.id = peer.id
         ${given(COUNTRY, STAGE)} GROUP BY 1`,
        params('country', 'stage'),
      ),
    },
  };
}

const matchOf = ({ words }: Question): SqlParams => ({
  match: words.map((word) => `"${word}" *`).join(' AND '),
});

/** Returns the page. Each part of the page (rows, total and facets) queries the full-text index again. */
export const pageByIndex = (db: ReadDb, question: Question): Page =>
  pageFrom(
    db,
    '(SELECT rowid AS id FROM peer_words WHERE peer_words MATCH :match) AS hit',
    matchOf(question),
    question,
  );

/**
 * Returns the page. Queries the full-text index only once, because it stores the matches in a temporary
 * table.
 */
export function pageByTable(db: WriteDb, question: Question): Page {
  exec(db, 'CREATE TEMP TABLE IF NOT EXISTS hit (id INTEGER PRIMARY KEY); DELETE FROM temp.hit');
  run(
    db,
    'INSERT INTO temp.hit SELECT rowid FROM peer_words WHERE peer_words MATCH :match',
    matchOf(question),
  );
  return pageFrom(db, 'temp.hit AS hit', {}, question);
}

/**
 * Scans all rows for texts that contain both terms, at any position. Reads 50 of the matching rows and
 * returns the total. Counts no facets.
 */
export function pageByLike(db: ReadDb, { words }: Question): number {
  const [first = '', second = ''] = words;
  const rows = all(
    db,
    `SELECT company_id, name, country, stage, announced_on, count(*) OVER () AS n FROM peer
     WHERE everything LIKE :first AND everything LIKE :second ORDER BY announced_on DESC LIMIT 50`,
    { first: `%${first}%`, second: `%${second}%` },
  );
  return rows[0] === undefined ? 0 : num(rows[0], 'n');
}
