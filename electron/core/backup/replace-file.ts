import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { removeWithSides, renameDurably, SIDE_FILES, syncFile, syncFolder } from './durable-files.ts';
import { stampOf } from './backup-name.ts';
import { removeMark } from './usage-mark.ts';

/*
 * Replaces a database file. After a crash, either the complete old file or the complete new file remains, and
 * the new file is never combined with the old file's log. The new file is prepared under a temporary name and
 * then renamed to `<file>.next-<stamp>.db`. From then on, the replacement is committed: after a crash, it is
 * completed the next time the workspace is opened.
 */

type ReplacedFile = 'cache' | 'yours' | 'ledger';

const NEXT = /^(yours|ledger)\.next-(\d{8}T\d{9}Z)\.db$/;

/** Returns the path at which the new file is prepared. */
export const preparedFile = (folder: string, name: ReplacedFile): string =>
  join(folder, `${name}.prepared.db`);

/**
 * Replaces the current file with the prepared one. The prepared file must be closed and have no log.
 * @returns the name of the file that was set aside, or null
 */
export function replaceFile(folder: string, name: ReplacedFile, atMs: number): string | null {
  const prepared = preparedFile(folder, name);
  syncFile(prepared);
  renameDurably(prepared, join(folder, `${name}.next-${stampOf(atMs)}.db`));
  return finishReplacing(folder).find((done) => done.name === name)?.setAside ?? null;
}

/** Completes committed replacements; call before opening a workspace's files. */
export function finishReplacing(folder: string): { name: ReplacedFile; setAside: string | null }[] {
  const done: { name: ReplacedFile; setAside: string | null }[] = [];
  const decided = existsSync(folder) ? readdirSync(folder).sort() : [];
  for (const each of decided) {
    const parts = NEXT.exec(each);
    const name = parts?.[1];
    if (name !== 'yours' && name !== 'ledger') continue;
    const setAside = setAsideFile(folder, name, `${name}.replaced-${parts?.[2] ?? ''}.db`);
    removeMark(folder, name);
    renameDurably(join(folder, each), join(folder, `${name}.db`));
    done.push({ name, setAside });
  }
  for (const name of ['yours', 'ledger'] as const) removeWithSides(preparedFile(folder, name));
  return done;
}

/**
 * Moves a file and its side files aside and flushes the new names.
 * @returns the new name, or null if there was no file to move
 */
export function setAsideFile(folder: string, name: ReplacedFile, aside: string): string | null {
  let found = false;
  for (const side of SIDE_FILES) {
    const from = join(folder, `${name}.db${side}`);
    if (!existsSync(from)) continue;
    renameSync(from, join(folder, aside + side));
    found = true;
  }
  if (found) syncFolder(folder);
  return found ? aside : null;
}

/** Returns an unused name for a damaged file. */
export function damagedName(folder: string, name: ReplacedFile, atMs: number): string {
  const stamp = stampOf(atMs).replace(/\d{3}Z$/, 'Z');
  let free = `${name}.damaged-${stamp}.db`;
  for (let number = 2; SIDE_FILES.some((side) => existsSync(join(folder, free + side))); number += 1)
    free = `${name}.damaged-${stamp}-${number}.db`;
  return free;
}
