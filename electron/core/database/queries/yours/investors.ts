import { all, get, num, run, selectCount, text, type ReadDb, type SqlRow, type WriteDb } from '../../sql.ts';

/* The user's decisions about investors: which ones are watched, merged or declared to be different. */

export interface StoredInvestorWatch {
  readonly nameFolded: string;
  readonly name: string;
  /** Server time. Rounds that were first stored after this time count as news. */
  readonly sinceMs: number;
  /** The user has seen the news up to this server time. */
  readonly seenUpToMs: number;
}

const watchOf = (row: SqlRow): StoredInvestorWatch => ({
  nameFolded: text(row, 'name_folded'),
  name: text(row, 'name'),
  sinceMs: num(row, 'since_ms'),
  seenUpToMs: num(row, 'seen_up_to_ms'),
});

/** Returns the watched names, sorted. */
export const investorWatches = (db: ReadDb): StoredInvestorWatch[] =>
  all(db, 'SELECT name_folded, name, since_ms, seen_up_to_ms FROM investor_watch ORDER BY name_folded').map(
    watchOf,
  );

export function putInvestorWatch(db: WriteDb, watch: StoredInvestorWatch): void {
  run(
    db,
    `INSERT INTO investor_watch (name_folded, name, since_ms, seen_up_to_ms)
     VALUES (:nameFolded, :name, :sinceMs, :seenUpToMs)
     ON CONFLICT (name_folded) DO UPDATE SET name = excluded.name, since_ms = excluded.since_ms,
       seen_up_to_ms = excluded.seen_up_to_ms`,
    { ...watch },
  );
}

export function deleteInvestorWatch(db: WriteDb, nameFolded: string): void {
  run(db, 'DELETE FROM investor_watch WHERE name_folded = :nameFolded', { nameFolded });
}

export interface StoredInvestorMerge {
  readonly nameFolded: string;
  readonly name: string;
  readonly intoFolded: string;
  readonly intoName: string;
}

const MERGE = 'SELECT name_folded, name, into_folded, into_name FROM investor_merge';
const mergeOf = (row: SqlRow): StoredInvestorMerge => ({
  nameFolded: text(row, 'name_folded'),
  name: text(row, 'name'),
  intoFolded: text(row, 'into_folded'),
  intoName: text(row, 'into_name'),
});

/** Returns all merged names, sorted. */
export const investorMerges = (db: ReadDb): StoredInvestorMerge[] =>
  all(db, `${MERGE} ORDER BY name_folded`).map(mergeOf);

export const countInvestorMerges = (db: ReadDb): number =>
  selectCount(db, 'SELECT count(*) AS n FROM investor_merge');

/** Returns the record of a name's merge into another name; null if the name was not merged. */
export function investorMerge(db: ReadDb, nameFolded: string): StoredInvestorMerge | null {
  const row = get(db, `${MERGE} WHERE name_folded = :nameFolded`, { nameFolded });
  return row === null ? null : mergeOf(row);
}

/** Returns the names that were merged into this name. */
export const mergedInto = (db: ReadDb, intoFolded: string): StoredInvestorMerge[] =>
  all(db, `${MERGE} WHERE into_folded = :intoFolded ORDER BY name_folded`, { intoFolded }).map(mergeOf);

export function putInvestorMerge(db: WriteDb, merge: StoredInvestorMerge, mergedAtMs: number): void {
  run(
    db,
    `INSERT INTO investor_merge (name_folded, name, into_folded, into_name, merged_at_ms)
     VALUES (:nameFolded, :name, :intoFolded, :intoName, :mergedAtMs)
     ON CONFLICT (name_folded) DO UPDATE SET name = excluded.name, into_folded = excluded.into_folded,
       into_name = excluded.into_name, merged_at_ms = excluded.merged_at_ms`,
    { ...merge, mergedAtMs },
  );
}

export function deleteInvestorMerge(db: WriteDb, nameFolded: string): void {
  run(db, 'DELETE FROM investor_merge WHERE name_folded = :nameFolded', { nameFolded });
}

/** Returns the investor names that the user declared to be different from this name. */
export const distinctInvestors = (db: ReadDb, nameFolded: string): Set<string> =>
  new Set(
    all(
      db,
      `SELECT other_folded AS other FROM investor_distinct WHERE name_folded = :nameFolded
       UNION SELECT name_folded FROM investor_distinct WHERE other_folded = :nameFolded`,
      { nameFolded },
    ).map((row) => text(row, 'other')),
  );

/** The names must be in ascending order. */
export function putDistinctInvestors(
  db: WriteDb,
  [nameFolded, otherFolded]: readonly [string, string],
  setAtMs: number,
): void {
  run(
    db,
    `INSERT INTO investor_distinct (name_folded, other_folded, set_at_ms) VALUES (:nameFolded, :otherFolded, :setAtMs)
     ON CONFLICT DO NOTHING`,
    { nameFolded, otherFolded, setAtMs },
  );
}
