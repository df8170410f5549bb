import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stampOf } from '../backup/backup-name.ts';
import { freshName, prepareFile, renameDurably } from '../backup/durable-files.ts';
import { messageOf } from '../foundation/error-message.ts';

/*
 * The workspace record and its copy. Without a record, a workspace cannot be opened and its contacts cannot
 * be decrypted, so a copy of the record is stored. The copy is written first and is therefore never older
 * than the record.
 */

const RECORD_FILE = 'workspace.json';
const COPY_FILE = 'workspace.copy.json';

/**
 * `closed`: the system denies access to the file at the moment. `too-new`: a newer version of Roundwatch
 * wrote the file. In both cases, the record is not overwritten.
 */
type RecordReadResult<T> =
  | { readonly state: 'good'; readonly record: T; readonly text: string }
  | { readonly state: 'missing' | 'damaged' | 'closed' | 'too-new' };

/** Result of `mend`. `setAsidePath` is the new name of the damaged record; null if the record was missing. */
export type RecordRepair =
  | { readonly state: 'sound' | 'copied' | 'unreadable' }
  | { readonly state: 'restored'; readonly setAsidePath: string | null }
  | { readonly state: 'failed'; readonly error: string };

export interface RecordFiles<T> {
  /**
   * Reads the record, or the copy if the record is unusable. Null if neither can be read, or if a newer
   * version of Roundwatch wrote the record.
   */
  read(): T | null;
  /** Returns whether at least one of the two files exists, even if it is unreadable. */
  isThere(): boolean;
  /**
   * Writes the record and its copy to disk. If writing fails, neither file has changed. After a crash, each
   * of the two files contains either the old or the new record.
   */
  write(text: string): void;
  /**
   * Makes the two files identical, if possible. Uses the record if it is readable, otherwise the copy. Does
   * not throw.
   */
  mend(atMs: number): RecordRepair;
  /** Renames an unusable record and returns its new name. Returns null if there is no such record. */
  setAside(atMs: number): string | null;
  /**
   * Marks the workspace as removed by renaming the record to `mark`. Renaming is a single step and works even
   * if the disk is full.
   */
  giveUp(mark: string): void;
}

/**
 * Creates the functions for the record in `folder`.
 * @param parse must return null if a newer version of Roundwatch wrote the record, and throw if the text is
 * not a record of this workspace
 */
export function createRecordFiles<T>(folder: string, parse: (text: string) => T | null): RecordFiles<T> {
  const record = join(folder, RECORD_FILE);
  const copy = join(folder, COPY_FILE);
  const readRecord = (file: string): RecordReadResult<T> => readWith(file, parse);
  const setAside = (atMs: number): string | null => {
    if (!['damaged', 'too-new'].includes(readRecord(record).state)) return null;
    const name = freeName(folder, atMs);
    renameDurably(record, join(folder, name));
    return name;
  };
  const mend = (atMs: number): RecordRepair => {
    try {
      for (const file of [copy, record]) rmSync(freshName(file), { force: true });
      return align({ record, copy, readRecord, setAside: () => setAside(atMs) });
    } catch (error) {
      return { state: 'failed', error: messageOf(error) };
    }
  };
  return {
    mend,
    setAside,
    read: () => {
      const first = readRecord(record);
      if (first.state === 'good') return first.record;
      if (first.state === 'too-new') return null;
      const second = readRecord(copy);
      return second.state === 'good' ? second.record : null;
    },
    isThere: () => existsSync(record) || existsSync(copy),
    write: (text) => {
      try {
        // Both new files are written before either existing file is replaced. If the disk is full, the
        // existing files therefore stay unchanged.
        for (const file of [copy, record]) prepareFile(file, text);
        for (const file of [copy, record]) renameDurably(freshName(file), file);
      } catch (error) {
        // The copy is written first, so it may already contain a change that the record does not contain.
        // `mend` then replaces the copy with the record.
        if (readRecord(record).state === 'good') mend(0);
        throw error;
      }
    },
    giveUp: (mark) => {
      // The workspace counts as removed once one file with the mark exists, even if the other file remains.
      // Renaming one file is therefore enough.
      const standing = [record, copy].find((file) => existsSync(file));
      if (standing !== undefined) renameSync(standing, join(folder, mark));
    },
  };
}

interface Pair<T> {
  readonly record: string;
  readonly copy: string;
  readRecord(file: string): RecordReadResult<T>;
  setAside(): string | null;
}

/**
 * Makes the record and its copy identical, if possible. Never overwrites a record that cannot be read because
 * the system denies access, or that a newer version of Roundwatch wrote.
 */
function align<T>({ record, copy, readRecord, setAside }: Pair<T>): RecordRepair {
  const [first, second] = [readRecord(record), readRecord(copy)];
  if (first.state === 'good') {
    if (second.state === 'closed' || (second.state === 'good' && second.text === first.text))
      return { state: 'sound' };
    renameDurably(prepareFile(copy, first.text), copy);
    return { state: 'copied' };
  }
  if (second.state !== 'good' || first.state === 'too-new') return { state: 'unreadable' };
  if (first.state === 'closed') return { state: 'sound' };
  const fresh = prepareFile(record, second.text);
  const setAsidePath = setAside();
  renameDurably(fresh, record);
  return { state: 'restored', setAsidePath };
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

/** Returns an unused name for a damaged record, in the form used for damaged databases. */
function freeName(folder: string, atMs: number): string {
  const stamp = stampOf(atMs).replace(/\d{3}Z$/, 'Z');
  let free = `workspace.damaged-${stamp}.json`;
  for (let number = 2; existsSync(join(folder, free)); number += 1)
    free = `workspace.damaged-${stamp}-${number}.json`;
  return free;
}
