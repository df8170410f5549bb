import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppFailure } from '../../../shared/app-failure.ts';
import { sizeOf } from './durable-files.ts';

/*
 * The app must be able to show its data even when the disk is full, but SQLite needs some free space just to
 * open a file. The reserve file occupies this space in advance. If a database file cannot be opened because
 * the disk is full, the reserve file is deleted.
 */

const RESERVE_FILE = 'reserve.bin';
const RESERVE_BYTES = 1 << 20;
/** Free space, in bytes, required before the reserve is created. */
const ROOM_FOR_RESERVE = 64 << 20;
/** Space, in bytes, that storing one response may need. No paid request is sent if less space is free. */
const ROOM_FOR_ANSWER = 8 << 20;

/** Returns the free bytes available to this user; null if the system does not report them. */
function roomIn(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/** Creates the reserve file if it is missing and there is room. */
export function createDiskReserve(folder: string): void {
  const file = join(folder, RESERVE_FILE);
  if (sizeOf(file) === RESERVE_BYTES || (roomIn(folder) ?? 0) < ROOM_FOR_RESERVE) return;
  try {
    // The reserve contains no zeros, because some file systems allocate no space for zeros.
    writeFileSync(file, Buffer.alloc(RESERVE_BYTES, 0xa5), { mode: 0o600 });
  } catch {
    rmSync(file, { force: true });
  }
}

/**
 * Deletes the reserve file.
 * @returns false if there was none
 */
export function releaseReserve(folder: string): boolean {
  const file = join(folder, RESERVE_FILE);
  if (sizeOf(file) === null) return false;
  rmSync(file, { force: true });
  return true;
}

export const isRoomLow = (folder: string): boolean => (roomIn(folder) ?? Infinity) < ROOM_FOR_ANSWER;

/**
 * Checks that there is enough free space to store a response. Must be called before a paid request.
 * Otherwise, the user would pay for a response that cannot be stored.
 * @throws AppFailure `storage` (`full`)
 */
export function requireRoom(folder: string): void {
  if (!isRoomLow(folder)) return;
  throw new AppFailure({ kind: 'storage', reason: 'full', file: 'cache', remedy: 'free-space' });
}
