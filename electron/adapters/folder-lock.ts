import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import { join } from 'node:path';
import type { Dispose } from '../core/ports.ts';
import { acquireDatabaseLock } from './lock-database.ts';

export const LOCK_FILE = 'roundwatch.lock';
const LOCK_DATABASE = 'roundwatch.lock.db';

/** The process that uses a data folder, as recorded in the folder's lock file. */
export interface LockHolder {
  readonly token: string;
  readonly pid: number;
  readonly host: string;
  readonly shell: string;
  readonly sinceMs: number;
  /** Start time of the process, in the system's format; null if unknown. */
  readonly processStart: string | null;
  /** The system's uptime in seconds when the lock was acquired. */
  readonly uptimeSeconds: number;
  /** Identifies the lock database that the process has locked. Version 0.1 did not write this field. */
  readonly lockId?: string | null;
}

type FolderLock =
  | { readonly state: 'acquired'; readonly release: Dispose }
  /** `holder` is null if the lock file is unreadable. */
  | { readonly state: 'held'; readonly holder: LockHolder | null; readonly file: string };

/** The system functions that the lock needs. Tests replace them. */
export interface LockSystem {
  readonly pid: number;
  readonly host: string;
  nowMs(): number;
  uptimeSeconds(): number;
  isAlive(pid: number): boolean;
  processStart(pid: number): string | null;
}

/**
 * Acquires a data folder, so no other process of either shell can use it. (On a read-only disk, several
 * processes can read the folder.) The lock database decides whether the folder is free (ADR 56). The lock
 * file tells users and older versions of the app which process uses the folder. The lock file decides only if
 * the process that wrote it did not lock this database. There are three possible reasons: an older version of
 * the app wrote the file, the database was deleted, or the file system has no locks.
 */
export function acquireFolderLock(
  folder: string,
  shell: string,
  system: LockSystem = createLockSystem(),
): FolderLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, LOCK_FILE);
  const database = acquireDatabaseLock(join(folder, LOCK_DATABASE));
  if (database.state === 'held') return { state: 'held', holder: holderOf(readLock(file)), file };
  const lockId = database.state === 'acquired' ? database.id : null;
  const release = database.state === 'acquired' ? database.release : () => undefined;
  const mine: LockHolder = {
    token: randomUUID(),
    pid: system.pid,
    host: system.host,
    shell,
    sinceMs: system.nowMs(),
    processStart: system.processStart(system.pid),
    uptimeSeconds: system.uptimeSeconds(),
    lockId,
  };
  if (lockId !== null) removeDrafts(folder);
  if (!announce(file, mine, system)) {
    release();
    return { state: 'held', holder: holderOf(readLock(file)), file };
  }
  return acquired(file, mine.token, release);
}

/**
 * Writes the lock file. If the disk is full or read-only, no file is written, but this process may still use
 * the folder.
 * @returns false if the existing lock file shows that another process uses the folder
 */
function announce(file: string, mine: LockHolder, system: LockSystem): boolean {
  const found = readLock(file);
  if (isLive(found, mine, system)) return false;
  const draft = `${file}.${mine.token}`;
  try {
    writeFileSync(draft, JSON.stringify(mine), { mode: 0o600, flag: 'wx' });
    return (found === 'gone' || setAside(file, found, mine.token)) && publish(draft, file);
  } catch (error) {
    if (DISK_PROBLEMS.has(codeOf(error))) return true;
    throw error;
  } finally {
    rmQuietly(draft);
  }
}

const DISK_PROBLEMS: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM']);

/** Removes files left behind by a process that was killed while writing the lock file. */
function removeDrafts(folder: string): void {
  for (const name of readdirSync(folder))
    if (/^roundwatch\.lock\.(?:stale\.)?[0-9a-f]{8}-[0-9a-f-]{27}$/.test(name)) rmQuietly(join(folder, name));
}

/** Removes a file. Ignores errors, for example on a read-only disk. */
function rmQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The file may remain. The next process that acquires the folder tries again to remove it.
  }
}

/**
 * The content of a lock file. `garbage` is content that cannot be parsed, usually after a power loss. On most
 * file systems, lock files are created atomically, so a crash of the app does not leave garbage.
 */
type LockState = LockHolder | 'gone' | 'garbage' | 'unreadable';

const holderOf = (found: LockState): LockHolder | null => (typeof found === 'string' ? null : found);

function isLive(found: LockState, mine: LockHolder, system: LockSystem): boolean {
  if (typeof found === 'string') return found === 'unreadable' && mine.lockId === null;
  // The writer of the lock file held the same lock that this process holds now, so the writer must have
  // ended.
  if (mine.lockId !== null && found.lockId === mine.lockId) return false;
  return !isStale(found, mine, system);
}

function acquired(file: string, token: string, release: Dispose): FolderLock {
  return {
    state: 'acquired',
    release: () => {
      if (holderOf(readLock(file))?.token === token) rmQuietly(file);
      release();
    },
  };
}

function isStale(holder: LockHolder, mine: LockHolder, system: LockSystem): boolean {
  if (holder.host !== system.host) {
    // The lock file may come from another computer, whose processes cannot be checked. Without the lock
    // database, nothing else shows whether the writer of the file still runs, so the lock does not count as
    // stale.
    if (mine.lockId === null) return false;
    // A new process on this computer may have the same id as the process that wrote the file. Only their
    // start times differ, so a lock file without a start time counts as stale.
    if (holder.processStart === null) return true;
  }
  if (!system.isAlive(holder.pid)) return true;
  const start = system.processStart(holder.pid);
  if (start !== null && holder.processStart !== null) return start !== holder.processStart;
  return system.uptimeSeconds() < holder.uptimeSeconds;
}

/**
 * Removes a stale lock file. If another process has replaced the file since this process read it, restores
 * the new file and returns false.
 */
function setAside(file: string, stale: LockState, token: string): boolean {
  const aside = `${file}.stale.${token}`;
  try {
    renameSync(file, aside);
  } catch {
    return true;
  }
  const moved = readLock(aside);
  const isSame = holderOf(moved)?.token === holderOf(stale)?.token;
  if (!isSame) publish(aside, file);
  rmSync(aside, { force: true });
  return isSame;
}

/** Creates `to` with the content of `from`. Returns false if `to` already exists. */
function publish(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
  }
  // The file is copied, because some file systems, such as exFAT and network shares, do not support hard
  // links.
  try {
    writeFileSync(to, readFileSync(from), { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function readLock(file: string): LockState {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'gone' : 'unreadable';
  }
  try {
    const parsed: unknown = JSON.parse(text);
    return isHolder(parsed) ? parsed : 'garbage';
  } catch {
    return 'garbage';
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null);

const isHolder = (value: unknown): value is LockHolder =>
  typeof value === 'object' &&
  value !== null &&
  'token' in value &&
  typeof value.token === 'string' &&
  'pid' in value &&
  Number.isInteger(value.pid) &&
  'host' in value &&
  typeof value.host === 'string' &&
  'shell' in value &&
  typeof value.shell === 'string' &&
  'processStart' in value &&
  (value.processStart === null || typeof value.processStart === 'string') &&
  'uptimeSeconds' in value &&
  typeof value.uptimeSeconds === 'number';

export function createLockSystem(): LockSystem {
  return {
    pid: process.pid,
    host: hostname(),
    nowMs: () => Date.now(),
    uptimeSeconds: () => uptime(),
    isAlive: (pid) => {
      try {
        process.kill(pid, 0);
      } catch (error) {
        return codeOf(error) !== 'ESRCH';
      }
      return !isZombie(pid);
    },
    processStart: (pid) => {
      try {
        return startOf(pid);
      } catch {
        return null;
      }
    },
  };
}

/**
 * Returns the fields of `/proc/PID/stat` after the command name. The command name itself may contain spaces,
 * so the line cannot simply be split.
 */
function statFields(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Returns whether the process is a zombie: it has ended, but its parent has not collected its exit code. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return ['Z', 'X'].includes(statFields(pid)[0] ?? '');
  } catch {
    return false;
  }
}

function startOf(pid: number): string | null {
  // The start time is field 22, and `statFields` begins with field 3.
  if (process.platform === 'linux') return statFields(pid)[19] ?? null;
  if (process.platform !== 'darwin') return null;
  return execFileSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
}
