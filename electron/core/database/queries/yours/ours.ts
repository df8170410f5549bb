import { OURS_KINDS, type OursKind } from '../../../../../shared/model/ours/ours-kinds.ts';
import type { OursMatchedBy } from '../../../../../shared/model/ours/ours.ts';
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
  type SqlRow,
  type WriteDb,
} from '../../sql.ts';

/* The user's own companies: imports, their lines and keys, matching companies, and decisions. */

/**
 * A company that matches a line of an import. `matchKey` is the line's key under which the user's decision
 * about the match is stored.
 */
export interface StoredMatch {
  readonly companyId: string;
  readonly lineId: number;
  readonly importId: number;
  readonly matchedBy: OursMatchedBy;
  readonly matchKey: string;
}

const KIND_RANK = `CASE kind WHEN 'do-not-contact' THEN 1 WHEN 'customer' THEN 2 WHEN 'deal' THEN 3 ELSE 4 END`;
/** Added to the rank of an uncertain match: one that is not exact and that the user has not confirmed. */
const POSSIBLE = 10;
const IS_EXACT = "matched_by IN ('domain', 'linkedin')";
/** Returns SQL for the matches of visible imports, each with the user's decision about it. */
const withDecisions = (matches: string): string =>
  `SELECT matched.company_id, ${KIND_RANK} AS kind_rank, ${IS_EXACT} AS is_exact, is_same
   FROM ${matches} AS matched JOIN ours_import USING (import_id)
   LEFT JOIN ours_decision ON ours_decision.company_id = matched.company_id
     AND ours_decision.match_key = matched.match_key
   WHERE removed_at_ms IS NULL`;
/**
 * Returns SQL that selects each company with a rank. The rank is that of the most important kind (such as
 * customer) among the imports that match the company. Matches that the user rejected do not count.
 */
const ranked = (matches: string, where: string): string =>
  `SELECT company_id, min(kind_rank + CASE WHEN is_exact OR coalesce(is_same, 0) THEN 0 ELSE ${POSSIBLE} END) AS best
   FROM (${withDecisions(matches)}${where}) WHERE coalesce(is_same, 1) = 1 GROUP BY company_id`;

/** SQL that returns each company with its value of `OURS_CHOICES`, for the library's filter. */
export const OURS_CHOICE_OF_COMPANIES = `SELECT company_id, CASE best WHEN 1 THEN 'do-not-contact' WHEN 2 THEN 'customer'
  WHEN 3 THEN 'deal' WHEN 4 THEN 'competitor' ELSE 'possible' END AS mark FROM (${ranked('ours_match', '')})`;

interface RankedCompany {
  readonly companyId: string;
  readonly kind: OursKind;
  readonly isCertain: boolean;
}
const rankedOf = (row: SqlRow): RankedCompany => {
  const best = num(row, 'best');
  const isCertain = best < POSSIBLE;
  const kind = OURS_KINDS[(isCertain ? best : best - POSSIBLE) - 1] ?? 'competitor';
  return { companyId: text(row, 'company_id'), kind, isCertain };
};

/**
 * For each of these companies, returns the most important kind, such as customer, among the imports that the
 * company matches. Omits companies without a match.
 */
export const oursAmong = (db: ReadDb, ids: readonly string[]): RankedCompany[] =>
  all(db, ranked('ours_match', ' AND matched.company_id IN (SELECT value FROM json_each(:ids))'), {
    ids: JSON.stringify(ids),
  }).map(rankedOf);

/** Like `oursAmong`, but uses the given matches, which are not stored yet. */
export const oursByMatches = (db: ReadDb, matches: readonly StoredMatch[]): RankedCompany[] =>
  all(
    db,
    ranked(
      `(SELECT value ->> 'companyId' AS company_id, value ->> 'importId' AS import_id,
          value ->> 'matchedBy' AS matched_by, value ->> 'matchKey' AS match_key FROM json_each(:matches))`,
      '',
    ),
    { matches: JSON.stringify(matches) },
  ).map(rankedOf);

export const hasOursLines = (db: ReadDb): boolean =>
  get(db, 'SELECT 1 AS hit FROM ours_line LIMIT 1') !== null;

interface KeyedLine {
  readonly matchKey: string;
  readonly lineId: number;
  readonly importId: number;
}
const keyedOf = (row: SqlRow): KeyedLine => ({
  matchKey: text(row, 'match_key'),
  lineId: num(row, 'line_id'),
  importId: num(row, 'import_id'),
});

/** Returns the lines that have one of these keys. */
export const linesWithKeys = (db: ReadDb, keys: readonly string[]): KeyedLine[] =>
  all(
    db,
    `SELECT ours_key.match_key, line_id, import_id FROM json_each(:keys) AS wanted
     JOIN ours_key ON ours_key.match_key = wanted.value JOIN ours_line USING (line_id)`,
    { keys: JSON.stringify(keys) },
  ).map(keyedOf);

/**
 * Returns the lines that have a key with this prefix. Returns at most `limit` lines, because many keys may
 * have the same prefix.
 */
export const linesWithKeyPrefix = (db: ReadDb, prefix: string, limit: number): KeyedLine[] =>
  all(
    db,
    `SELECT match_key, line_id, import_id FROM ours_key JOIN ours_line USING (line_id)
     WHERE match_key >= :prefix AND match_key < :prefix || char(1114111) LIMIT :limit`,
    { prefix, limit },
  ).map(keyedOf);

/** Returns the ids of the given lines that match a company exactly. */
export const linesMatchedExactly = (db: ReadDb, lineIds: readonly number[]): Set<number> =>
  new Set(
    all(
      db,
      `SELECT DISTINCT ours_match.line_id FROM json_each(:lineIds) AS wanted
       JOIN ours_match ON ours_match.line_id = wanted.value WHERE ${IS_EXACT}`,
      { lineIds: JSON.stringify(lineIds) },
    ).map((row) => num(row, 'line_id')),
  );

const BY: Readonly<Record<string, OursMatchedBy>> = { domain: 'domain', linkedin: 'linkedin', name: 'name' };
const matchOf = (row: SqlRow): StoredMatch => ({
  companyId: text(row, 'company_id'),
  lineId: num(row, 'line_id'),
  importId: num(row, 'import_id'),
  matchedBy: BY[text(row, 'matched_by')] ?? 'similar',
  matchKey: text(row, 'match_key'),
});

export const matchesOfCompanies = (db: ReadDb, ids: readonly string[]): StoredMatch[] =>
  all(
    db,
    `SELECT company_id, line_id, import_id, matched_by, match_key FROM json_each(:ids) AS wanted
     JOIN ours_match ON ours_match.company_id = wanted.value`,
    { ids: JSON.stringify(ids) },
  ).map(matchOf);

export function putMatch(db: WriteDb, match: StoredMatch): void {
  run(
    db,
    `INSERT INTO ours_match (company_id, line_id, import_id, matched_by, match_key)
     VALUES (:companyId, :lineId, :importId, :matchedBy, :matchKey)
     ON CONFLICT (company_id, line_id) DO UPDATE SET matched_by = excluded.matched_by, match_key = excluded.match_key`,
    { ...match },
  );
}

export function deleteMatch(db: WriteDb, { companyId, lineId }: StoredMatch): void {
  run(db, 'DELETE FROM ours_match WHERE company_id = :companyId AND line_id = :lineId', {
    companyId,
    lineId,
  });
}

/**
 * Deletes the matches of a line that are not exact, that is, its matches by name. Called once a company
 * matches the line exactly.
 */
export function deleteNameMatchesOf(db: WriteDb, lineId: number): void {
  run(db, `DELETE FROM ours_match WHERE line_id = :lineId AND NOT (${IS_EXACT})`, { lineId });
}

export const companiesMatched = (db: ReadDb): string[] =>
  all(db, 'SELECT company_id FROM ours_match UNION SELECT company_id FROM ours_decision').map((row) =>
    text(row, 'company_id'),
  );

/**
 * Deletes the matches of an erased company and the decisions about them. The lines stay, because the user
 * imported them.
 */
export function deleteMatchesOf(db: WriteDb, companyId: string): void {
  run(db, 'DELETE FROM ours_match WHERE company_id = :companyId', { companyId });
  run(db, 'DELETE FROM ours_decision WHERE company_id = :companyId', { companyId });
  run(
    db,
    "DELETE FROM undo_slot WHERE part = 'ours_decision' AND json_extract(row_key, '$[0]') = :companyId",
    {
      companyId,
    },
  );
}

/** Inserts an import that is not visible yet. */
export function insertImport(
  db: WriteDb,
  row: { kind: OursKind; source: string; lines: number; importedAtMs: number },
): number {
  return run(
    db,
    `INSERT INTO ours_import (kind, source, lines, imported_at_ms, removed_at_ms)
     VALUES (:kind, :source, :lines, :importedAtMs, :importedAtMs)`,
    row,
  ).lastId;
}

export function insertLine(db: WriteDb, row: { importId: number; position: number; given: string }): number {
  return run(
    db,
    'INSERT INTO ours_line (import_id, position, given) VALUES (:importId, :position, :given)',
    row,
  ).lastId;
}

export function insertKey(db: WriteDb, row: { matchKey: string; lineId: number }): void {
  run(
    db,
    'INSERT INTO ours_key (match_key, line_id) VALUES (:matchKey, :lineId) ON CONFLICT (match_key, line_id) DO NOTHING',
    row,
  );
}

export const isImportVisible = (db: ReadDb, importId: number): boolean =>
  get(db, 'SELECT 1 AS hit FROM ours_import WHERE import_id = :importId AND removed_at_ms IS NULL', {
    importId,
  }) !== null;

export function setImportRemoved(db: WriteDb, importId: number, removedAtMs: number | null): void {
  run(db, 'UPDATE ours_import SET removed_at_ms = :removedAtMs WHERE import_id = :importId', {
    importId,
    removedAtMs,
  });
}

/** Deletes the removed imports that can no longer be restored, because no undo step refers to them. */
export function deleteUnrestorableImports(db: WriteDb): void {
  run(
    db,
    `DELETE FROM ours_import WHERE removed_at_ms IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM undo_slot WHERE part = 'ours_import' AND row_key = '[' || import_id || ']')`,
  );
}

export function putDecision(
  db: WriteDb,
  row: { companyId: string; matchKey: string; isSame: boolean; decidedAtMs: number },
): void {
  run(
    db,
    `INSERT INTO ours_decision (company_id, match_key, is_same, decided_at_ms)
     VALUES (:companyId, :matchKey, :isSame, :decidedAtMs)
     ON CONFLICT (company_id, match_key) DO UPDATE SET is_same = excluded.is_same, decided_at_ms = excluded.decided_at_ms`,
    { ...row, isSame: row.isSame ? 1 : 0 },
  );
}

/** Returns the decisions about these companies, keyed by company id and then by match key. */
export function decisionsAbout(db: ReadDb, ids: readonly string[]): Map<string, Map<string, boolean>> {
  const decisions = new Map<string, Map<string, boolean>>();
  for (const row of all(
    db,
    `SELECT company_id, match_key, is_same FROM json_each(:ids) AS wanted
     JOIN ours_decision ON ours_decision.company_id = wanted.value`,
    { ids: JSON.stringify(ids) },
  )) {
    const companyId = text(row, 'company_id');
    const known = decisions.get(companyId) ?? new Map<string, boolean>();
    decisions.set(companyId, known.set(text(row, 'match_key'), flag(row, 'is_same')));
  }
  return decisions;
}

/** The state of a match; null for a line without a match. */
const STATE = `CASE WHEN ours_match.company_id IS NULL THEN NULL WHEN is_same = 0 THEN 'different' WHEN ${IS_EXACT} THEN 'exact'
  WHEN is_same = 1 THEN 'same' ELSE 'possible' END`;
const LINES_OF_IMPORT = `FROM ours_line LEFT JOIN ours_match USING (line_id)
  LEFT JOIN ours_decision ON ours_decision.company_id = ours_match.company_id AND ours_decision.match_key = ours_match.match_key`;

interface StoredImport {
  readonly importId: number;
  readonly kind: OursKind;
  readonly source: string;
  readonly lines: number;
  readonly matched: number;
  readonly possible: number;
  readonly importedAtMs: number;
}

/** Returns the visible imports, newest first. */
export const oursImports = (db: ReadDb, page: { offset: number; limit: number }): StoredImport[] =>
  all(
    db,
    `SELECT import_id, kind, source, lines, imported_at_ms,
       (SELECT count(*) FROM (SELECT line_id, max(state IN ('exact', 'same')) AS is_matched FROM
          (SELECT ours_line.line_id, ${STATE} AS state ${LINES_OF_IMPORT} WHERE ours_line.import_id = imported.import_id)
          GROUP BY line_id) WHERE is_matched) AS matched,
       (SELECT count(*) FROM (SELECT line_id, max(state IN ('exact', 'same')) AS is_matched, max(state = 'possible') AS is_open FROM
          (SELECT ours_line.line_id, ${STATE} AS state ${LINES_OF_IMPORT} WHERE ours_line.import_id = imported.import_id)
          GROUP BY line_id) WHERE is_open AND NOT is_matched) AS possible
     FROM (SELECT * FROM ours_import WHERE removed_at_ms IS NULL
       ORDER BY import_id DESC LIMIT :limit OFFSET :offset) AS imported ORDER BY import_id DESC`,
    page,
  ).map((row) => ({
    importId: num(row, 'import_id'),
    kind: kindOf(row),
    source: text(row, 'source'),
    lines: num(row, 'lines'),
    matched: num(row, 'matched'),
    possible: num(row, 'possible'),
    importedAtMs: num(row, 'imported_at_ms'),
  }));

export const countOursImports = (db: ReadDb): number =>
  selectCount(db, 'SELECT count(*) AS n FROM ours_import WHERE removed_at_ms IS NULL');

interface StoredLine {
  readonly position: number;
  readonly given: string;
  readonly match: {
    readonly companyId: string;
    readonly matchedBy: OursMatchedBy;
    readonly state: 'exact' | 'same' | 'possible' | 'different';
  } | null;
}

const STATES = ['exact', 'same', 'possible', 'different'] as const;

/**
 * Returns the lines of an import: first the matches that need a decision, then the accepted matches, the
 * rejected ones, and the lines without a match.
 */
export const oursLines = (
  db: ReadDb,
  page: { importId: number; offset: number; limit: number },
): StoredLine[] =>
  all(
    db,
    `SELECT position, given, ours_match.company_id, matched_by, ${STATE} AS state ${LINES_OF_IMPORT}
     WHERE ours_line.import_id = :importId
     ORDER BY CASE state WHEN 'possible' THEN 0 WHEN 'exact' THEN 1 WHEN 'same' THEN 1 WHEN 'different' THEN 2 ELSE 3 END,
       position, ours_match.company_id LIMIT :limit OFFSET :offset`,
    page,
  ).map((row) => {
    const companyId = textOrNull(row, 'company_id');
    const state = STATES.find((each) => each === row['state']);
    const match =
      companyId === null || state === undefined
        ? null
        : { companyId, matchedBy: BY[text(row, 'matched_by')] ?? ('similar' as const), state };
    return { position: num(row, 'position'), given: text(row, 'given'), match };
  });

export const countOursLines = (db: ReadDb, importId: number): number =>
  selectCount(db, `SELECT count(*) AS n ${LINES_OF_IMPORT} WHERE ours_line.import_id = :importId`, {
    importId,
  });

interface ExportedLine {
  readonly importId: number;
  readonly kind: OursKind;
  readonly source: string;
  readonly importedAtMs: number;
  readonly given: string;
}

/** Returns all lines of the visible imports as the user entered them, for the export. */
export const exportedOursLines = (db: ReadDb): ExportedLine[] =>
  all(
    db,
    `SELECT import_id, kind, source, imported_at_ms, given FROM ours_import JOIN ours_line USING (import_id)
     WHERE removed_at_ms IS NULL ORDER BY import_id, position`,
  ).map((row) => ({
    importId: num(row, 'import_id'),
    kind: kindOf(row),
    source: text(row, 'source'),
    importedAtMs: num(row, 'imported_at_ms'),
    given: text(row, 'given'),
  }));

const kindOf = (row: SqlRow): OursKind => OURS_KINDS.find((kind) => kind === row['kind']) ?? 'competitor';
