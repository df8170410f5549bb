import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stampOf } from '../backup/backup-name.ts';
import { freshName, prepareFile, renameDurably } from '../backup/durable-files.ts';
import { messageOf } from '../foundation/error-message.ts';

/*
 * The workspace record exists twice in its folder, because nothing else identifies the files and how contacts
 * are encrypted. The copy is written first and is therefore never older than the record.
 */

const RECORD_FILE = 'workspace.json';
const COPY_FILE = 'workspace.copy.json';

/** `closed`: the system denies access now. `too-new`: written by a newer Roundwatch. Neither is ever overwritten. */
type RecordReadResult<T> =
  | { readonly state: 'good'; readonly record: T; readonly text: string }
  | { readonly state: 'missing' | 'damaged' | 'closed' | 'too-new' };

/** Result of repairing a record at start. `keptAs` is the new name of the damaged file. */
export type RecordRepair =
  | { readonly state: 'sound' | 'copied' | 'unreadable' }
  | { readonly state: 'restored'; readonly keptAs: string | null }
  | { readonly state: 'failed'; readonly error: string };

/** The record of one folder and its copy. */
export interface RecordFiles<T> {
  /** Null if neither can be read. */
  read(): T | null;
  /** Whether either file exists, readable or not. */
  isThere(): boolean;
  /** Writes both durably. On an error neither has changed; after a crash each is either old or new. */
  write(text: string): void;
  /** Makes both identical, preferring a readable record, and removes what a crash in `write` left. Never throws. */
  mend(atMs: number): RecordRepair;
  /** Renames an unusable record; null if there is none. */
  setAside(atMs: number): string | null;
  /** Replaces the record with `mark` in one step that needs no disk space. */
  giveUp(mark: string): void;
}

/**
 * @param parse returns null for a record of a newer Roundwatch and throws if the text is not a record of this
 * workspace
 */
export function createRecordFiles<T>(folder: string, parse: (text: string) => T | null): RecordFiles<T> {
  const record = join(folder, RECORD_FILE);
  const copy = join(folder, COPY_FILE);
  const look = (file: string): RecordReadResult<T> => readWith(file, parse);
  const setAside = (atMs: number): string | null => {
    if (!['damaged', 'too-new'].includes(look(record).state)) return null;
    const name = freeName(folder, atMs);
    renameDurably(record, join(folder, name));
    return name;
  };
  const mend = (atMs: number): RecordRepair => {
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
        // A full disk fails here, with both files unchanged.
        for (const file of [copy, record]) prepareFile(file, text);
        for (const file of [copy, record]) renameDurably(freshName(file), file);
      } catch (error) {
        // The copy may hold the refused change; a readable record takes precedence.
        if (look(record).state === 'good') mend(0);
        throw error;
      }
    },
    giveUp: (mark) => {
      // Once the mark is in the folder, a copy left by a crash is ignored.
      const standing = [record, copy].find((file) => existsSync(file));
      if (standing !== undefined) renameSync(standing, join(folder, mark));
    },
  };
}

interface Pair<T> {
  readonly record: string;
  readonly copy: string;
  look(file: string): RecordReadResult<T>;
  /** Returns the new name of the record. */
  setAside(): string | null;
}

/** A readable record takes precedence over the copy. */
function align<T>({ record, copy, look, setAside }: Pair<T>): RecordRepair {
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

function readWith<T>(file: string, parse: (text: string) => T | null): RecordReadResult<T> {
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

/** Follows the naming of damaged databases. */
function freeName(folder: string, atMs: number): string {
  const stamp = stampOf(atMs).replace(/\d{3}Z$/, 'Z');
  let free = `workspace.damaged-${stamp}.json`;
  for (let number = 2; existsSync(join(folder, free)); number += 1)
    free = `workspace.damaged-${stamp}-${number}.json`;
  return free;
}
