import { describe, expect, it } from 'vitest';
import { first } from '../../electron/core/database/migrations/yours/0010-first.ts';
import { yoursMigrations } from '../../electron/core/database/migrations/yours/index.ts';
import { migrate } from '../../electron/core/database/migrate.ts';
import { openDatabase } from '../../electron/core/database/open.ts';
import * as followUps from '../../electron/core/database/queries/yours/follow-ups.ts';
import * as log from '../../electron/core/database/queries/yours/contact-log.ts';
import * as notes from '../../electron/core/database/queries/yours/notes.ts';
import * as statuses from '../../electron/core/database/queries/yours/statuses.ts';
import * as tags from '../../electron/core/database/queries/yours/tags.ts';
import * as tasks from '../../electron/core/database/queries/yours/tasks.ts';
import { undoRow } from '../../electron/core/database/queries/yours/undo-rows.ts';
import * as undo from '../../electron/core/database/queries/yours/undo-steps.ts';
import * as lists from '../../electron/core/database/queries/yours/lists.ts';
import { all, exec, type ReadDb } from '../../electron/core/database/sql.ts';
import { createNotes } from '../../electron/core/user-data/notes.ts';
import * as fixtures from '../support/app/library-fixtures.ts';
import { plansOf } from '../support/database/sql-tools.ts';

const page = { companyId: 'a', offset: 0, limit: 50 };

describe('yours.db from version 10 to 30', () => {
  it('preserves every note, entry and list; writing a note again adds a step', () => {
    const db = openDatabase(':memory:', { clock: fixtures.clock, log: fixtures.log });
    migrate(db, [first]);
    exec(
      db,
      `INSERT INTO note (company_id, company_name, revision, saved_at_ms, written, body)
         VALUES ('a', 'Company a', 2, 20, 1, 'two 👍');
       INSERT INTO note_revision (company_id, revision, saved_at_ms, body) VALUES ('a', 1, 10, 'one'), ('a', 2, 20, 'two 👍');
       INSERT INTO watchlist (list_id, name, name_folded, created_at_ms) VALUES (7, 'Warm', 'warm', 1);
       INSERT INTO watchlist_entry (list_id, company_id, company_name, reason, added_at_ms, dropped)
         VALUES (7, 'a', 'Company a', 'met', 5, 0), (7, 'b', 'Company b', 'left', 6, 1);`,
    );
    const rows = () => [
      all(db, 'SELECT company_id, company_name, revision, saved_at_ms, written, body FROM note'),
      ...['note_revision', 'watchlist', 'watchlist_entry'].map((table) => all(db, `SELECT * FROM ${table}`)),
    ];
    const before = rows();
    migrate(db, yoursMigrations);
    expect(rows()).toEqual(before);
    const saved = { companyId: 'a', companyName: 'Company a', savedAtMs: 21 };
    createNotes(db).save({ ...saved, body: 'two 👍 and more', baseRevision: 2 });
    const bodies = notes.revisionsOf(db, { ...page, chars: 100 }).map(({ body }) => body);
    expect(bodies).toEqual(['two 👍 and more', 'two 👍', 'one']);
    expect(lists.entriesOfCompany(db, 'a')).toMatchObject([{ reason: 'met', addedAtMs: 5 }]);
  });

  it('starts with the seven statuses of the pipeline', () => {
    expect(statuses.statuses(fixtures.memoryYours()).map(({ name }) => name)).toEqual([
      'New',
      'Contacted',
      'Replied',
      'Meeting',
      'Won',
      'Lost',
      'Not now',
    ]);
  });
});

describe('reads of user data use an index', () => {
  const db = fixtures.memoryYours();
  const reads: Record<string, (db: ReadDb) => unknown> = {
    revisionOf: (on) => notes.revisionOf(on, 'a', 1),
    revisionsOf: (on) => notes.revisionsOf(on, { ...page, chars: 100 }),
    countRevisions: (on) => notes.countRevisions(on, 'a'),
    userDataNames: (on) => notes.userDataNames(on, ['a']),
    entryOfList: (on) => lists.entryOfList(on, 1, 'a'),
    entriesOfCompany: (on) => lists.entriesOfCompany(on, 'a'),
    entriesOfList: (on) => lists.entriesOfList(on, { listId: 1, offset: 0, limit: 50 }),
    statusNamed: (on) => statuses.statusNamed(on, 'new'),
    deletedAmong: (on) => statuses.deletedAmong(on, ['new', 'own-1']),
    statusesOf: (on) => statuses.statusesOf(on, ['a']),
    tagById: (on) => tags.tagById(on, 1),
    tagNamed: (on) => tags.tagNamed(on, 'a'),
    tagsOfCompanies: (on) => tags.tagsOfCompanies(on, ['a']),
    tagFamily: (on) => tags.tagFamily(on, 1),
    taskById: (on) => tasks.taskById(on, 1),
    tasksShownBy: (on) => tasks.tasksShownBy(on, { day: '2026-06-10', offset: 0, limit: 50 }),
    countTasksShownBy: (on) => tasks.countTasksShownBy(on, '2026-06-10'),
    countTasksShownBefore: (on) => tasks.countTasksShownBefore(on, '2026-06-10'),
    tasksOfCompany: (on) => tasks.tasksOfCompany(on, page),
    countTasksOfCompany: (on) => tasks.countTasksOfCompany(on, 'a'),
    tasksShownByAlone: (on) =>
      tasks.tasksShownBy(on, { day: '2026-06-10', followUps: false, offset: 0, limit: 50 }),
    tasksOfEntry: (on) => tasks.tasksOfEntry(on, 1),
    openFollowUpsOf: (on) => tasks.openFollowUpsOf(on, 'a'),
    followUpsShownBy: (on) => followUps.followUpsShownBy(on, { day: '2026-06-10', offset: 0, limit: 50 }),
    countFollowUpsShownBy: (on) => followUps.countFollowUpsShownBy(on, '2026-06-10'),
    contactEntryById: (on) => log.contactEntryById(on, 1),
    contactEntriesOf: (on) => log.contactEntriesOf(on, page),
    countContactEntries: (on) => log.countContactEntries(on, 'a'),
    contactRefs: (on) => log.contactRefs(on, 'a'),
    stepById: (on) => undo.stepById(on, 1),
    slotsOf: (on) => undo.slotsOf(on, 1),
    newestStepOn: (on) => undo.newestStepOn(on, 'note', ['a']),
    undoRow: (on) => undoRow(on, 'company_tag', ['a', 1]),
  };
  it.each(Object.entries(reads))('%s', (_name, read) => {
    const plans = plansOf(db, read);
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.filter((line) => /^SCAN (?!wanted|\(subquery|CONSTANT)/.test(line))).toEqual([]);
  });

  it('due tasks are read in the order of their index', () => {
    const plans = plansOf(db, (on) => tasks.tasksShownBy(on, { day: '2026-06-10', offset: 0, limit: 50 }));
    expect(plans.filter((line) => !line.includes('sibling'))).toEqual([
      'SEARCH task USING INDEX task_due (<expr><?)',
      'CORRELATED SCALAR SUBQUERY 1',
      'SEARCH contact_log USING INTEGER PRIMARY KEY (rowid=?)',
      'CORRELATED SCALAR SUBQUERY 2',
      'CORRELATED SCALAR SUBQUERY 3',
      'CORRELATED SCALAR SUBQUERY 4',
      'SEARCH mark USING PRIMARY KEY (company_id=? AND entry_key=? AND at_ms=?)',
    ]);
  });

  it('counts of statuses and tags never read a company’s name', () => {
    const plans = [
      ...plansOf(db, (on) => statuses.statuses(on)),
      ...plansOf(db, (on) => tags.tagsLike(on, { folded: '', offset: 0, limit: 50 })),
    ];
    expect(
      plans
        .filter((line) => /company_(status|tag)/.test(line))
        .every((line) => line.includes('COVERING INDEX')),
    ).toBe(true);
  });
});
