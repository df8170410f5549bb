import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { migrate } from '../../electron/core/database/migrate.ts';
import { yoursMigrations } from '../../electron/core/database/migrations/yours/index.ts';
import { openDatabase } from '../../electron/core/database/open.ts';
import { tasksByState, timedTasks } from '../../electron/core/database/queries/yours/tasks.ts';
import { all, exec, type WriteDb } from '../../electron/core/database/sql.ts';
import { undoChange } from '../../electron/core/user-data/undo-journal.ts';
import * as fixtures from '../support/app/library-fixtures.ts';
import { plansOf } from '../support/database/sql-tools.ts';

const UNDONE_MS = 1_782_000_030_000;

/** Returns a database of version 120 that contains the fixtures' rows. */
function stored120(): WriteDb {
  const db = openDatabase(':memory:', { clock: fixtures.clock, log: fixtures.log });
  for (const version of [10, 30, 120]) {
    migrate(
      db,
      yoursMigrations.filter(({ id }) => id <= version),
    );
    exec(db, readFileSync(new URL(`fixtures/yours-${version}.sql`, import.meta.url), 'utf8'));
  }
  return db;
}

describe('yours.db from version 120 to 140', () => {
  it('keeps the due day of every task, without a time', () => {
    const db = stored120();
    const columns = 'task_id, company_id, title, due_on, snoozed_until, created_at_ms, done_at_ms';
    const rows = () => all(db, `SELECT ${columns} FROM task ORDER BY task_id`);
    const before = rows();
    expect(before).toHaveLength(3);
    migrate(db, yoursMigrations);
    expect(rows()).toEqual(before);
    const tasks = [...tasksByState(db, false), ...tasksByState(db, true)];
    expect(tasks.map(({ dueTime }) => dueTime)).toEqual([null, null, null]);
  });

  it('can still undo and redo the changes of tasks that it stored before', () => {
    const db = stored120();
    migrate(db, yoursMigrations);
    const open = () => tasksByState(db, false).map(({ title, dueOn }) => [title, dueOn]);
    expect(open()).toEqual([
      ['Call back', '2026-06-22'],
      ['Send the deck 📎', '2026-06-20'],
    ]);
    undoChange(db, '5', UNDONE_MS);
    const { recorded } = undoChange(db, '4', UNDONE_MS);
    expect(open()).toEqual([
      ['Call', '2026-06-21'],
      ['Send "it" 📎', null],
      ['Send the deck 📎', '2026-06-20'],
    ]);
    undoChange(db, recorded.undo ?? '', UNDONE_MS);
    expect(open()[0]).toEqual(['Call back', '2026-06-22']);
  });

  it('does not change the undo steps of other data', () => {
    const db = stored120();
    const others = () =>
      all(db, "SELECT * FROM undo_slot WHERE part <> 'task' ORDER BY step_id, position").map((row) => ({
        ...row,
      }));
    const before = others();
    expect(before.length).toBeGreaterThan(0);
    migrate(db, yoursMigrations);
    expect(others()).toEqual(before);
  });

  it('refuses a time without a day, and a text that is not a time', () => {
    const db = fixtures.memoryYours();
    const insert = (dueOn: string, dueTime: string): void =>
      exec(
        db,
        `INSERT INTO task (company_id, company_name, title, due_on, due_time, created_at_ms)
         VALUES ('a', 'A', 'Call', ${dueOn}, ${dueTime}, 1)`,
      );
    insert("'2026-06-10'", "'14:30'");
    expect(() => insert('NULL', "'14:30'")).toThrow('CHECK');
    expect(() => insert("'2026-06-10'", "'9:00'")).toThrow('CHECK');
  });
});

it('tasks with a time are read in the order of their index, up to a time', () => {
  const db = fixtures.memoryYours();
  const range = { fromDay: '2026-06-09', untilDay: '2026-06-10', untilTime: '14:30' };
  expect(plansOf(db, (on) => timedTasks(on, range))[0]).toBe(
    'SEARCH task USING INDEX task_timed (due_on>? AND (due_on,due_time)<(?,?))',
  );
  exec(
    db,
    `INSERT INTO task (company_id, company_name, title, due_on, due_time, created_at_ms) VALUES
       ('a', 'A', 'at the end', '2026-06-10', '14:30', 1), ('a', 'A', 'too late', '2026-06-10', '14:31', 1),
       ('a', 'A', 'no time', '2026-06-10', NULL, 1), ('a', 'A', 'too early', '2026-06-08', '20:00', 1),
       ('a', 'A', 'yesterday', '2026-06-09', '20:00', 1), ('a', 'A', 'tomorrow', '2026-06-11', '08:00', 1);`,
  );
  expect(timedTasks(db, range).map(({ title }) => title)).toEqual(['yesterday', 'at the end']);
});
