import { get, run, type ReadDb, type SqlParams, type SqlRow, type WriteDb } from '../../sql.ts';
import type { SlotValues } from './undo-steps.ts';

/**
 * Tables whose changes can be undone. The undo journal stores and restores whole rows, so a change can be
 * undone regardless of the function that made it. The last argument of `table` specifies where a row contains
 * the company id: in the key (`key`), in the first column after the key (`values`), or nowhere (`none`).
 */
const TABLES = {
  watchlist: table(
    'watchlist',
    ['list_id'],
    ['name', 'name_folded', 'created_at_ms', 'removed_at_ms'],
    'none',
  ),
  watchlist_entry: table(
    'watchlist_entry',
    ['company_id', 'list_id'],
    ['company_name', 'reason', 'added_at_ms', 'dropped'],
    'key',
  ),
  status: table('status', ['status_id'], ['name', 'name_folded', 'position'], 'none'),
  company_status: table('company_status', ['company_id'], ['company_name', 'status_id', 'set_at_ms'], 'key'),
  tag: table(
    'tag',
    ['tag_id'],
    ['name', 'name_folded', 'created_at_ms', 'merged_into', 'removed_at_ms'],
    'none',
  ),
  company_tag: table('company_tag', ['company_id', 'tag_id'], ['company_name', 'added_at_ms'], 'key'),
  task: table(
    'task',
    ['task_id'],
    [
      'company_id',
      'company_name',
      'title',
      'due_on',
      'snoozed_until',
      'created_at_ms',
      'done_at_ms',
      'due_time',
      'follows_entry_id',
    ],
    'values',
  ),
  contact_log: table(
    'contact_log',
    ['entry_id'],
    [
      'company_id',
      'company_name',
      'happened_on',
      'channel',
      'line',
      'person_ref_id',
      'created_at_ms',
      'answer',
    ],
    'values',
  ),
  saved_filter: table(
    'saved_filter',
    ['filter_id'],
    ['name', 'name_folded', 'question', 'created_at_ms'],
    'none',
  ),
  saved_search: table(
    'saved_search',
    ['search_id'],
    ['name', 'name_folded', 'question', 'question_key', 'position', 'created_at_ms'],
    'none',
  ),
  search_view: table('search_view', ['view_id'], ['search_id', 'viewed_at_ms'], 'none'),
  signal_view: table('signal_view', ['view_id'], ['viewed_at_ms'], 'none'),
  signal_removal: table('signal_removal', ['removal_id'], ['removed_at_ms'], 'none'),
  duplicate_dismissal: table('duplicate_dismissal', ['dismissal_id'], ['dismissed_at_ms'], 'none'),
  message_template: table(
    'message_template',
    ['template_id'],
    ['name', 'name_folded', 'subject', 'body', 'created_at_ms', 'changed_at_ms'],
    'none',
  ),
  own_act: table(
    'own_act',
    ['act_id'],
    ['company_id', 'company_name', 'at_ms', 'what', 'about', 'person_ref_id'],
    'values',
  ),
  local_company: table(
    'local_company',
    ['company_id'],
    ['company_name', 'website_host', 'linkedin_page', 'created_at_ms', 'joined_into'],
    'key',
  ),
  triage: table('triage', ['company_id'], ['company_name', 'until_ms', 'set_at_ms', 'acted_at_ms'], 'key'),
  watch_rule: table(
    'watch_rule',
    ['list_id'],
    ['watched', 'refresh_days', 'records_a_month', 'since_ms'],
    'none',
  ),
  change_mark: table('change_mark', ['company_id'], ['up_to_ms'], 'none'),
  follow_up_rules: table('follow_up_rules', ['one'], ['value', 'set_at_ms'], 'none'),
  investor_watch: table('investor_watch', ['name_folded'], ['name', 'since_ms', 'seen_up_to_ms'], 'none'),
  investor_merge: table(
    'investor_merge',
    ['name_folded'],
    ['name', 'into_folded', 'into_name', 'merged_at_ms'],
    'none',
  ),
  investor_distinct: table('investor_distinct', ['name_folded', 'other_folded'], ['set_at_ms'], 'none'),
  plan_rules: table('plan_rules', ['one'], ['value', 'set_at_ms'], 'none'),
  preference: table('preference', ['name'], ['value', 'set_at_ms'], 'none'),
  ours_import: table(
    'ours_import',
    ['import_id'],
    ['kind', 'source', 'lines', 'imported_at_ms', 'removed_at_ms'],
    'none',
  ),
  archive_exchange: table('archive_exchange', ['exchange_id'], ['at_ms'], 'none'),
  ours_decision: table('ours_decision', ['company_id', 'match_key'], ['is_same', 'decided_at_ms'], 'key'),
};

export type UndoTable = keyof typeof TABLES;
export const isUndoTable = (name: string): name is UndoTable => Object.hasOwn(TABLES, name);
export type RowKey = readonly (string | number)[];

/** Returns the columns of a row except its key; null if the row does not exist. */
export function undoRow(db: ReadDb, name: UndoTable, key: RowKey): SlotValues | null {
  const { columns, select } = TABLES[name];
  const row = get(db, select, keyParams(key));
  return row === null ? null : columns.map((column) => plain(row, column));
}

export function putUndoRow(db: WriteDb, name: UndoTable, key: RowKey, values: SlotValues): void {
  const valueParams = Object.fromEntries(values.map((value, index) => [`v${index}`, value]));
  run(db, TABLES[name].upsert, { ...keyParams(key), ...valueParams });
}

export function deleteUndoRow(db: WriteDb, name: UndoTable, key: RowKey): void {
  run(db, TABLES[name].remove, keyParams(key));
}

/**
 * Returns the id of the company to which a row belongs; null for tables whose rows do not belong to one
 * company.
 */
export function companyOfRow(name: UndoTable, key: RowKey, values: SlotValues | null): string | null {
  const { company } = TABLES[name];
  const id = company === 'key' ? key[0] : company === 'values' ? values?.[0] : null;
  return typeof id === 'string' ? id : null;
}

type CompanyPlace = 'key' | 'values' | 'none';

function table(
  name: string,
  keys: readonly string[],
  columns: readonly string[],
  company: CompanyPlace,
): { columns: readonly string[]; company: CompanyPlace; select: string; upsert: string; remove: string } {
  const where = keys.map((column, index) => `${column} = :k${index}`).join(' AND ');
  const bound = [...keys.map((_, index) => `:k${index}`), ...columns.map((_, index) => `:v${index}`)];
  const update = columns.map((column) => `${column} = excluded.${column}`).join(', ');
  return {
    columns,
    company,
    select: `SELECT ${columns.join(', ')} FROM ${name} WHERE ${where}`,
    upsert: `INSERT INTO ${name} (${[...keys, ...columns].join(', ')}) VALUES (${bound.join(', ')})
      ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${update}`,
    remove: `DELETE FROM ${name} WHERE ${where}`,
  };
}

const keyParams = (key: RowKey): SqlParams =>
  Object.fromEntries(key.map((value, index) => [`k${index}`, value]));

function plain(row: SqlRow, column: string): string | number | null {
  const value = row[column] ?? null;
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw new Error(`column ${column} holds ${typeof value}`);
}
