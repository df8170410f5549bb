import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../../electron/core/database/open.ts';
import { all, close, textOrNull, type ReadDb } from '../../../electron/core/database/sql.ts';
import { clock, log } from '../../support/app/library-fixtures.ts';
import { filesBelow } from './fixture-files.ts';

/*
 * Collects every stored identifier in a data folder, except table and column names, which
 * `test/sql/__schema__` records. Reads the data without the product's code. After an identifier is renamed,
 * that code would both write and read the new name, and the test would not notice the change.
 */

export interface PersistedNames {
  readonly files: readonly string[];
  readonly keychainAccounts: readonly string[];
  /**
   * Paths of keys, such as `a.b[].c`. A key whose values are product identifiers has one path for each value,
   * such as `kind=profile`.
   */
  readonly settings: readonly string[];
  readonly workspaceRecord: readonly string[];
  /** All values of a column, by `database.table.column`. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** Paths of the keys in a JSON column, by `database.table.column`. */
  readonly json: Readonly<Record<string, readonly string[]>>;
}

/** Columns whose values are product identifiers, such as states. */
const VALUE_COLUMNS = {
  yours: [
    'company_status.status_id',
    'contact_log.channel',
    'own_act.what',
    'own_act.about',
    'preference.name',
    'suppression.asked',
    'suppression_key.kind',
    'undo_slot.part',
    'undo_step.what',
  ],
  ledger: [
    'allowance.scope',
    'correction.source',
    'counter.budget',
    'day_use.lane',
    'entry.endpoint',
    'entry.lane',
    'entry.reason',
    'entry.refused_allowance',
    'entry.screen',
    'entry.state',
    'job.item_key',
    'job.kind',
    'job.reason',
    'job.screen',
    'job.state',
    'job_group.owner',
    'learned_cost.endpoint',
    'learned_cost.unit',
    'limit_in_force.source',
    'limit_seen.source',
    'notice.notice_key',
    'offline_call.screen',
    'offline_call.state',
    'plan.paused',
    'plan.state',
    'plan_fact.name',
    'plan_item.item_key',
    'plan_item.step',
    'reading.key_type',
  ],
  cache: [
    'company.source',
    'company_change.kind',
    'company_panel.content_source',
    'company_panel.panel',
    'company_source.source',
    'contact.source',
    'contacts_state.source',
    'contacts_state.state',
    'normalised.part',
    'query_set.endpoint',
    'round.detail_level',
    'round.source',
    'round_source.source',
    'round_told.kind',
    'signal.event',
    'signal.key_rule',
    'signal.via',
  ],
} as const;

/** Columns that contain the product's JSON. */
const JSON_COLUMNS = {
  yours: ['plan_rules.value', 'preference.value', 'saved_filter.question', 'saved_search.question'],
  ledger: [
    'job.accepted',
    'job.outcome',
    'job.request',
    'job.spent',
    'offline_call.accepted',
    'offline_call.asked',
    'offline_call.outcome',
    'plan_item.spent',
    'plan_item.what',
  ],
  cache: ['company.field_claims', 'company_change.told', 'contact.field_claims', 'round.field_claims'],
} as const;

/** The version of the product that wrote a data folder. */
export type StoredBy = '0.1.0' | 'today';

/**
 * The tables of `ledger.db` that only one of the two versions has, by version. Migration 90 replaced the
 * tables of plans and of the offline queue with tables of jobs.
 */
const TABLES_OF: Readonly<Record<StoredBy, readonly string[]>> = {
  '0.1.0': ['offline_call', 'plan', 'plan_item'],
  today: ['job', 'job_group'],
};

/**
 * Values that only the current version stores. For instance, the source of pasted events is now stored as
 * `paste`; version 0.1.0 stored it as `webhook`.
 */
const ADDED_VALUES: Readonly<Record<string, readonly string[]>> = {
  'ledger.plan_fact.name': ['catch-up-filters <digest>', 'catch-up-sent'],
  'cache.company.source': ['paste'],
  'cache.company_source.source': ['paste'],
  'cache.round.source': ['paste'],
  'cache.round_source.source': ['paste'],
};

/**
 * Files that only the current version stores. They contain counts, by which the app detects that a database
 * file was lost or replaced with an older one.
 */
const ADDED_FILES = ['ledger.mark', 'yours.mark'].map((name) => `workspaces/<workspace>/${name}`);

/** Returns the files that a version stores. `first` lists the files of version 0.1.0. */
export const filesStoredBy = (version: StoredBy, first: readonly string[]): string[] =>
  [...first, ...(version === 'today' ? ADDED_FILES : [])].sort();

/** Returns the values that a version stores in a column. `first` lists the values of version 0.1.0. */
export const valuesStoredBy = (version: StoredBy, column: string, first: readonly string[]): string[] =>
  [...first, ...(version === 'today' ? (ADDED_VALUES[column] ?? []) : [])].sort();

/** Returns whether this version of the app stores the column `database.table.column`. */
export function isStoredBy(version: StoredBy, name: string): boolean {
  const other = TABLES_OF[version === 'today' ? '0.1.0' : 'today'];
  return !(name.startsWith('ledger.') && other.includes(name.split('.')[1] ?? ''));
}

export function collectNames(dataDir: string, accounts: Iterable<string>, version: StoredBy): PersistedNames {
  const files = filesBelow(dataDir);
  const folders = files
    .filter((name) => name.endsWith('/workspace.json'))
    .map((name) => join(dataDir, name, '..'));
  return {
    files: distinct(files.map(withoutIds)),
    keychainAccounts: distinct([...accounts].map(withoutIds)),
    settings: distinct(pathsOf(readJson(join(dataDir, 'settings.json')))),
    workspaceRecord: distinct(folders.flatMap((folder) => pathsOf(readJson(join(folder, 'workspace.json'))))),
    values: columnsOf(folders, VALUE_COLUMNS, version, (value) => [withoutIds(value)]),
    json: columnsOf(folders, JSON_COLUMNS, version, (value) => pathsOf(JSON.parse(value))),
  };
}

const distinct = (names: readonly string[]): string[] => [...new Set(names)].sort();

/** Replaces ids, dates and similar values with placeholders, because they differ between data folders. */
const withoutIds = (name: string): string =>
  name
    .replace(/\b[0-9a-f]{24}\b/g, '<workspace>')
    .replace(/\b[0-9a-f]{64}\b/g, '<digest>')
    .replace(
      /yours\.\d{8}T\d{9}Z\.(\w+)\.n\d+\.w\d+\.v\d+\.[0-9a-f]{32}/,
      'yours.<time>.$1.n<n>.w<n>.v<n>.<digest>',
    )
    .replace(/\bcmp_\w+/g, '<company>')
    .replace(/\d{4}-\d{2}-\d{2}/g, '<date>')
    .replace(/(?<=^(?:instant|search)\/).*/, '<id>');

type Columns = Readonly<Record<'yours' | 'ledger' | 'cache', readonly string[]>>;

function columnsOf(
  folders: readonly string[],
  columns: Columns,
  version: StoredBy,
  namesIn: (value: string) => readonly string[],
): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [database, names] of Object.entries(columns))
    for (const folder of folders) {
      const db = openDatabase(join(folder, `${database}.db`), { clock, log });
      for (const name of names) {
        const key = `${database}.${name}`;
        if (!isStoredBy(version, key)) continue;
        found[key] = distinct([...(found[key] ?? []), ...valuesIn(db, name).flatMap(namesIn)]);
      }
      close(db);
    }
  return found;
}

function valuesIn(db: ReadDb, name: string): string[] {
  const [table, column] = name.split('.');
  return all(db, `SELECT DISTINCT "${column ?? ''}" AS value FROM "${table ?? ''}"`).flatMap(
    (row) => textOrNull(row, 'value') ?? [],
  );
}

/** Fields of stored JSON whose values are product identifiers. `pathsOf` includes these values. */
const WORDS =
  /^(kind|keyType|apiKeyPlace|webhookKeyPlace|mode|slot|previousSlot|kdf|why|lane|certainty|endpoint|list|panel|outcome|budget|sort|statuses\[\]|triage\[\]|windows\[\]|freshness\[\])$/;

/**
 * Returns the path of every field, such as `items[].cost.records`. If a field is in `WORDS`, its value is
 * appended, as in `kind=profile`.
 */
function pathsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsOf(item, `${path}[]`));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) =>
      pathsOf(inner, path === '' ? key : `${path}.${key}`),
    );
  if (path === '') return [];
  const key = path.split('.').at(-1) ?? '';
  return [WORDS.test(key) ? `${path}=${String(value)}` : path];
}

function readJson(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
