import { insertRows, rowInsert } from '../../insert-rows.ts';
import { all, get, num, run, text, type ReadDb, type WriteDb } from '../../sql.ts';

/*
 * Distinct investors in stored rounds, for name suggestions. A trigger deletes an investor when its last
 * round is deleted.
 */

/**
 * The user can find an investor by typing the beginning of any of the first `WORDS_MAX` words of its name.
 * For each of these words, the index contains the name from this word to the end, up to `START_MAX`
 * characters.
 */
const WORDS_MAX = 8;
const START_MAX = 120;

/** Adds investors to the suggestions. Call in the transaction that writes the rounds' investors. */
export function storeInvestorNames(
  db: WriteDb,
  investors: readonly { readonly name: string; readonly nameFolded: string }[],
): void {
  const seen = new Set(['']);
  for (const { name, nameFolded } of investors) {
    if (seen.has(nameFolded)) continue;
    seen.add(nameFolded);
    const { changes } = run(
      db,
      'INSERT INTO investor (name_folded, name) VALUES (:nameFolded, :name) ON CONFLICT DO NOTHING',
      { nameFolded, name },
    );
    if (changes === 0) continue;
    insertRows(
      db,
      INSERT_STARTS,
      startsOf(nameFolded).map((start) => ({ start, nameFolded })),
    );
  }
}

const INSERT_STARTS = rowInsert(
  'INSERT INTO investor_start (start, name_folded) VALUES (:start, :nameFolded) ON CONFLICT DO NOTHING',
);

/** Returns the suffixes of the name that begin at a word: `alpha seed fund`, `seed fund`, `fund`. */
function startsOf(nameFolded: string): string[] {
  const words = nameFolded.split(' ');
  return words.slice(0, WORDS_MAX).map((_, index) => words.slice(index).join(' ').slice(0, START_MAX));
}

/**
 * Reserves `rounds` consecutive storage times, one for each round with new investors in a response, and
 * returns the first. These times are later than all earlier storage times, even if the response is older than
 * the stored responses. Otherwise, rounds that the user has not seen could count as seen.
 */
export function nextStoredMs(db: WriteDb, fetchedAtMs: number, rounds: number): number {
  run(
    db,
    `INSERT INTO investor_clock (id, newest_ms) VALUES (1, :fetchedAtMs + :more)
     ON CONFLICT (id) DO UPDATE SET newest_ms = max(:fetchedAtMs, newest_ms + 1) + :more`,
    { fetchedAtMs, more: rounds - 1 },
  );
  return newestStoredMs(db) - rounds + 1;
}

/** Returns the latest storage time assigned so far by `nextStoredMs`; 0 if there is none. */
export function newestStoredMs(db: ReadDb): number {
  const row = get(db, 'SELECT newest_ms FROM investor_clock');
  return row === null ? 0 : num(row, 'newest_ms');
}

/** Returns the first stored spelling of a folded name; null if no round has this investor. */
export function investorNamed(db: ReadDb, nameFolded: string): string | null {
  const row = get(db, 'SELECT name FROM investor WHERE name_folded = :nameFolded', { nameFolded });
  return row === null ? null : text(row, 'name');
}

/**
 * The highest code point. In the index, all strings with a given prefix are between the prefix and the prefix
 * followed by this character.
 */
const LAST = '\u{10ffff}';

/**
 * Returns the names in which the search text occurs at the start of a word. Names that begin with the search
 * text come first. `total` counts all matches.
 */
export function investorsWithPrefix(
  db: ReadDb,
  folded: string,
  limit: number,
): { names: string[]; total: number } {
  const typed = folded.slice(0, START_MAX);
  if (typed === '') return firstInvestors(db, limit);
  const range = { from: typed, to: `${typed}${LAST}` };
  const rows = all(
    db,
    `SELECT investor.name FROM (
       SELECT name_folded, max(start = name_folded) AS is_begin FROM investor_start
       WHERE start >= :from AND start < :to GROUP BY name_folded
       ORDER BY is_begin DESC, name_folded LIMIT :limit) AS wanted
     CROSS JOIN investor ON investor.name_folded = wanted.name_folded
     ORDER BY wanted.is_begin DESC, wanted.name_folded`,
    { ...range, limit },
  );
  const count = get(
    db,
    'SELECT count(DISTINCT name_folded) AS n FROM investor_start WHERE start >= :from AND start < :to',
    range,
  );
  return { names: rows.map((row) => text(row, 'name')), total: count === null ? 0 : num(count, 'n') };
}

/** Returns the first investors in alphabetical order. Used when the search text is empty. */
function firstInvestors(db: ReadDb, limit: number): { names: string[]; total: number } {
  const rows = all(db, "SELECT name FROM investor WHERE name_folded > '' ORDER BY name_folded LIMIT :limit", {
    limit,
  });
  const count = get(db, "SELECT count(*) AS n FROM investor WHERE name_folded > ''");
  return { names: rows.map((row) => text(row, 'name')), total: count === null ? 0 : num(count, 'n') };
}

/** The folded and the stored name of an investor in one of a company's rounds. */
export interface CompanyInvestor {
  readonly companyId: string;
  readonly name: string;
  readonly nameFolded: string;
}

/** Returns the investors in the stored rounds of these companies. */
export const investorsAmong = (db: ReadDb, ids: readonly string[]): CompanyInvestor[] =>
  all(
    db,
    `SELECT DISTINCT round_investor.company_id, name_folded, name FROM json_each(:ids) AS wanted
     CROSS JOIN round_investor ON round_investor.company_id = wanted.value`,
    { ids: JSON.stringify(ids) },
  ).map((row) => ({
    companyId: text(row, 'company_id'),
    name: text(row, 'name'),
    nameFolded: text(row, 'name_folded'),
  }));

export const companiesWithInvestorsAfter = (db: ReadDb, after: string, limit: number): string[] =>
  all(
    db,
    `SELECT DISTINCT company_id FROM round_investor WHERE company_id > :after ORDER BY company_id LIMIT :limit`,
    { after, limit },
  ).map((row) => text(row, 'company_id'));

/** Returns the companies with a round of one of these investors. */
export const companiesOfInvestors = (db: ReadDb, namesFolded: readonly string[]): string[] =>
  all(
    db,
    `SELECT DISTINCT company_id FROM json_each(:names) AS wanted
     CROSS JOIN round_investor ON round_investor.name_folded = wanted.value`,
    { names: JSON.stringify(namesFolded) },
  ).map((row) => text(row, 'company_id'));
