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

/** What SQLite may keep beside a file, the file itself first. */
export const SIDE_FILES = ['', '-wal', '-shm', '-journal'] as const;

/** Returns once the file's content is on the disk. */
export function syncFile(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Returns once the names in a folder are on the disk. Windows knows no such thing and keeps names by itself. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Renames so that a power loss leaves either the old or the new name. Within one folder. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to);
  syncFolder(dirname(to));
}

/** Where the next content of a small file is made. */
export const freshName = (file: string): string => `${file}.new`;

/** Writes a small file's next content beside it, owner only, and returns its name once it is on the disk. */
export function prepareFile(file: string, content: string): string {
  const fresh = freshName(file);
  const descriptor = openSync(fresh, 'w', 0o600);
  try {
    // Writes on until all is written, or throws.
    writeFileSync(descriptor, content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  return fresh;
}

/** Replaces a small file so that a crash leaves either the old or the new one whole. */
export function writeDurably(file: string, content: string): void {
  renameDurably(prepareFile(file, content), file);
}

/** Copies a file's bytes and returns once they are on the disk; the name is not yet. */
export function copyDurably(from: string, to: string): void {
  copyFileSync(from, to);
  syncFile(to);
}

export function removeWithSides(file: string): void {
  for (const side of SIDE_FILES) rmSync(file + side, { force: true });
}

/** Bytes in a file; null where there is none. */
export function sizeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.size ?? null;
}

const CHUNK_BYTES = 1 << 20;

/** SHA-256 of a file's bytes, hexadecimal. */
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
