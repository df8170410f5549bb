import { describe, expect, it } from 'vitest';
import * as notes from '../../electron/core/database/queries/yours/notes.ts';
import * as lists from '../../electron/core/database/queries/yours/lists.ts';
import * as triage from '../../electron/core/database/queries/yours/triage.ts';
import { all, num, text, type ReadDb } from '../../electron/core/database/sql.ts';
import { memoryYours } from '../support/app/library-fixtures.ts';
import { plansOf, schemaOf } from '../support/database/sql-tools.ts';

describe('yours.db', () => {
  it('has the recorded schema', async () => {
    await expect(schemaOf(memoryYours())).toMatchFileSnapshot('__schema__/yours.sql');
  });

  it('has strict types', () => {
    const tables = all(
      memoryYours(),
      "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_%'",
    );
    expect(tables.filter((row) => num(row, 'strict') === 0).map((row) => text(row, 'name'))).toEqual([]);
  });
});

describe('reads of yours.db use an index', () => {
  const db = memoryYours();
  const reads: Record<string, (db: Parameters<Parameters<typeof plansOf>[1]>[0]) => unknown> = {
    noteOf: (on) => notes.noteOf(on, 'a'),
    companiesWithNoteAmong: (on) => notes.companiesWithNoteAmong(on, ['a']),
    userDataNames: (on) => notes.userDataNames(on, ['a']),
    watchlistById: (on) => lists.watchlistById(on, 1),
    watchlistNamed: (on) => lists.watchlistNamed(on, 'a'),
    listsOfCompany: (on) => lists.listsOfCompany(on, 'a'),
    listNamesOf: (on) => lists.listNamesOf(on, ['a']),
  };
  it.each(Object.entries(reads))('%s', (_name, read) => {
    const scans = plansOf(db, read).filter((line) => /^SCAN (?!wanted|\(subquery)/.test(line));
    expect(scans).toEqual([]);
  });

  it('companies with user data are found without reading a note', () => {
    expect(plansOf(db, (on) => notes.companiesWithUserData(on))).toContain(
      'SCAN note USING COVERING INDEX note_written',
    );
  });
});

const firstPage = { offset: 0, limit: 50 };
const triageReads: Record<string, (db: ReadDb) => unknown> = {
  triageOf: (on) => triage.triageOf(on, ['a']),
  snoozedCompanies: (on) => triage.snoozedCompanies(on, { ...firstPage, nowMs: 1 }),
  doneCompanies: (on) => triage.doneCompanies(on, firstPage),
  countSnoozed: (on) => triage.countSnoozed(on, 1),
  countDone: (on) => triage.countDone(on),
};

describe('triaged companies are read by an index, in order', () => {
  const db = memoryYours();
  it.each(Object.entries(triageReads))('%s', (_name, read) => {
    const plan = plansOf(db, read);
    expect(plan.length).toBeGreaterThan(0);
    // A scan of the index `triage_done` is allowed, because the index contains only done companies, which are
    // the requested rows.
    expect(
      plan.filter((line) => /^SCAN (?!wanted|triage USING (?:COVERING )?INDEX triage_done)/.test(line)),
    ).toEqual([]);
    expect(plan.filter((line) => line.includes('TEMP B-TREE'))).toEqual([]);
  });

  it('the local search reads all triage marks; counts of actions use an index if there is one', () => {
    expect(plansOf(db, (on) => triage.allTriage(on)).join()).toMatch(/^SCAN triage/);
    const plan = plansOf(db, (on) => triage.countActsSince(on, 1));
    // The query may scan up to four tables. The app runs it so rarely that indexes would cost more than they
    // save.
    expect(
      plan.filter((line) => line.startsWith('SCAN') && !/CONSTANT ROW/.test(line)).length,
    ).toBeLessThanOrEqual(4);
  });
});
