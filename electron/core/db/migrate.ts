import { AppFailure } from '../../../shared/app-failure.ts';
import { exec, get, num, transaction, type WriteDb } from './sql.ts';

/** One step of a schema, frozen once shipped. Ids grow in tens: 10, 20, 30 (`0010-*.ts`). */
export interface Migration {
  readonly id: number;
  readonly name: string;
  readonly sql: string;
  /** On the newest step: what a new database is given in place of it and of all before it. */
  readonly whole?: Whole;
}

/**
 * What the steps up to one come to, written down (`whole.json` beside them): a new database is made in a third of the time, and what a
 * file should hold is known without making one. `test/sql/whole.test.ts` writes it and holds it to the steps.
 */
export interface Whole {
  readonly statements: readonly string[];
  /** `schemaSha256` of a database that they made. */
  readonly schemaSha256: string;
  /** How many rows a table begins with, where it does. */
  readonly rows: Readonly<Record<string, number>>;
}

/**
 * Brings a database to the newest step, all missing steps in one transaction: a failure leaves the old version whole.
 * @throws AppFailure storage too-new when a newer Roundwatch wrote this file
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
