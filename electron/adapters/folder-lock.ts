import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import { join } from 'node:path';
import type { Dispose } from '../core/ports.ts';

export const LOCK_FILE = 'roundwatch.lock';

/** Who holds a folder; what its lock file says. */
export interface LockHolder {
  readonly token: string;
  readonly pid: number;
  readonly host: string;
  readonly shell: string;
  readonly sinceMs: number;
  /** When the holder's process started, in the system's own words; null where it does not tell. */
  readonly processStart: string | null;
  /** The machine's uptime when the lock was taken, s. */
  readonly uptimeSeconds: number;
}

export type FolderLock =
  | { readonly state: 'acquired'; readonly release: Dispose }
  /** `holder` is null where the lock file says nothing readable. */
  | { readonly state: 'held'; readonly holder: LockHolder | null; readonly file: string };

/** What is asked of the system, as arguments for the tests. */
export interface LockSystem {
  readonly pid: number;
  readonly host: string;
  nowMs(): number;
  uptimeSeconds(): number;
  isAlive(pid: number): boolean;
  processStart(pid: number): string | null;
}

/**
 * One process a folder, whichever shell it runs: the lock is a file made in one step by `link`. It names its process and
 * that process's start, so that a crash leaves nothing to clean up by hand and a reused process number is no holder.
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
    const seen = readLock(file);
    if (isLive(seen, system) || !setAside(file, seen, mine.token) || !publish(draft, file))
      return { state: 'held', holder: holderOf(readLock(file)), file };
    return acquired(file, mine.token);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** A lock file as found. A lock appears whole or not at all, so that `garbage` is what a power loss left of one. */
type Found = LockHolder | 'gone' | 'garbage' | 'unreadable';

const holderOf = (found: Found): LockHolder | null => (typeof found === 'string' ? null : found);

function isLive(found: Found, system: LockSystem): boolean {
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
  // On a shared folder another machine's processes cannot be asked.
  if (holder.host !== system.host) return false;
  if (!system.isAlive(holder.pid)) return true;
  const start = system.processStart(holder.pid);
  if (start !== null && holder.processStart !== null) return start !== holder.processStart;
  return system.uptimeSeconds() < holder.uptimeSeconds;
}

/** Moves a stale lock out of the way, and puts it back where another process took the folder in between. */
function setAside(file: string, stale: Found, token: string): boolean {
  const aside = `${file}.stale.${token}`;
  try {
    renameSync(file, aside);
  } catch {
    return true;
  }
  const moved = readLock(aside);
  const right = holderOf(moved)?.token === holderOf(stale)?.token;
  if (!right) publish(aside, file);
  rmSync(aside, { force: true });
  return right;
}

/** Makes `to` appear whole, unless it exists. */
function publish(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
  }
  // Some file systems (exFAT, network shares) have no links.
  try {
    writeFileSync(to, readFileSync(from), { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function readLock(file: string): Found {
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
    // Field 22, counted after the command's name, which may hold spaces and brackets.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  }
  if (process.platform !== 'darwin') return null;
  return execFileSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
}
