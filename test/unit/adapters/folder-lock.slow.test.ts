import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  acquireFolderLock,
  createLockSystem,
  LOCK_FILE,
  type LockHolder,
  type LockSystem,
} from '../../../electron/adapters/folder-lock.ts';

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
const writeLock = (folder: string, content: string): void => writeFileSync(join(folder, LOCK_FILE), content);
const stateWithHolder = (changes: Partial<LockHolder>, system: Partial<LockSystem> = {}): string => {
  const folder = newFolder();
  writeLock(folder, JSON.stringify({ ...holder, ...changes }));
  return acquireFolderLock(folder, 'loopback', { ...real, ...system }).state;
};

it('holds the folder until released, within the same process too, and leaves no file behind', () => {
  const folder = newFolder();
  const first = acquireFolderLock(folder, 'electron');
  expect(first.state).toBe('acquired');
  expect(acquireFolderLock(folder, 'loopback')).toMatchObject({
    state: 'held',
    holder: { pid: process.pid, shell: 'electron' },
  });
  if (first.state === 'acquired') first.release();
  expect(readdirSync(folder)).toEqual([]);
  expect(acquireFolderLock(folder, 'loopback').state).toBe('acquired');
});

it('does not remove the next holder’s lock when released late', () => {
  const folder = newFolder();
  const first = acquireFolderLock(folder, 'electron');
  writeLock(folder, JSON.stringify({ ...holder, pid: process.pid }));
  if (first.state === 'acquired') first.release();
  expect(existsSync(join(folder, LOCK_FILE))).toBe(true);
});

describe('a lock file that already exists', () => {
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
  it('is held if another machine wrote it into a shared folder', () =>
    expect(stateWithHolder({ host: 'elsewhere' }, { isAlive: () => false })).toBe('held'));
  it.each(['', '{', '{"pid":1}', '\0\0\0\0'])('is stale if a power loss damaged it (%j)', (content) => {
    const folder = newFolder();
    writeLock(folder, content);
    expect(acquireFolderLock(folder, 'electron').state).toBe('acquired');
  });
});

/** Starts a process that tries to acquire the folder lock, prints the result and runs until it is killed. */
function contender(folder: string) {
  const module = join(import.meta.dirname, '../../../electron/adapters/folder-lock.ts');
  const code = `import { acquireFolderLock } from ${JSON.stringify(module)};
    process.stdout.write(acquireFolderLock(${JSON.stringify(folder)}, 'test').state + '\\n');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const state = new Promise<string>((resolve) =>
    child.stdout.once('data', (data) => resolve(String(data).trim())),
  );
  const kill = () =>
    new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.kill('SIGKILL');
    });
  return { state, kill };
}

it('lets exactly one of eight processes replace the lock of a crashed one', async () => {
  const folder = newFolder();
  const crashed = contender(folder);
  expect(await crashed.state).toBe('acquired');
  await crashed.kill();
  const processes = Array.from({ length: 8 }, () => contender(folder));
  const states = await Promise.all(processes.map(({ state }) => state));
  expect(states.sort()).toEqual(['acquired', ...Array.from({ length: 7 }, () => 'held')]);
  await Promise.all(processes.map(({ kill }) => kill()));
  expect(readdirSync(folder)).toEqual([LOCK_FILE]);
  expect(JSON.parse(readFileSync(join(folder, LOCK_FILE), 'utf8'))).toMatchObject({ shell: 'test' });
});
