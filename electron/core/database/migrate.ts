import { AppFailure } from '../../../shared/app-failure.ts';
import { exec, get, num, transaction, type WriteDb } from './sql.ts';

/**
 * One schema migration, never changed after its release. Ids are multiples of 10, as in the file names
 * (`0010-*.ts`).
 */
export interface Migration {
  readonly id: number;
  readonly name: string;
  readonly sql: string;
  /**
   * The complete schema, from which a new database is created without running the steps one by one. Set on
   * the newest step only.
   */
  readonly whole?: MigrationResult;
}

/**
 * The schema after all steps up to this one, stored in `schema.json`. Creating a new database from it takes a
 * third as long as running the steps. backup/inspect-database.ts compares existing files with it.
 * `test/sql/schema-snapshot.test.ts` writes `schema.json` and checks it against the steps.
 */
export interface MigrationResult {
  readonly statements: readonly string[];
  /** `schemaSha256` of a database created from these statements. */
  readonly schemaSha256: string;
  /** The tables that are not empty in a new database, with their numbers of rows. */
  readonly rows: Readonly<Record<string, number>>;
}

/**
 * Migrates a database to the newest step, running all missing steps in one transaction.
 * @throws AppFailure `storage` (`too-new`) if a newer version of Roundwatch wrote this file
 */
export function migrate(db: WriteDb, steps: readonly Migration[]): void {
  const row = get(db, 'PRAGMA user_version');
  const version = row === null ? 0 : num(row, 'user_version');
  const newest = steps.at(-1)?.id ?? 0;
  if (version > newest) throw new AppFailure({ kind: 'storage', reason: 'too-new' });
  const missing = steps.filter(({ id }) => id > version);
  if (missing.length === 0) return;
  transaction(db, () => {
    for (const sql of version === 0 ? fromNothing(missing) : missing.map((step) => step.sql)) exec(db, sql);
    exec(db, `PRAGMA user_version = ${newest}`);
  });
}

function fromNothing(steps: readonly Migration[]): string[] {
  const at = steps.findLastIndex(({ whole }) => whole !== undefined);
  const later = steps.slice(at + 1).map(({ sql }) => sql);
  return [...(steps[at]?.whole === undefined ? [] : [steps[at].whole.statements.join(';\n')]), ...later];
}
