import { sourceSchema, type Source } from '../../../../../shared/model/company.ts';
import { expiredParams, type Expired } from './deletion.ts';
import { isBefore } from './doubted-days.ts';
import {
  all,
  bytesOrNull,
  get,
  num,
  run,
  selectCount,
  text,
  textOrNull,
  type ReadDb,
  type WriteDb,
} from '../../sql.ts';

/* The encrypted columns of `cache.db`: the columns of contacts, and the undocumented fields of raw rows. */

export interface EncryptedColumns {
  readonly service_id: Buffer | null;
  readonly name: Buffer | null;
  readonly title: Buffer | null;
  readonly email: Buffer | null;
  readonly linkedin_url: Buffer | null;
}

/**
 * Returns the total for a progress display: the number of contacts, plus the number of raw rows with a
 * personal part, plus the number of raw rows with undocumented fields.
 */
export function countEncrypted(db: ReadDb): number {
  const row = get(
    db,
    `SELECT (SELECT count(*) FROM contact)
       + (SELECT count(*) FROM company_source WHERE personal IS NOT NULL) AS n`,
  );
  return (row === null ? 0 : num(row, 'n')) + countUndocumented(db);
}

/** Returns the next contacts after the given id, in id order. */
export const encryptedContactsAfter = (
  db: ReadDb,
  afterId: number,
  limit: number,
): { contactId: number; companyId: string; columns: EncryptedColumns }[] =>
  all(
    db,
    `SELECT contact_id, company_id, service_id, name, title, email, linkedin_url FROM contact
     WHERE contact_id > :afterId ORDER BY contact_id LIMIT :limit`,
    { afterId, limit },
  ).map((row) => ({
    contactId: num(row, 'contact_id'),
    companyId: text(row, 'company_id'),
    columns: {
      service_id: bytesOrNull(row, 'service_id'),
      name: bytesOrNull(row, 'name'),
      title: bytesOrNull(row, 'title'),
      email: bytesOrNull(row, 'email'),
      linkedin_url: bytesOrNull(row, 'linkedin_url'),
    },
  }));

export function putEncryptedColumns(db: WriteDb, contactId: number, columns: EncryptedColumns): void {
  run(
    db,
    `UPDATE contact SET service_id = :service_id, name = :name, title = :title, email = :email,
       linkedin_url = :linkedin_url WHERE contact_id = :contactId`,
    { contactId, ...columns },
  );
}

/** The tables with raw rows, whose undocumented fields are encrypted (ADR 60). */
export const RAW_TABLES = ['company_source', 'round_source', 'open_role', 'signal'] as const;
export type RawTable = (typeof RAW_TABLES)[number];

/** SQL expressions for the source and the time of a raw row, by table. */
const COLUMNS: Readonly<Record<RawTable, { readonly source: string; readonly atMs: string }>> = {
  company_source: { source: 'source', atMs: 'fetched_at_ms' },
  round_source: { source: 'source', atMs: 'fetched_at_ms' },
  open_role: { source: 'source', atMs: 'fetched_at_ms' },
  signal: { source: "'webhook'", atMs: 'received_at_ms' },
};

/** Identifies a raw row. Valid only until the next VACUUM, which may change row ids. */
interface RawRowKey {
  readonly table: RawTable;
  readonly rowId: number;
}

interface UndocumentedRow extends RawRowKey {
  /** Null for an event without a company. */
  readonly companyId: string | null;
  readonly source: Source;
  readonly undocumented: Buffer;
}

/**
 * Returns up to `limit` rows of a table that have undocumented fields and a row id above `rowId`, in the
 * order of their row ids.
 */
export const undocumentedAfter = (
  db: ReadDb,
  { table, rowId }: RawRowKey,
  limit: number,
): UndocumentedRow[] =>
  all(
    db,
    `SELECT rowid AS row_id, company_id, ${COLUMNS[table].source} AS source, undocumented
     FROM ${table} WHERE rowid > :rowId AND undocumented IS NOT NULL ORDER BY rowid LIMIT :limit`,
    { rowId, limit },
  ).flatMap((row) => {
    const undocumented = bytesOrNull(row, 'undocumented');
    const source = sourceSchema.parse(text(row, 'source'));
    const owner = { table, rowId: num(row, 'row_id'), companyId: textOrNull(row, 'company_id'), source };
    return undocumented === null ? [] : [{ ...owner, undocumented }];
  });

export function putUndocumented(db: WriteDb, { table, rowId }: RawRowKey, undocumented: Buffer | null): void {
  run(db, `UPDATE ${table} SET undocumented = :undocumented WHERE rowid = :rowId`, { rowId, undocumented });
}

/**
 * Deletes the undocumented fields of a company's raw rows.
 * @returns the number of changed rows
 */
export const deleteUndocumentedOf = (db: WriteDb, companyId: string): number =>
  sumOver(
    (table) =>
      run(
        db,
        `UPDATE ${table} SET undocumented = NULL WHERE company_id = :companyId AND undocumented IS NOT NULL`,
        { companyId },
      ).changes,
  );

/**
 * Deletes the undocumented fields of expired raw rows.
 * @returns the number of changed rows
 */
export const deleteUndocumentedBefore = (db: WriteDb, expired: Expired): number =>
  sumOver(
    (table) =>
      run(
        db,
        `UPDATE ${table} SET undocumented = NULL
         WHERE undocumented IS NOT NULL AND ${isBefore(COLUMNS[table].atMs)}`,
        expiredParams(expired),
      ).changes,
  );

export const countUndocumented = (db: ReadDb): number =>
  sumOver((table) => {
    return selectCount(db, `SELECT count(*) AS n FROM ${table} WHERE undocumented IS NOT NULL`);
  });

const sumOver = (count: (table: RawTable) => number): number =>
  RAW_TABLES.reduce((sum, table) => sum + count(table), 0);
