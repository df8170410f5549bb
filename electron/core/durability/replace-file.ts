import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { removeWithSides, renameDurably, SIDE_FILES, syncFile, syncFolder } from './file-sync.ts';
import { stampOf } from './backup-name.ts';

/*
 * Putting another file in a database's place, so that a crash or a power loss at any point leaves either the old one or the
 * new one, never the new one with the old one's log. The new file is made and checked under a name of its own; renaming it to
 * `<file>.next-<stamp>.db` is the decision. From then on it is carried out to the end, at the next opening at the latest.
 */

export type ReplacedFile = 'cache' | 'yours' | 'ledger';

const NEXT = /^(yours|ledger)\.next-(\d{8}T\d{9}Z)\.db$/;

/** Where the new file is made. */
export const preparedFile = (folder: string, name: ReplacedFile): string =>
  join(folder, `${name}.prepared.db`);

/** Decides: the prepared file, closed and without a log, takes the place of what stands. Returns the name of what was set aside. */
export function replaceFile(folder: string, name: ReplacedFile, atMs: number): string | null {
  const prepared = preparedFile(folder, name);
  syncFile(prepared);
  renameDurably(prepared, join(folder, `${name}.next-${stampOf(atMs)}.db`));
  return finishReplacing(folder).find((done) => done.name === name)?.setAside ?? null;
}

/** Carries out what was decided; to be called before a workspace's files are opened. */
export function finishReplacing(folder: string): { name: ReplacedFile; setAside: string | null }[] {
  const done: { name: ReplacedFile; setAside: string | null }[] = [];
  const decided = existsSync(folder) ? readdirSync(folder).sort() : [];
  for (const each of decided) {
    const parts = NEXT.exec(each);
    const name = parts?.[1];
    if (name !== 'yours' && name !== 'ledger') continue;
    const setAside = putAside(folder, name, `${name}.replaced-${parts?.[2] ?? ''}.db`);
    renameDurably(join(folder, each), join(folder, `${name}.db`));
    done.push({ name, setAside });
  }
  for (const name of ['yours', 'ledger'] as const) removeWithSides(preparedFile(folder, name));
  return done;
}

/** Moves a file with what lies beside it out of the way; null where there was nothing. The names are on the disk then. */
export function putAside(folder: string, name: ReplacedFile, aside: string): string | null {
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

/** A name for a damaged file that nothing bears yet. */
export function damagedName(folder: string, name: ReplacedFile, atMs: number): string {
  const stamp = stampOf(atMs).replace(/\d{3}Z$/, 'Z');
  let free = `${name}.damaged-${stamp}.db`;
  for (let number = 2; SIDE_FILES.some((side) => existsSync(join(folder, free + side))); number += 1)
    free = `${name}.damaged-${stamp}-${number}.db`;
  return free;
}
