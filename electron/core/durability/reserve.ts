import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppFailure } from '../../../shared/app-failure.ts';
import { sizeOf } from './file-sync.ts';

/*
 * A full disk must not keep the seller from reading: SQLite needs some room beside each file only to open it. So a file of a
 * known size is kept, and given up when opening fails for want of room.
 */

const RESERVE_FILE = 'reserve.bin';
const RESERVE_BYTES = 1 << 20;
/** The reserve is only laid by where this much is left besides, bytes. */
const ROOM_FOR_RESERVE = 64 << 20;
/** An answer of the service with all that it changes fits in here, bytes. Below this no paid call is made. */
const ROOM_FOR_ANSWER = 8 << 20;

/** Bytes that this user can still write beside a file; null where the system does not tell. */
function roomIn(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/** Lays the reserve by, where there is room and none yet. */
export function keepReserve(folder: string): void {
  const file = join(folder, RESERVE_FILE);
  if (sizeOf(file) === RESERVE_BYTES || (roomIn(folder) ?? 0) < ROOM_FOR_RESERVE) return;
  try {
    // Not zeros: some file systems keep those without room.
    writeFileSync(file, Buffer.alloc(RESERVE_BYTES, 0xa5), { mode: 0o600 });
  } catch {
    rmSync(file, { force: true });
  }
}

/** Gives the reserve up; false where there is none. */
export function releaseReserve(folder: string): boolean {
  const file = join(folder, RESERVE_FILE);
  if (sizeOf(file) === null) return false;
  rmSync(file, { force: true });
  return true;
}

export const isRoomLow = (folder: string): boolean => (roomIn(folder) ?? Infinity) < ROOM_FOR_ANSWER;

/**
 * To be called before a paid call: an answer that cannot be kept would be paid for in vain.
 * @throws AppFailure storage full
 */
export function requireRoom(folder: string): void {
  if (!isRoomLow(folder)) return;
  throw new AppFailure({ kind: 'storage', reason: 'full', file: 'cache', remedy: 'free-space' });
}
