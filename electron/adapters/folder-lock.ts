import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import { join } from 'node:path';
import type { Dispose } from '../core/ports.ts';

export const LOCK_FILE = 'roundwatch.lock';

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
}

export type FolderLock =
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
 * Acquires a data folder for this process, so no other process of either shell can use it. Replaces a lock
 * left behind by a crash: the process id and start time in the lock file show whether its process has ended.
 */
export function acquireFolderLock(
  folder: string,
  shell: string,
  system: LockSystem = createLockSystem(),
): FolderLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, LOCK_FILE);
  const mine: LockHolder = {
    token: randomUUID(),
    pid: system.pid,
    host: system.host,
    shell,
    sinceMs: system.nowMs(),
    processStart: system.processStart(system.pid),
    uptimeSeconds: system.uptimeSeconds(),
  };
  const draft = `${file}.${mine.token}`;
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600, flag: 'wx' });
  try {
    if (publish(draft, file)) return acquired(file, mine.token);
    const found = readLock(file);
    if (isLive(found, system) || !setAside(file, found, mine.token) || !publish(draft, file))
      return { state: 'held', holder: holderOf(readLock(file)), file };
    return acquired(file, mine.token);
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * The content of a lock file. `garbage` usually results from a power loss, because locks are created
 * atomically if the file system allows it.
 */
type LockState = LockHolder | 'gone' | 'garbage' | 'unreadable';

const holderOf = (found: LockState): LockHolder | null => (typeof found === 'string' ? null : found);

function isLive(found: LockState, system: LockSystem): boolean {
  return typeof found === 'string' ? found === 'unreadable' : !isStale(found, system);
}

function acquired(file: string, token: string): FolderLock {
  return {
    state: 'acquired',
    release: () => {
      if (holderOf(readLock(file))?.token === token) rmSync(file, { force: true });
    },
  };
}

export function isStale(holder: LockHolder, system: LockSystem): boolean {
  // In a shared folder, the lock may belong to another computer, whose processes cannot be checked.
  if (holder.host !== system.host) return false;
  if (!system.isAlive(holder.pid)) return true;
  const start = system.processStart(holder.pid);
  if (start !== null && holder.processStart !== null) return start !== holder.processStart;
  return system.uptimeSeconds() < holder.uptimeSeconds;
}

/**
 * Removes a stale lock. If another process has acquired the folder since the lock was read, restores that
 * process's lock and returns false.
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
  // Some file systems, such as exFAT and network shares, do not support hard links.
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
        return true;
      } catch (error) {
        return codeOf(error) !== 'ESRCH';
      }
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

function startOf(pid: number): string | null {
  if (process.platform === 'linux') {
    // The start time is field 22. Skips the command name, because it may contain spaces and parentheses.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  }
  if (process.platform !== 'darwin') return null;
  return execFileSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
}
