import { existsSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openDatabase } from '../../../electron/core/database/open.ts';
import { rowCounts } from '../../../electron/core/database/queries/backup.ts';
import { addToCounter } from '../../../electron/core/database/queries/ledger/counters.ts';
import { all, close, exec, type ReadDb } from '../../../electron/core/database/sql.ts';
import { createNotes } from '../../../electron/core/user-data/notes.ts';
import {
  openWorkspaceFiles,
  type WorkspaceFiles,
} from '../../../electron/core/backup/open-workspace-files.ts';
import { createWatchlists } from '../../../electron/core/user-data/lists.ts';
import { copyFiles, insertReserved, overwrite, storeIn, surroundings } from './fixtures.ts';
import type { Dice } from './power-loss.ts';
import { company, fundingsQuery, page, round, row } from '../app/library-fixtures.ts';
import { storePage } from '../app/store-without-key.ts';
import { noJournal } from '../app/no-journal.ts';

const NOTES = 40;

/**
 * Creates two workspaces with data. `closed` was closed properly. `open` was copied while in use, as after a
 * crash, so its newest commits are still in the WAL.
 */
export function makeTemplates(root: string): { closed: string; open: string } {
  const closed = join(root, 'closed');
  const open = join(root, 'open');
  mkdirSync(open, { recursive: true });
  let files = openWorkspaceFiles(closed, surroundings);
  fill(files, 0);
  storeIn(closed).make('daily', files.yours);
  files.close();
  files = openWorkspaceFiles(closed, surroundings);
  fill(files, 1_000);
  copyFiles(closed, open);
  files.close();
  return { closed, open };
}

/** Adds a day of work: the data that `fill` adds, and a ledger row for each note. */
export function fillDay(files: WorkspaceFiles, from: number): void {
  fill(files, from);
  for (let index = 0; index < NOTES; index += 1) insertReserved(files.ledger);
}

function fill(files: WorkspaceFiles, from: number): void {
  const notes = createNotes(files.yours);
  const lists = createWatchlists(files.yours, noJournal);
  const { id } = lists.create(`List ${from}`, 1);
  for (let index = from; index < from + NOTES; index += 1) {
    const companyId = `c${index}`;
    const body = `${companyId} ${'words '.repeat((index * 31) % 300)}`;
    notes.save({ companyId, companyName: 'N', body, baseRevision: 0, savedAtMs: index * 3_600_000 });
    lists.add({ id, companyId, companyName: 'N', reason: 'why', addedAtMs: index });
    const amounts = { spent: index + 1, unknown: 0, others: 0, corrected: 0 };
    addToCounter(files.ledger, 1, 'day', index * 86_400_000, amounts);
  }
  const rows = Array.from({ length: 30 }, (_, index) =>
    row(
      company(`k${from + index}`, { name: `K${index}`, description: 'd'.repeat(900) }),
      round(`r${from + index}`),
    ),
  );
  const query = fundingsQuery({ search: `s${from}` });
  storePage(files.cache, { endpoint: 'fundings', query, page: page(rows), fetchedAtMs: 1 });
}

export type Damaged = 'yours' | 'ledger' | 'cache';

interface Damage {
  readonly name: string;
  /** The template whose file is damaged. Some files, such as a WAL, exist in only one of the templates. */
  readonly from: 'open' | 'closed' | 'any';
  /**
   * Whether this damage can shorten a WAL. A shortened WAL is still valid, so the loss of the newest commits
   * may go unnoticed.
   */
  readonly mayShorten?: true;
  make(file: string, throwDice: Dice): void;
}

const size = (file: string): number => statSync(file).size;
const noise = (length: number, throwDice: Dice): Buffer =>
  Buffer.from(Array.from({ length }, () => throwDice(256)));

function flip(file: string, throwDice: Dice, from = 0): void {
  const bytes = readFileSync(file);
  for (let count = 1 + throwDice(30); count > 0; count -= 1) {
    const at = from + throwDice(bytes.length - from);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << throwDice(8));
  }
  writeFileSync(file, bytes);
}

function setVersion(file: string, version: number): void {
  const db = openDatabase(file, surroundings);
  exec(db, `PRAGMA user_version = ${version}`);
  close(db);
}

export const DAMAGES: readonly Damage[] = [
  { name: 'cut', from: 'any', make: (file, throwDice) => truncateSync(file, throwDice(size(file))) },
  { name: 'flipped bits', from: 'any', make: (file, throwDice) => flip(file, throwDice) },
  {
    name: 'a block of noise',
    from: 'any',
    make: (file, throwDice) => {
      const at = throwDice(size(file));
      overwrite(file, at, noise(Math.min(1 + throwDice(9_000), size(file) - at), throwDice));
    },
  },
  {
    name: 'a page of zeros',
    from: 'any',
    make: (file, throwDice) => overwrite(file, 4_096 * throwDice(size(file) / 4_096), Buffer.alloc(4_096)),
  },
  {
    name: 'all noise',
    from: 'any',
    make: (file, throwDice) => writeFileSync(file, noise(20_000, throwDice)),
  },
  { name: 'empty', from: 'any', make: (file) => writeFileSync(file, '') },
  { name: 'missing', from: 'closed', make: (file) => rmSync(file) },
  { name: 'missing, with its log', from: 'open', make: (file) => rmSync(file) },
  { name: 'empty, with its log', from: 'open', make: (file) => truncateSync(file, 0) },
  { name: 'a text file', from: 'any', make: (file) => writeFileSync(file, 'no database\n'.repeat(900)) },
  {
    name: 'another database',
    from: 'closed',
    make: (file) => {
      rmSync(file);
      const other = new Database(file);
      other.exec('CREATE TABLE other (x); INSERT INTO other VALUES (1); PRAGMA user_version = 10');
      other.close();
    },
  },
  {
    name: 'a folder',
    from: 'closed',
    make: (file) => {
      rmSync(file);
      mkdirSync(file);
    },
  },
  { name: 'a future version', from: 'closed', make: (file) => setVersion(file, 9_990) },
  { name: 'an older version’s number', from: 'closed', make: (file) => setVersion(file, 7) },
  {
    name: 'a log with flipped bits',
    from: 'open',
    mayShorten: true,
    make: (file, throwDice) => flip(`${file}-wal`, throwDice),
  },
  {
    name: 'a log with a wrong header',
    from: 'open',
    make: (file, throwDice) => overwrite(`${file}-wal`, 0, noise(32, throwDice)),
  },
  {
    name: 'a truncated log',
    from: 'open',
    mayShorten: true,
    make: (file, throwDice) => truncateSync(`${file}-wal`, throwDice(size(`${file}-wal`))),
  },
  {
    name: 'a log of noise',
    from: 'closed',
    make: (file, throwDice) => writeFileSync(`${file}-wal`, noise(9_000, throwDice)),
  },
  {
    name: 'noise as the log’s index',
    from: 'any',
    make: (file, throwDice) => writeFileSync(`${file}-shm`, noise(32_768, throwDice)),
  },
  {
    name: 'noise as a journal',
    from: 'closed',
    make: (file, throwDice) => writeFileSync(`${file}-journal`, noise(2_000, throwDice)),
  },
];

/** Returns all rows of the three files by table, sorted. */
export function contentOf(files: Pick<WorkspaceFiles, Damaged>): Record<Damaged, Record<string, string[]>> {
  const of = (db: ReadDb): Record<string, string[]> => {
    const rows = (table: string): string[] =>
      all(db, `SELECT * FROM "${table}"`).map((row) => JSON.stringify(row));
    return Object.fromEntries(Object.keys(rowCounts(db)).map((table) => [table, rows(table).sort()]));
  };
  return { yours: of(files.yours), ledger: of(files.ledger), cache: of(files.cache) };
}

/**
 * Returns how many notes of the templates can be found by company id. A damaged index finds only some of
 * them.
 */
export const notesFound = (yours: WorkspaceFiles['yours']): number =>
  [0, 1_000]
    .flatMap((from) => Array.from({ length: NOTES }, (_, index) => `c${from + index}`))
    .filter((companyId) => createNotes(yours).get(companyId).revision > 0).length;

export const bytesOf = (file: string): string | null =>
  existsSync(file) && statSync(file).isFile() ? readFileSync(file).toString('base64') : null;
