import type { Amount, Stamp } from '../../../../../shared/model/company.ts';
import {
  all,
  flag,
  get,
  num,
  numOrNull,
  run,
  text,
  textOrNull,
  type ReadDb,
  type WriteDb,
} from '../../sql.ts';
import { amountOf } from '../columns.ts';

/* Queries that store changes to companies, and queries that read the fields to compare. */

/** Returns the ids of the given companies that this source returned at `fetchedAtMs` or later. */
export const companiesReceivedSince = (
  db: ReadDb,
  companyIds: readonly string[],
  { source, fetchedAtMs }: Stamp,
): string[] =>
  all(
    db,
    `SELECT company_source.company_id FROM json_each(:ids) AS wanted
     JOIN company_source ON company_source.company_id = wanted.value AND source = :source
     WHERE fetched_at_ms >= :fetchedAtMs`,
    { ids: JSON.stringify(companyIds), source, fetchedAtMs },
  ).map((row) => text(row, 'company_id'));

interface RoundFacts {
  readonly roundId: string;
  readonly derivedId: boolean;
  readonly stage: string | null;
  readonly amount: Amount | null;
  readonly announcedOn: string | null;
}

/** Returns all rounds of these companies, keyed by company id. */
export function roundFacts(db: ReadDb, companyIds: readonly string[]): Map<string, RoundFacts[]> {
  const byCompany = new Map<string, RoundFacts[]>();
  const rows = all(
    db,
    `SELECT round.company_id, round_id, derived_id, stage, amount_text, amount_value, amount_precision,
       amount_currency, announced_on
     FROM json_each(:ids) AS wanted JOIN round ON round.company_id = wanted.value`,
    { ids: JSON.stringify(companyIds) },
  );
  for (const row of rows) {
    const companyId = text(row, 'company_id');
    const known = byCompany.get(companyId) ?? [];
    known.push({
      roundId: text(row, 'round_id'),
      derivedId: flag(row, 'derived_id'),
      stage: textOrNull(row, 'stage'),
      amount: amountOf(row),
      announcedOn: textOrNull(row, 'announced_on'),
    });
    byCompany.set(companyId, known);
  }
  return byCompany;
}

/** Returns the title and open state of each role of a company, by role id. */
export function roleFacts(
  db: ReadDb,
  companyId: string,
): Map<string, { readonly title: string | null; readonly open: boolean }> {
  const rows = all(
    db,
    'SELECT role_id, coalesce(title_en, title) AS title, gone_at_ms FROM open_role WHERE company_id = :companyId',
    { companyId },
  );
  return new Map(
    rows.map((row) => [
      text(row, 'role_id'),
      { title: textOrNull(row, 'title'), open: numOrNull(row, 'gone_at_ms') === null },
    ]),
  );
}

/**
 * Returns whether the complete list of a company's roles was fetched at least once. If so, any role that
 * appears later is new.
 */
export const hasRoleBase = (db: ReadDb, companyId: string): boolean =>
  get(db, 'SELECT 1 AS hit FROM role_base WHERE company_id = :companyId', { companyId }) !== null;

/**
 * If all pages of a company's roles have been fetched, records this fact. Call after storing a page of roles.
 */
export function setRoleBaseline(db: WriteDb, companyId: string): void {
  run(
    db,
    `INSERT INTO role_base (company_id) SELECT company_id FROM role_walk
     WHERE company_id = :companyId AND complete = 1 ON CONFLICT DO NOTHING`,
    { companyId },
  );
}

/** Returns the titles of a company's articles, keyed by article id, newest first. */
export function articleFacts(db: ReadDb, companyId: string): Map<string, string> {
  const rows = all(
    db,
    `SELECT article_id, title FROM news_article WHERE company_id = :companyId
     ORDER BY created_at_ms DESC, article_id`,
    { companyId },
  );
  return new Map(rows.map((row) => [text(row, 'article_id'), text(row, 'title')]));
}

export interface StoredChange {
  readonly changeId: number;
  readonly companyId: string;
  /** JSON of `dataChangeSchema`. */
  readonly changeJson: string;
  readonly fetchedAtMs: number;
  readonly recordedAtMs: number;
}

/**
 * Stores a change. Its `recordedAtMs` is always greater than that of all earlier changes, even if the change
 * was found in an older response.
 */
export function insertChange(
  db: WriteDb,
  change: Omit<StoredChange, 'changeId' | 'recordedAtMs'> & { readonly kind: string },
): void {
  run(
    db,
    `INSERT INTO company_change (company_id, kind, told, fetched_at_ms, noticed_at_ms)
     VALUES (:companyId, :kind, :changeJson, :fetchedAtMs,
       max(:fetchedAtMs, coalesce((SELECT max(noticed_at_ms) FROM company_change), 0) + 1))`,
    { ...change },
  );
}

/** Returns `recordedAtMs` of the newest change; 0 if there is none. */
export function newestRecordedMs(db: ReadDb): number {
  const row = get(db, 'SELECT max(noticed_at_ms) AS newest FROM company_change');
  return row === null ? 0 : (numOrNull(row, 'newest') ?? 0);
}

/** Deletes all but the newest `max` changes. */
export function pruneChanges(db: WriteDb, max: number): void {
  run(
    db,
    `DELETE FROM company_change WHERE noticed_at_ms <=
       (SELECT noticed_at_ms FROM company_change ORDER BY noticed_at_ms DESC LIMIT 1 OFFSET :max)`,
    { max },
  );
}

/** Deletes the changes noticed before `beforeMs`. */
export function deleteChangesBefore(db: WriteDb, beforeMs: number): void {
  run(db, 'DELETE FROM company_change WHERE noticed_at_ms < :beforeMs', { beforeMs });
}

/**
 * Returns the ids, kinds and times of these companies' changes, newest first. `changesById` returns the changes
 * themselves.
 */
export function changeTimes(
  db: ReadDb,
  companyIds: readonly string[],
): (Pick<StoredChange, 'changeId' | 'companyId' | 'recordedAtMs'> & { readonly kind: string })[] {
  return all(
    db,
    `SELECT change_id, company_change.company_id, kind, noticed_at_ms
     FROM json_each(:ids) AS wanted JOIN company_change ON company_change.company_id = wanted.value
     ORDER BY noticed_at_ms DESC`,
    { ids: JSON.stringify(companyIds) },
  ).map((row) => ({
    changeId: num(row, 'change_id'),
    companyId: text(row, 'company_id'),
    kind: text(row, 'kind'),
    recordedAtMs: num(row, 'noticed_at_ms'),
  }));
}

export function changesById(db: ReadDb, changeIds: readonly number[]): Map<number, StoredChange> {
  const rows = all(
    db,
    `SELECT change_id, company_id, told, fetched_at_ms, noticed_at_ms
     FROM json_each(:ids) AS wanted JOIN company_change ON change_id = wanted.value`,
    { ids: JSON.stringify(changeIds) },
  );
  return new Map(
    rows.map((row) => [
      num(row, 'change_id'),
      {
        changeId: num(row, 'change_id'),
        companyId: text(row, 'company_id'),
        changeJson: text(row, 'told'),
        fetchedAtMs: num(row, 'fetched_at_ms'),
        recordedAtMs: num(row, 'noticed_at_ms'),
      },
    ]),
  );
}

/**
 * Returns whether a stored change already reports that the contact window is closing for the round announced
 * on this date.
 */
export const hasClosingChange = (db: ReadDb, companyId: string, announcedOn: string): boolean =>
  get(
    db,
    `SELECT 1 AS hit FROM company_change WHERE company_id = :companyId AND kind = 'contacts-closing'
       AND told ->> '$.announcedOn' = :announcedOn LIMIT 1`,
    { companyId, announcedOn },
  ) !== null;
