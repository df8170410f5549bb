import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { acquireFolderLock, LOCK_FILE } from '../../../electron/adapters/folder-lock.ts';
import { makeRendererFolder } from '../../support/app/renderer-folder.ts';

/** Runs the program as a user starts it. */

const program = join(import.meta.dirname, '../../../electron/shells/loopback.ts');
const { root } = makeRendererFolder();
const newDataDir = (): string => join(mkdtempSync(join(tmpdir(), 'roundwatch-loopback-')), 'data');

function runToEnd(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    timeout: 15_000,
  });
  return {
    status,
    stdout,
    stderr: stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{')),
  };
}

async function startProgram(...args: string[]) {
  const child = spawn(process.execPath, [program, '--renderer', root, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      if (stdout.endsWith('\n')) resolve();
    });
    void ended.then((code) => reject(new Error(`ended with ${code}: ${stderr}`)));
  });
  return { child, ended, stdout: () => stdout, url: String(Object(JSON.parse(stdout)).url) };
}

test.each([['--port', 'x'], ['--what'], ['--data-dir']])('%s: one sentence, exit code 1', (...args) => {
  const { status, stdout, stderr } = runToEnd(...args);
  expect([status, stdout, stderr.length]).toEqual([1, '', 1]);
  expect(stderr[0]).toMatch(/^Roundwatch: /);
});

test('a folder that another process holds: one sentence, and it is left alone', () => {
  const dataDir = newDataDir();
  const lock = acquireFolderLock(dataDir, 'electron');
  const { status, stdout, stderr } = runToEnd('--data-dir', dataDir);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toEqual([expect.stringContaining(`already open on ${dataDir}`)]);
  expect(readdirSync(dataDir)).toEqual([LOCK_FILE]);
  if (lock.state === 'acquired') lock.release();
});

test('a renderer that was not built: one sentence, and the folder is free again', () => {
  const dataDir = newDataDir();
  const { status, stderr } = runToEnd('--data-dir', dataDir, '--renderer', tmpdir());
  expect([status, stderr]).toEqual([1, [expect.stringContaining('is not built')]]);
  expect(existsSync(join(dataDir, LOCK_FILE))).toBe(false);
});

test('a taken port: one sentence, exit code 1', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const args = ['--data-dir', newDataDir(), '--renderer', root, '--port', String(port)];
  const { status, stdout, stderr } = runToEnd(...args);
  other.close();
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toEqual([
    `Roundwatch: port ${port} is taken by another program; choose another with --port.`,
  ]);
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  'one line when ready; %s ends it with 0 and frees the folder',
  async (signal) => {
    const dataDir = newDataDir();
    const { child, ended, stdout, url } = await startProgram('--data-dir', dataDir);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}$/);
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(303);
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(403);
    child.kill(signal);
    expect(await ended).toBe(0);
    expect(stdout().trim().split('\n')).toHaveLength(1);
    expect(existsSync(join(dataDir, LOCK_FILE))).toBe(false);
  },
);

test('killed: the next start takes the folder over', async () => {
  const dataDir = newDataDir();
  const first = await startProgram('--data-dir', dataDir);
  first.child.kill('SIGKILL');
  await first.ended;
  const second = await startProgram('--data-dir', dataDir);
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
});
