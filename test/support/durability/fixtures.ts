import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../../electron/core/database/open.ts';
import {
  all,
  close,
  createHandle,
  exec,
  get,
  iterate,
  run,
  transaction,
  type WriteDb,
} from '../../../electron/core/database/sql.ts';
import { insertEntry } from '../../../electron/core/database/queries/ledger/entries.ts';
import { createBackupStore } from '../../../electron/core/backup/backup-store.ts';
import { createNotes } from '../../../electron/core/user-data/notes.ts';
import { openWorkspaceFiles } from '../../../electron/core/backup/open-workspace-files.ts';
import { clock, log } from '../app/library-fixtures.ts';

/* Helpers for the durability tests. They create, back up, copy and damage workspace files. */

export const surroundings = { clock, log };

/** Saves a note about a company and closes the files. */
export function write(folder: string, companyId: string, body: string): void {
  const files = openWorkspaceFiles(folder, surroundings);
  try {
    const notes = createNotes(files.yours);
    const baseRevision = notes.get(companyId).revision;
    notes.save({ companyId, companyName: 'A', body, baseRevision, savedAtMs: 1 });
  } finally {
    files.close();
  }
}

export function noteIn(folder: string, companyId: string): string {
  const files = openWorkspaceFiles(folder, surroundings);
  try {
    return createNotes(files.yours).get(companyId).body;
  } finally {
    files.close();
  }
}

/** Stores the reservation of one request, as the governor does before it sends a request. */
export function insertReserved(ledger: WriteDb): void {
  const cost = { requests: 1, records: 5, pageTurns: 0, companies: 0 };
  const row = {
    epoch: 1,
    keyEpoch: 1,
    atMs: 1,
    wallMs: 1,
    endpoint: 'fundings' as const,
    call: '/fundings',
    companyId: null,
    screen: 'search' as const,
    reason: 'Search',
    listId: null,
    searchId: null,
    lane: 'interactive' as const,
    accepted: cost,
    reserved: cost,
    state: 'reserved' as const,
    fromMs: 1,
    toMs: null,
    completedMs: null,
    cost: null,
    refusedBudget: null,
    refusedAllowance: null,
    detail: null,
  };
  transaction(ledger, () => insertEntry(ledger, row));
}

export const storeIn = (folder: string) => createBackupStore({ folder, ...surroundings });

/** Wraps `db` so `spoil` can damage each copy that `VACUUM INTO` writes. */
export const spoilingCopies = (db: WriteDb, spoil: (copy: string) => void): WriteDb =>
  createHandle({
    all: (sql, params) => all(db, sql, params),
    get: (sql, params) => get(db, sql, params),
    iterate: (sql, params) => iterate(db, sql, params),
    run: (sql, params) => {
      const done = run(db, sql, params);
      if (sql.startsWith('VACUUM INTO') && 'file' in params) spoil(String(params.file));
      return done;
    },
    exec: (sql) => exec(db, sql),
    inTransaction: () => false,
    close: () => close(db),
  });

/** Makes a backup of a closed `yours.db`. `spoil` can damage the copy before the app verifies it. */
export function backUp(folder: string, spoil: (copy: string) => void = () => undefined) {
  const yours = openDatabase(join(folder, 'yours.db'), surroundings);
  try {
    return storeIn(folder).make('daily', spoilingCopies(yours, spoil));
  } finally {
    close(yours);
  }
}

/** Returns the base64 content of every file below a folder, except `-shm` files, which hold no data. */
export function bytesBelow(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Map(
    names
      .filter((name) => statSync(join(folder, name)).isFile() && !name.endsWith('-shm'))
      .sort()
      .map((name) => [name, readFileSync(join(folder, name)).toString('base64')]),
  );
}

export function overwrite(file: string, at: number, bytes: Buffer): void {
  const descriptor = openSync(file, 'r+');
  try {
    writeSync(descriptor, bytes, 0, bytes.length, at);
  } finally {
    closeSync(descriptor);
  }
}

/** Copies a workspace's three files with their `-wal` and `-shm` files, even while they are in use. */
export function copyFiles(from: string, to: string): void {
  for (const name of ['yours', 'ledger', 'cache'])
    for (const side of ['', '-wal', '-shm']) {
      const file = join(from, `${name}.db${side}`);
      if (existsSync(file)) copyFileSync(file, join(to, `${name}.db${side}`));
    }
}
