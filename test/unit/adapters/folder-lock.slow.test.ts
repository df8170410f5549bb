import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, vi } from 'vitest';
import {
  acquireFolderLock,
  createLockSystem,
  LOCK_FILE,
  type LockHolder,
  type LockSystem,
} from '../../../electron/adapters/folder-lock.ts';
import { collectMemory, startContender } from '../../support/durability/lock-contender.ts';
import { mountSmallDisk } from '../../support/durability/small-disk.ts';

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'roundwatch-lock-'));
const real = createLockSystem();
const holder: LockHolder = {
  token: 't',
  pid: 4_000_000,
  host: real.host,
  shell: 'electron',
  sinceMs: 0,
  processStart: '1',
  uptimeSeconds: 10,
};
const DATABASE = `${LOCK_FILE}.db`;
const writeLock = (folder: string, content: string): void => writeFileSync(join(folder, LOCK_FILE), content);
const stateWithHolder = (changes: Partial<LockHolder>, system: Partial<LockSystem> = {}): string => {
  const folder = newFolder();
  writeLock(folder, JSON.stringify({ ...holder, ...changes }));
  return acquireFolderLock(folder, 'loopback', { ...real, ...system }).state;
};

it('holds the folder until released, within the same process too, and leaves only the lock database', () => {
  const folder = newFolder();
  const first = acquireFolderLock(folder, 'electron');
  expect(first.state).toBe('acquired');
  expect(acquireFolderLock(folder, 'loopback')).toMatchObject({
    state: 'held',
    holder: { pid: process.pid, shell: 'electron' },
  });
  if (first.state === 'acquired') first.release();
  expect(readdirSync(folder)).toEqual([DATABASE]);
  expect(acquireFolderLock(folder, 'loopback').state).toBe('acquired');
});

it('holds the folder until released, even if nothing refers to the lock and memory is collected', async () => {
  const folder = newFolder();
  expect(acquireFolderLock(folder, 'electron').state).toBe('acquired');
  await collectMemory();
  expect(acquireFolderLock(folder, 'loopback').state).toBe('held');
});

it('does not remove the next holder’s lock when released late', () => {
  const folder = newFolder();
  const first = acquireFolderLock(folder, 'electron');
  writeLock(folder, JSON.stringify({ ...holder, pid: process.pid }));
  if (first.state === 'acquired') first.release();
  expect(existsSync(join(folder, LOCK_FILE))).toBe(true);
});

describe('a lock file of an older version, which has no lock database', () => {
  it('is stale if its process is gone', () =>
    expect(stateWithHolder({}, { isAlive: () => false })).toBe('acquired'));
  it('is stale if another process has its process id', () =>
    expect(stateWithHolder({ pid: process.pid })).toBe('acquired'));
  it('is held if its process is alive', () =>
    expect(stateWithHolder({ pid: process.pid, processStart: real.processStart(process.pid) })).toBe('held'));
  it('is held if its process is alive and the start time is not available', () =>
    expect(
      stateWithHolder({}, { isAlive: () => true, processStart: () => null, uptimeSeconds: () => 11 }),
    ).toBe('held'));
  it('is stale if the machine was restarted since', () =>
    expect(
      stateWithHolder({}, { isAlive: () => true, processStart: () => null, uptimeSeconds: () => 9 }),
    ).toBe('acquired'));
  it('is stale if its process is gone and the host has another name', () =>
    expect(stateWithHolder({ host: 'elsewhere' }, { isAlive: () => false })).toBe('acquired'));
  it.each(['', '{', '{"pid":1}', '\0\0\0\0'])('is stale if a power loss damaged it (%j)', (content) => {
    const folder = newFolder();
    writeLock(folder, content);
    expect(acquireFolderLock(folder, 'electron').state).toBe('acquired');
  });
});

describe('a lock file that this version wrote', () => {
  const killed = async (): Promise<{ folder: string; record: LockHolder }> => {
    const folder = newFolder();
    const first = await startContender(folder);
    expect(first.state).toBe('acquired');
    await first.kill();
    return { folder, record: JSON.parse(readFileSync(join(folder, LOCK_FILE), 'utf8')) as LockHolder };
  };

  it('never locks anyone out after its process was killed', async () => {
    const { folder, record } = await killed();
    // The process id and start time in this lock file belong to a running process. That alone must not lock
    // the folder.
    const reused = { pid: process.pid, processStart: real.processStart(process.pid) };
    writeLock(folder, JSON.stringify({ ...record, ...reused }));
    expect(acquireFolderLock(folder, 'electron').state).toBe('acquired');
  });

  it('decides if the lock database was deleted while it was held', () => {
    const folder = newFolder();
    expect(acquireFolderLock(folder, 'electron').state).toBe('acquired');
    rmSync(join(folder, DATABASE));
    expect(acquireFolderLock(folder, 'loopback')).toMatchObject({
      state: 'held',
      holder: { pid: process.pid },
    });
  });

  it('decides if the lock database was replaced while it was being locked', () => {
    const folder = newFolder();
    const original = Database.prototype.exec;
    const exec = vi.spyOn(Database.prototype, 'exec').mockImplementationOnce(function (
      this: Database.Database,
      sql,
    ) {
      const result = original.call(this, sql);
      rmSync(join(folder, DATABASE));
      writeFileSync(join(folder, DATABASE), '');
      return result;
    });
    expect(acquireFolderLock(folder, 'electron').state).toBe('acquired');
    exec.mockRestore();
    expect(acquireFolderLock(folder, 'loopback').state).toBe('held');
  });

  it('decides if the file system has no locks', () => {
    const folder = newFolder();
    mkdirSync(join(folder, DATABASE));
    expect(acquireFolderLock(folder, 'electron').state).toBe('acquired');
    expect(acquireFolderLock(folder, 'loopback').state).toBe('held');
    const elsewhere = { ...real, host: 'elsewhere' };
    expect(acquireFolderLock(folder, 'loopback', elsewhere).state).toBe('held');
  });

  it('is replaced together with what a killed process left beside it', async () => {
    const { folder } = await killed();
    for (const name of ['', 'stale.'])
      writeFileSync(join(folder, `${LOCK_FILE}.${name}0b0c6d0e-1111-4222-8333-444455556666`), '');
    expect(acquireFolderLock(folder, 'electron').state).toBe('acquired');
    expect(readdirSync(folder)).toEqual([LOCK_FILE, DATABASE]);
  });
});

it.each([
  ['noise', 'not a database '.repeat(500)],
  ['a truncated header', 'SQLite format 3\0'],
])('repairs a lock database that contains %s and that no process holds', (_name, content) => {
  const folder = newFolder();
  writeFileSync(join(folder, DATABASE), content);
  expect(acquireFolderLock(folder, 'electron').state).toBe('acquired');
  expect(acquireFolderLock(folder, 'loopback').state).toBe('held');
});

it('holds a folder on a full disk, and leaves no draft behind', ({ skip }) => {
  const disk = mountSmallDisk(join(newFolder(), 'disk'));
  if (typeof disk === 'string') return skip(disk);
  try {
    writeFileSync(join(disk.path, 'other'), 'x'.repeat(65_536));
    disk.leave(0);
    expect(acquireFolderLock(disk.path, 'electron').state).toBe('acquired');
    expect(acquireFolderLock(disk.path, 'loopback').state).toBe('held');
    expect(readdirSync(disk.path)).toEqual(['other', DATABASE]);
  } finally {
    disk.dispose();
  }
});

it('opens a folder on a read-only disk, regardless of its last user', async ({ skip }) => {
  const disk = mountSmallDisk(join(newFolder(), 'disk'));
  if (typeof disk === 'string') return skip(disk);
  try {
    const first = await startContender(disk.path);
    await first.kill();
    disk.readOnly();
    expect(acquireFolderLock(disk.path, 'electron').state).toBe('acquired');
    expect(readdirSync(disk.path)).toEqual([LOCK_FILE, DATABASE]);
  } finally {
    disk.dispose();
  }
});

it('opens a folder on a read-only disk whose lock database is damaged', ({ skip }) => {
  const disk = mountSmallDisk(join(newFolder(), 'disk'));
  if (typeof disk === 'string') return skip(disk);
  try {
    writeFileSync(join(disk.path, DATABASE), 'not a database '.repeat(500));
    disk.readOnly();
    expect(acquireFolderLock(disk.path, 'electron').state).toBe('acquired');
  } finally {
    disk.dispose();
  }
});

it('lets exactly one of eight processes replace the lock of a crashed one', async () => {
  const folder = newFolder();
  const crashed = await startContender(folder);
  expect(crashed.state).toBe('acquired');
  await crashed.kill();
  const processes = await Promise.all(Array.from({ length: 8 }, () => startContender(folder)));
  // Ends all eight processes. `kill` fails if a process has already ended, so this also checks that they were
  // still running after they had reported their results.
  await Promise.all(processes.map(({ kill }) => kill()));
  const states = processes.map(({ state }) => state);
  expect(states.sort()).toEqual(['acquired', ...Array.from({ length: 7 }, () => 'held')]);
  expect(readdirSync(folder)).toEqual([LOCK_FILE, DATABASE]);
  expect(JSON.parse(readFileSync(join(folder, LOCK_FILE), 'utf8'))).toMatchObject({ shell: 'test' });
});
