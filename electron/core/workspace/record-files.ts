import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stampOf } from '../durability/backup-name.ts';
import { freshName, prepareFile, renameDurably } from '../durability/file-sync.ts';
import { messageOf } from '../message-of.ts';

/*
 * The record of a workspace stands in its folder twice: nothing else says whose files these are and how its people are sealed.
 * The copy is written first, so that it is never older than the record: with the record lost, it takes nothing back.
 */

const RECORD_FILE = 'workspace.json';
const COPY_FILE = 'workspace.copy.json';

/** `closed`: the system does not let it be read now. `too-new`: of a newer Roundwatch. Nothing takes the place of either. */
type Reading<T> =
  | { readonly state: 'good'; readonly record: T; readonly text: string }
  | { readonly state: 'missing' | 'damaged' | 'closed' | 'too-new' };

/** What became of a record at the start. `keptAs`: the damaged file, under the name that it has now. */
export type Mended =
  | { readonly state: 'sound' | 'copied' | 'unreadable' }
  | { readonly state: 'restored'; readonly keptAs: string | null }
  | { readonly state: 'failed'; readonly error: string };

/** The record of one folder and its copy. */
export interface RecordFiles<T> {
  /** Null where neither can be read. */
  read(): T | null;
  /** Whether either is there, readable or not. */
  isThere(): boolean;
  /** Durably, both: whatever throws has changed neither, and a crash leaves each of them old or new. */
  write(text: string): void;
  /** Makes both the same again, from the record if it can be read, and clears what a crash in `write` left. Never throws. */
  mend(atMs: number): Mended;
  /** Keeps a record that cannot be used under another name; null where there is nothing to keep. */
  setAside(atMs: number): string | null;
  /** Gives up the record in one step that needs no room on the disk: what is left bears `mark`. */
  giveUp(mark: string): void;
}

/** @param parse gives null for a record of a newer Roundwatch, and throws where the text is no record of this workspace */
export function createRecordFiles<T>(folder: string, parse: (text: string) => T | null): RecordFiles<T> {
  const record = join(folder, RECORD_FILE);
  const copy = join(folder, COPY_FILE);
  const look = (file: string): Reading<T> => readWith(file, parse);
  const setAside = (atMs: number): string | null => {
    if (!['damaged', 'too-new'].includes(look(record).state)) return null;
    const name = freeName(folder, atMs);
    renameDurably(record, join(folder, name));
    return name;
  };
  const mend = (atMs: number): Mended => {
    try {
      for (const file of [copy, record]) rmSync(freshName(file), { force: true });
      return align({ record, copy, look, setAside: () => setAside(atMs) });
    } catch (error) {
      return { state: 'failed', error: messageOf(error) };
    }
  };
  return {
    mend,
    setAside,
    read: () => {
      const first = look(record);
      if (first.state === 'good') return first.record;
      if (first.state === 'too-new') return null;
      const second = look(copy);
      return second.state === 'good' ? second.record : null;
    },
    isThere: () => existsSync(record) || existsSync(copy),
    write: (text) => {
      try {
        // What a full disk refuses, it refuses here, with both still as they were.
        for (const file of [copy, record]) prepareFile(file, text);
        for (const file of [copy, record]) renameDurably(freshName(file), file);
      } catch (error) {
        // The copy may already say what was refused: a record that stands decides.
        if (look(record).state === 'good') mend(0);
        throw error;
      }
    },
    giveUp: (mark) => {
      // With the mark in the folder, a copy that a crash leaves here is nobody's record.
      const standing = [record, copy].find((file) => existsSync(file));
      if (standing !== undefined) renameSync(standing, join(folder, mark));
    },
  };
}

interface Pair<T> {
  readonly record: string;
  readonly copy: string;
  look(file: string): Reading<T>;
  /** Gives the name under which the record is kept. */
  setAside(): string | null;
}

/** The record that can be read is the one in force, whatever the copy says. */
function align<T>({ record, copy, look, setAside }: Pair<T>): Mended {
  const [first, second] = [look(record), look(copy)];
  if (first.state === 'good') {
    if (second.state === 'closed' || (second.state === 'good' && second.text === first.text))
      return { state: 'sound' };
    renameDurably(prepareFile(copy, first.text), copy);
    return { state: 'copied' };
  }
  if (second.state !== 'good' || first.state === 'too-new') return { state: 'unreadable' };
  if (first.state === 'closed') return { state: 'sound' };
  const fresh = prepareFile(record, second.text);
  const keptAs = setAside();
  renameDurably(fresh, record);
  return { state: 'restored', keptAs };
}

const NO_FILE: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR']);

function readWith<T>(file: string, parse: (text: string) => T | null): Reading<T> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    return { state: NO_FILE.has(code) ? 'missing' : 'closed' };
  }
  try {
    const record = parse(text);
    return record === null ? { state: 'too-new' } : { state: 'good', record, text };
  } catch {
    return { state: 'damaged' };
  }
}

/** As damaged databases are named. */
function freeName(folder: string, atMs: number): string {
  const stamp = stampOf(atMs).replace(/\d{3}Z$/, 'Z');
  let free = `workspace.damaged-${stamp}.json`;
  for (let number = 2; existsSync(join(folder, free)); number += 1)
    free = `workspace.damaged-${stamp}-${number}.json`;
  return free;
}
