import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { all, run, text, type WriteDb } from '../../../../electron/core/database/sql.ts';
import { fileIn, newFiles, randomFrom, scribble, T0 } from './archive-world.ts';

const CANARY = 'canary-7f3a';

/** The columns of `yours.db` whose text belongs into an archive (docs/archive.md). */
const ARCHIVED: Readonly<Record<string, readonly string[]>> = {
  note: ['company_id', 'company_name', 'body'],
  note_revision: ['company_id', 'body'],
  review_note: ['month', 'body'],
  contact_log: ['company_id', 'company_name', 'happened_on', 'channel', 'line', 'answer'],
  task: ['company_id', 'company_name', 'title', 'due_on', 'due_time', 'snoozed_until'],
  tag: ['name'],
  company_tag: ['company_id', 'company_name'],
  watchlist: ['name'],
  watchlist_entry: ['company_id', 'company_name', 'reason'],
  status: ['status_id', 'name'],
  company_status: ['company_id', 'company_name', 'status_id'],
  triage: ['company_id', 'company_name'],
  message_template: ['name', 'subject', 'body'],
  saved_search: ['name', 'question'],
  saved_filter: ['name', 'question'],
  preference: ['name', 'value'],
  follow_up_rules: ['value'],
  plan_rules: ['value'],
  ours_import: ['kind', 'source'],
  ours_line: ['given'],
  ours_decision: ['company_id', 'match_key'],
  investor_watch: ['name'],
  investor_merge: ['name', 'into_name'],
  investor_distinct: ['name_folded', 'other_folded'],
  archived_version: ['item_type', 'item_key', 'hash'],
};

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

/** Returns all columns of text and bytes that must not reach an archive. */
const secretColumns = (db: WriteDb): Column[] =>
  all(
    db,
    `SELECT schema.name AS name, info.name AS column_name, info.type AS type
     FROM sqlite_schema AS schema JOIN pragma_table_info(schema.name) AS info
     WHERE schema.type = 'table' AND schema.name NOT LIKE 'sqlite_%' AND info.type IN ('TEXT', 'BLOB')`,
  )
    .map((row) => ({ table: text(row, 'name'), column: text(row, 'column_name'), type: text(row, 'type') }))
    .filter(({ table, column }) => ARCHIVED[table]?.includes(column) !== true);

describe('an archive', () => {
  it('contains nothing from any other column of the user database', () => {
    const files = newFiles();
    scribble(files, randomFrom(8), 120, T0);
    run(files.yours, "INSERT INTO person_ref (company_id, identity) VALUES ('a', x'00')");
    run(files.yours, `INSERT INTO suppression (suppression_id, since_ms, asked) VALUES ('s', 1, 'typed');`);
    const planted = secretColumns(files.yours).filter((column) => plant(files.yours, column));
    const names = planted.map(({ table, column }) => `${table}.${column}`);
    expect(names).toEqual(
      expect.arrayContaining(['person_ref.identity', 'undo_slot.before', 'own_act.about']),
    );
    const content = Object.values(unzipSync(fileIn(files))).map((file) =>
      Buffer.from(file).toString('latin1'),
    );
    expect(content.join('')).not.toContain(CANARY);
    expect(content.join('')).toContain('Company a');
  });
});

/** Puts the canary into a column of every row. Returns false if the table is empty or refuses it. */
function plant(db: WriteDb, { table, column, type }: Column): boolean {
  const value = type === 'BLOB' ? Buffer.from(CANARY) : CANARY;
  try {
    return run(db, `UPDATE OR IGNORE "${table}" SET "${column}" = :value`, { value }).changes > 0;
  } catch {
    // The column is a key to other rows or has a fixed set of values.
    return false;
  }
}
