import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
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
const plant = (folder: string, content: string): void => writeFileSync(join(folder, LOCK_FILE), content);
const stateOn = (found: Partial<LockHolder>, system: Partial<LockSystem> = {}): string => {
  const folder = newFolder();
  plant(folder, JSON.stringify({ ...holder, ...found }));
  return acquireFolderLock(folder, 'loopback', { ...real, ...system }).state;
};

test('held until released, also against the same process; leaves nothing behind', () => {
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

test('a release that comes late does not take the next holder’s lock', () => {
  const folder = newFolder();
  const first = acquireFolderLock(folder, 'electron');
  plant(folder, JSON.stringify({ ...holder, pid: process.pid }));
  if (first.state === 'acquired') first.release();
  expect(existsSync(join(folder, LOCK_FILE))).toBe(true);
});

describe('whose lock it is', () => {
  test('a process that is gone: stale', () => expect(stateOn({}, { isAlive: () => false })).toBe('acquired'));
  test('its number was given to another process: stale', () =>
    expect(stateOn({ pid: process.pid })).toBe('acquired'));
  test('alive and the same: held', () =>
    expect(stateOn({ pid: process.pid, processStart: real.processStart(process.pid) })).toBe('held'));
  test('alive, where the system does not tell when it started: held', () =>
    expect(stateOn({}, { isAlive: () => true, processStart: () => null, uptimeSeconds: () => 11 })).toBe(
      'held',
    ));
  test('the same, but the machine started again since: stale', () =>
    expect(stateOn({}, { isAlive: () => true, processStart: () => null, uptimeSeconds: () => 9 })).toBe(
      'acquired',
    ));
  test('another machine’s, on a shared folder: held', () =>
    expect(stateOn({ host: 'elsewhere' }, { isAlive: () => false })).toBe('held'));
  test.each(['', '{', '{"pid":1}', '\0\0\0\0'])('what a power loss left (%j): stale', (content) => {
    const folder = newFolder();
    plant(folder, content);
    expect(acquireFolderLock(folder, 'electron').state).toBe('acquired');
  });
});

/** Starts a process that takes the lock, prints the result and runs until it is killed. */
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

test('of eight processes that meet a crashed one’s lock, exactly one gets the folder', async () => {
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
