import { createHash } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/**
 * Suffixes of a database file and its possible side files. The first one is the suffix of the database file
 * itself.
 */
export const SIDE_FILES = ['', '-wal', '-shm', '-journal'] as const;

/** Flushes the file's content to disk. */
export function syncFile(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Flushes the folder's entries to the disk. Otherwise, a crash could undo the creation or renaming of a file.
 * Windows needs no such call and has none.
 */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Renames a file within a folder. After a power loss, either the old or the new name exists. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to);
  syncFolder(dirname(to));
}

/** Returns the name of the temporary file to which a small file's new content is written. */
export const freshName = (file: string): string => `${file}.new`;

/**
 * Writes the new content of a small file to a temporary file beside it, with owner-only access, and flushes
 * it.
 * @returns the temporary file's name
 */
export function prepareFile(file: string, content: string): string {
  const fresh = freshName(file);
  const descriptor = openSync(fresh, 'w', 0o600);
  try {
    // Unlike `writeSync`, this call writes all bytes or throws.
    writeFileSync(descriptor, content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  return fresh;
}

/** Replaces a small file. After a crash, the file has either its complete old or its complete new content. */
export function writeDurably(file: string, content: string): void {
  renameDurably(prepareFile(file, content), file);
}

/** Copies a file and flushes its content, but not its folder entry. */
export function copyDurably(from: string, to: string): void {
  copyFileSync(from, to);
  syncFile(to);
}

export function removeWithSides(file: string): void {
  for (const side of SIDE_FILES) rmSync(file + side, { force: true });
}

/** Returns the file size in bytes; null if the file does not exist. */
export function sizeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.size ?? null;
}

const CHUNK_BYTES = 1 << 20;

/** Returns the SHA-256 of a file, hexadecimal. */
export function digestOf(file: string): string {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  const descriptor = openSync(file, 'r');
  try {
    for (;;) {
      const count = readSync(descriptor, chunk, 0, chunk.length, null);
      if (count === 0) return hash.digest('hex');
      hash.update(chunk.subarray(0, count));
    }
  } finally {
    closeSync(descriptor);
  }
}
