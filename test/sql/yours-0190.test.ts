import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { migrate } from '../../electron/core/database/migrate.ts';
import { yoursMigrations } from '../../electron/core/database/migrations/yours/index.ts';
import { openDatabase } from '../../electron/core/database/open.ts';
import { tasksByState } from '../../electron/core/database/queries/yours/tasks.ts';
import { all, exec, type WriteDb } from '../../electron/core/database/sql.ts';
import { undoChange } from '../../electron/core/user-data/undo-journal.ts';
import * as fixtures from '../support/app/library-fixtures.ts';

const UNDONE_MS = 1_782_000_030_000;

/** Returns a database in the state before the migration, filled with the fixtures up to version 120. */
function storedBefore(): WriteDb {
  const db = openDatabase(':memory:', { clock: fixtures.clock, log: fixtures.log });
  for (const version of [10, 30, 120]) {
    migrate(
      db,
      yoursMigrations.filter(({ id }) => id <= version),
    );
    exec(db, readFileSync(new URL(`fixtures/yours-${version}.sql`, import.meta.url), 'utf8'));
  }
  migrate(
    db,
    yoursMigrations.filter(({ id }) => id < 190),
  );
  return db;
}

describe('yours.db at version 190', () => {
  it('keeps tasks and log entries, which are neither follow-ups nor answers', () => {
    const db = storedBefore();
    const tasks = () => all(db, 'SELECT task_id, title, due_on, done_at_ms FROM task ORDER BY task_id');
    const entries = () => all(db, 'SELECT entry_id, happened_on, line FROM contact_log ORDER BY entry_id');
    const before = [tasks(), entries()];
    expect(before.map((rows) => rows.length > 0)).toEqual([true, true]);
    migrate(db, yoursMigrations);
    expect([tasks(), entries()]).toEqual(before);
    const stored = [...tasksByState(db, false), ...tasksByState(db, true)];
    expect(stored.map(({ followUp }) => followUp)).toEqual(stored.map(() => null));
    expect(all(db, 'SELECT DISTINCT answer FROM contact_log').map(({ answer }) => answer)).toEqual([null]);
    expect(all(db, 'SELECT * FROM follow_up_rules')).toEqual([]);
  });

  it('can still undo and redo the changes of tasks that it stored before', () => {
    const db = storedBefore();
    migrate(db, yoursMigrations);
    const titles = () => tasksByState(db, false).map(({ title }) => title);
    expect(titles()).toContain('Call back');
    undoChange(db, '5', UNDONE_MS);
    const { recorded } = undoChange(db, '4', UNDONE_MS);
    expect(titles()).not.toContain('Call back');
    undoChange(db, recorded.undo ?? '', UNDONE_MS);
    expect(titles()).toContain('Call back');
  });

  it('leaves the undo steps of other data unchanged', () => {
    const db = storedBefore();
    const others = () =>
      all(
        db,
        "SELECT * FROM undo_slot WHERE part NOT IN ('task', 'contact_log') ORDER BY step_id, position",
      ).map((row) => ({ ...row }));
    const before = others();
    expect(before.length).toBeGreaterThan(0);
    migrate(db, yoursMigrations);
    expect(others()).toEqual(before);
  });
});
