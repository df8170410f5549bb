import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../electron/core/database/migrate.ts';
import { openDatabase } from '../../electron/core/database/open.ts';
import { schemaLines } from '../../electron/core/database/queries/backup.ts';
import { close, exec, type WriteDb } from '../../electron/core/database/sql.ts';
import { memoryTempEnvironment } from '../../scripts/common/environment.mjs';
import { reportFigure } from '../security/support/figures.ts';
import { surroundings } from '../support/durability/fixtures.ts';
import {
  dumpOf,
  failingAfter,
  interruptMigration,
  createOlder,
  dumpFile,
  MIGRATED,
  migrateStepwise,
  statementsFrom,
  statementsOf,
  type Older,
} from '../support/durability/interrupted-migrations.ts';
import { tabulate } from './figures.ts';
import { IS_FULL } from '../support/common/full-size.ts';
import { itAtFullSize } from '../support/common/full-size-test.ts';

/*
 * Promise D5 of `npm run reliability`: a failed migration changes nothing. The tests migrate empty files and
 * files of every older version. At full size, they make each migration fail after each of its statements.
 * After every failure, the file must be unchanged. The next migration of the file must give the same result
 * as one that never failed.
 */

let root = '';
beforeAll(() => {
  // Keeps the files in memory if possible. The files need not reach a disk, because the tests simulate only
  // failed statements, not a power loss.
  const { TMPDIR = tmpdir() } = memoryTempEnvironment();
  root = mkdtempSync(join(TMPDIR, 'roundwatch-migrations-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const withDb = <T>(file: string, work: (db: WriteDb) => T): T => {
  const db = openDatabase(file, surroundings);
  try {
    return work(db);
  } finally {
    close(db);
  }
};

/** Creates files for each of the three databases: one of every older version, and an empty one. */
const createFiles = ({ name, steps }: (typeof MIGRATED)[number]): NamedOlder[] => {
  const fileOf = (count: number): string => join(root, `${name}-${steps[count - 1]?.id ?? 0}.db`);
  createOlder(name, steps, fileOf);
  return steps.map((_step, count) => {
    const file = fileOf(count);
    const migrated = migratedFile(file);
    copyFileSync(file, migrated);
    const expected = withDb(migrated, (db) => {
      migrate(db, steps);
      return dumpOf(db);
    });
    return { name, file, steps, version: steps[count - 1]?.id ?? 0, before: dumpFile(file), expected };
  });
};

/** Returns the name of the copy whose migration is not interrupted. */
const migratedFile = (file: string): string => `${file}-migrated`;

type NamedOlder = Older & { readonly name: string };

let versions: readonly NamedOlder[] = [];
beforeAll(() => {
  versions = MIGRATED.flatMap(createFiles);
});

/** `npm test` makes migrations fail only after every hundredth statement and after the last one. */
const EVERY = IS_FULL ? 1 : 100;
const FIRST = IS_FULL ? 0 : 1;
const frequency = EVERY === 1 ? 'every statement' : `every ${EVERY} statements`;

/**
 * Makes the migration fail after every `EVERY`-th statement and after the last one. At full size, also makes
 * it fail before the first statement. Returns the number of failures and the errors found.
 */
function failEverywhere(older: NamedOlder, run: typeof migrate): { failures: number; wrong: string[] } {
  const { name, steps, version } = older;
  const statements = statementsFrom(steps, version).length;
  const wrong: string[] = [];
  let failures = 0;
  for (let statement = FIRST; statement <= statements; statement += 1) {
    if (statement % EVERY !== 0 && statement !== statements) continue;
    failures += 1;
    const failing = failingAfter(steps, version, statement);
    const interruption = interruptMigration(older, join(root, 'copy.db'), failing, run);
    wrong.push(
      ...interruption.wrong.map((problem) => `${name} from ${version}, statement ${statement}: ${problem}`),
    );
    rmSync(join(root, 'copy.db'));
  }
  return { failures, wrong };
}

describe('a failing migration', () => {
  it('leaves the old version intact, from every version of every file and after every statement', () => {
    const results = versions.map((older) => failEverywhere(older, migrate));
    const failures = results.reduce((sum, result) => sum + result.failures, 0);
    const wrong = results.flatMap((result) => result.wrong);
    reportFigure(
      `D5 migrations: ${versions.length} older versions of three files, a failure after ${frequency}, ${failures} failures in all; ${wrong.length} wrong`,
    );
    tabulate({
      promise: 'D5',
      tried: `${versions.length} older versions, ${failures.toLocaleString('en-US')} failures, one after ${frequency}`,
      wrong: `${wrong.length} damaged or different from an undisturbed migration`,
    });
    expect(wrong).toEqual([]);
  }, 600_000);

  itAtFullSize('finds the planted defect of steps that commit each statement', () => {
    const outdated = versions.filter(({ version }) => version > 0).slice(0, 1);
    const results = outdated.map((older) => failEverywhere(older, migrateStepwise));
    const wrong = results.flatMap((result) => result.wrong);
    reportFigure(
      `D5 planted defect caught ${wrong.length > 0 ? '1/1' : '0/1'}: no transaction, ${wrong.length} wrong`,
    );
    tabulate({ promise: 'D5', planted: { caught: Math.min(1, wrong.length), of: 1 } });
    expect(wrong.length).toBeGreaterThan(0);
  });

  it('gives the schema of a new file, from every version', () => {
    for (const { name, steps } of MIGRATED) {
      const fresh = withDb(':memory:', (db) => {
        migrate(db, steps);
        return schemaLines(db);
      });
      for (const { version, file } of versions.filter((older) => older.name === name))
        expect(withDb(migratedFile(file), schemaLines), `${name} from ${version}`).toEqual(fresh);
    }
  });

  it('splits statements like SQLite', () => {
    for (const { name, steps } of MIGRATED)
      withDb(':memory:', (db) => {
        for (const { sql } of steps)
          for (const statement of statementsOf(sql))
            expect(() => exec(db, statement), `${name}: ${statement.slice(0, 80)}`).not.toThrow();
      });
  });
});
