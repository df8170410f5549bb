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
import { openDatabase } from '../../electron/core/db/open.ts';
import { close } from '../../electron/core/db/sql.ts';
import { createBackupStore, type BackupStoreOptions } from '../../electron/core/durability/backup-store.ts';
import { createNotes } from '../../electron/core/library/notes.ts';
import { openWorkspaceFiles } from '../../electron/core/library/open-files.ts';
import { clock, log } from './library-fixtures.ts';

/** What the durability tests share: files with the seller's words in them, and ways to damage them. */

export const surroundings = { clock, log };

/** Saves a note about a company and leaves the files closed. */
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

export const storeIn = (folder: string, more: Partial<BackupStoreOptions> = {}) =>
  createBackupStore({ folder, ...surroundings, ...more });

/** Backs `yours.db` up while nothing else has it open. */
export function backUp(folder: string, more: Partial<BackupStoreOptions> = {}) {
  const yours = openDatabase(join(folder, 'yours.db'), surroundings);
  try {
    return storeIn(folder, more).make('daily', yours);
  } finally {
    close(yours);
  }
}

/** Every file of a folder, byte for byte; SQLite's index of a log aside, which is no content. */
export function bytesBelow(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Map(
    names
      .filter((name) => statSync(join(folder, name)).isFile() && !name.endsWith('-shm'))
      .sort()
      .map((name) => [name, readFileSync(join(folder, name)).toString('base64')]),
  );
}

/** Writes bytes into a file where they stand. */
export function overwrite(file: string, at: number, bytes: Buffer): void {
  const descriptor = openSync(file, 'r+');
  try {
    writeSync(descriptor, bytes, 0, bytes.length, at);
  } finally {
    closeSync(descriptor);
  }
}

/** Copies a workspace's three files with their logs, as they stand, open or not. */
export function copyFiles(from: string, to: string): void {
  for (const name of ['yours', 'ledger', 'cache'])
    for (const side of ['', '-wal', '-shm']) {
      const file = join(from, `${name}.db${side}`);
      if (existsSync(file)) copyFileSync(file, join(to, `${name}.db${side}`));
    }
}
