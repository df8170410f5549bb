import { describe, expect, it } from 'vitest';
import * as notes from '../../electron/core/database/queries/yours/notes.ts';
import * as lists from '../../electron/core/database/queries/yours/lists.ts';
import { all, num, text } from '../../electron/core/database/sql.ts';
import { memoryYours } from '../support/app/library-fixtures.ts';
import { plansOf, schemaOf } from '../support/database/sql-tools.ts';

describe('yours.db', () => {
  it('has the schema on record', async () => {
    await expect(schemaOf(memoryYours())).toMatchFileSnapshot('__schema__/yours.sql');
  });

  it('keeps types strictly', () => {
    const tables = all(
      memoryYours(),
      "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_%'",
    );
    expect(tables.filter((row) => num(row, 'strict') === 0).map((row) => text(row, 'name'))).toEqual([]);
  });
});

describe('reads of yours.db go by an index', () => {
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

  it('whom the seller wrote about is known without reading a note', () => {
    expect(plansOf(db, (on) => notes.companiesWithUserData(on))).toContain(
      'SCAN note USING COVERING INDEX note_written',
    );
  });
});
