import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { cacheMigrations } from '../../../electron/core/database/migrations/cache/index.ts';
import { ledgerMigrations } from '../../../electron/core/database/migrations/ledger/index.ts';
import { yoursMigrations } from '../../../electron/core/database/migrations/yours/index.ts';
import { migrate, type Migration } from '../../../electron/core/database/migrate.ts';
import { openDatabase } from '../../../electron/core/database/open.ts';
import { rowCounts, schemaLines, schemaVersion } from '../../../electron/core/database/queries/backup.ts';
import { isIntact } from '../../../electron/core/database/queries/integrity.ts';
import { removeWithSides } from '../../../electron/core/backup/durable-files.ts';
import { all, close, exec, type ReadDb, type WriteDb } from '../../../electron/core/database/sql.ts';
import { surroundings } from './fixtures.ts';

/** The three database files of a workspace, with their migrations. */
export const MIGRATED: readonly { readonly name: string; readonly steps: readonly Migration[] }[] = [
  { name: 'yours', steps: yoursMigrations },
  { name: 'ledger', steps: ledgerMigrations },
  { name: 'cache', steps: cacheMigrations },
];

/** Splits a script into statements, but not at semicolons within strings, comments and triggers. */
export function statementsOf(sql: string): string[] {
  const parts = /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/|;|[^;'"\-/]+|[-/]/g;
  const statements: string[] = [];
  let current = '';
  for (const [part] of sql.matchAll(parts)) {
    current += part;
    if (part !== ';' || isInsideTrigger(current)) continue;
    statements.push(current);
    current = '';
  }
  return current.replace(/--[^\n]*/g, '').trim() === '' ? statements : [...statements, current];
}

const isInsideTrigger = (text: string): boolean =>
  /^\s*(--[^\n]*\s*)*CREATE\s+TRIGGER/i.test(text) && !/\bEND\s*;$/i.test(text);

/**
 * Creates a file of each older version, from a new file to one that lacks only the newest step.
 * `fileOf(count)` is the path of the file to which the first `count` steps were applied. After each step,
 * inserts the fixture rows of that version, so the later steps have rows to migrate.
 */
export function createOlder(
  name: string,
  steps: readonly Migration[],
  fileOf: (count: number) => string,
): void {
  steps.forEach((_step, count) => {
    const file = fileOf(count);
    removeWithSides(file);
    // Each file starts as a copy of the previous one, so every step runs only once.
    if (count > 0) copyFileSync(fileOf(count - 1), file);
    const db = openDatabase(file, surroundings);
    try {
      const newest = steps[count - 1];
      if (newest === undefined) return;
      migrate(db, steps.slice(0, count));
      // Only versions that added tables have a fixture, so a fixture may be missing. The first version must
      // have one.
      const rows = new URL(`../../sql/fixtures/${name}-${newest.id}.sql`, import.meta.url);
      if (count === 1 || existsSync(rows)) exec(db, readFileSync(rows, 'utf8'));
    } finally {
      close(db);
    }
  });
}

/** Returns the version, the schema and the rows of a database as text, for comparison. */
export function dumpOf(db: ReadDb): string {
  const tables = Object.keys(rowCounts(db)).map((table) => {
    const rows = all(db, `SELECT * FROM "${table}"`).map((row) => JSON.stringify(row));
    return `${table}\n${rows.sort().join('\n')}`;
  });
  return [schemaVersion(db), ...schemaLines(db), ...tables].join('\n');
}

export function dumpFile(file: string): string {
  const db = openDatabase(file, surroundings);
  try {
    return dumpOf(db);
  } finally {
    close(db);
  }
}

/**
 * Returns the SQL statements that migrate a file from `version`: the combined script for a new file (version
 * 0), and the missing steps for an older file.
 */
export function statementsFrom(steps: readonly Migration[], version: number): readonly string[] {
  const whole = version === 0 ? steps.at(-1)?.whole : undefined;
  return whole === undefined
    ? steps.filter(({ id }) => id > version).flatMap(({ sql }) => statementsOf(sql))
    : whole.statements.map((statement) => `${statement};`);
}

/**
 * Returns migration steps that fail after `statement` statements when a database of version `version` is
 * migrated.
 */
export function failingAfter(steps: readonly Migration[], version: number, statement: number): Migration[] {
  const last = steps.at(-1);
  if (version === 0 && last?.whole !== undefined) {
    const statements = [
      ...last.whole.statements.slice(0, statement),
      'INSERT INTO planted_failure VALUES (1)',
    ];
    return [...steps.slice(0, -1), { ...last, whole: { ...last.whole, statements } }];
  }
  let left = statement;
  return steps.map((step) => {
    if (step.id <= version || left < 0) return step;
    const statements = statementsOf(step.sql);
    const here = left <= statements.length;
    const sql = [...statements.slice(0, left), 'INSERT INTO planted_failure VALUES (1);'].join('\n');
    left = here ? -1 : left - statements.length;
    return here ? { ...step, sql } : step;
  });
}

/** Migrates without a transaction. This is a planted defect that the tests must find. */
export function migrateStepwise(db: WriteDb, steps: readonly Migration[]): void {
  for (const { id, sql } of steps.filter((step) => step.id > schemaVersion(db))) {
    for (const statement of statementsOf(sql)) exec(db, statement);
    exec(db, `PRAGMA user_version = ${id}`);
  }
}

/** A file of an older version. */
export interface Older {
  readonly file: string;
  readonly steps: readonly Migration[];
  readonly version: number;
  /** The dump of the file. */
  readonly before: string;
  /** The dump of the file after an uninterrupted migration. */
  readonly expected: string;
}

export interface Interrupted {
  /**
   * The problems found. Empty if the failed migration left the old version intact and the second migration
   * succeeded.
   */
  readonly wrong: readonly string[];
}

/**
 * Migrates a copy of a file with steps that fail, and checks that the copy is unchanged. Then migrates the
 * copy again without a failure.
 * @param before - the dump of the file
 * @param expected - the dump after an undisturbed migration
 */
export function interruptMigration(
  { file, steps, before, expected }: Omit<Older, 'version'>,
  copy: string,
  failing: readonly Migration[],
  run: (db: WriteDb, steps: readonly Migration[]) => void,
): Interrupted {
  copyFileSync(file, copy);
  const wrong: string[] = [];
  const db = openDatabase(copy, surroundings);
  try {
    run(db, failing);
    wrong.push('did not fail');
  } catch (error) {
    if (!String(error).includes('planted_failure')) wrong.push(`failed with ${String(error)}`);
  } finally {
    close(db);
  }
  if (dumpFile(copy) !== before) wrong.push('the old version is damaged');
  const reopened = openDatabase(copy, surroundings);
  try {
    run(reopened, steps);
    if (!isIntact(reopened)) wrong.push('damaged after the migration');
    if (dumpOf(reopened) !== expected) wrong.push('content differs from an undisturbed migration');
  } catch (error) {
    wrong.push(`the migration no longer works: ${String(error)}`);
  } finally {
    close(reopened);
  }
  return { wrong };
}
