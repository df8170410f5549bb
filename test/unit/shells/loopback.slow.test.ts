import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { acquireFolderLock, LOCK_FILE } from '../../../electron/adapters/folder-lock.ts';
import { makeRendererFolder } from '../../support/app/renderer-folder.ts';

/* Runs the loopback shell as a program. */

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
  const { url, file } = Object(JSON.parse(stdout)) as { url: string; file: string };
  return { child, ended, stdout: () => stdout, url, file };
}

/** Signs in as a tab does. Resolves with the first reply, or with the close code. */
function signIn(url: string): Promise<unknown> {
  const { origin, host, hash } = new URL(url);
  const socket = new WebSocket(`ws://${host}/socket`, { origin });
  return new Promise((resolve, reject) => {
    socket.once('open', () => {
      socket.send(JSON.stringify({ session: 'a'.repeat(64), token: hash.slice('#token='.length) }));
      socket.send(JSON.stringify({ id: 1, channel: 'app.info', input: {} }));
    });
    socket.once('message', (data: Buffer) => resolve(JSON.parse(data.toString())));
    socket.once('close', (code) => resolve(code));
    socket.once('error', reject);
  }).finally(() => socket.terminate());
}

it.each([['--port', 'x'], ['--what'], ['--data-dir']])(
  'exits with code 1 and one message for the arguments %s',
  (...args) => {
    const { status, stdout, stderr } = runToEnd(...args);
    expect([status, stdout, stderr.length]).toEqual([1, '', 1]);
    expect(stderr[0]).toMatch(/^Roundwatch: /);
  },
);

it('exits with one message if another process holds the folder, and leaves its lock alone', () => {
  const dataDir = newDataDir();
  const lock = acquireFolderLock(dataDir, 'electron');
  const { status, stdout, stderr } = runToEnd('--data-dir', dataDir);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toEqual([expect.stringContaining(`already running with ${dataDir}`)]);
  expect(readdirSync(dataDir)).toEqual([LOCK_FILE, `${LOCK_FILE}.db`]);
  if (lock.state === 'acquired') lock.release();
});

it('exits with one message if the renderer is not built, and releases the folder', () => {
  const dataDir = newDataDir();
  const { status, stderr } = runToEnd('--data-dir', dataDir, '--renderer', tmpdir());
  expect([status, stderr]).toEqual([1, [expect.stringContaining('is not built')]]);
  expect(existsSync(join(dataDir, LOCK_FILE))).toBe(false);
});

it('exits with code 1 and one message if the port is taken', async () => {
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

it.each(['SIGTERM', 'SIGINT'] as const)(
  'prints one line when ready; %s ends it with code 0 and releases the folder',
  async (signal) => {
    const dataDir = newDataDir();
    const { child, ended, stdout, url, file } = await startProgram('--data-dir', dataDir);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}$/);
    expect(existsSync(file)).toBe(true);
    child.kill(signal);
    expect(await ended).toBe(0);
    expect(stdout().trim().split('\n')).toHaveLength(1);
    expect(existsSync(join(dataDir, LOCK_FILE))).toBe(false);
    expect(existsSync(dirname(file))).toBe(false);
  },
);

it('writes a file that only its owner can read and that redirects to the app, until the address is used', async () => {
  const dataDir = newDataDir();
  const { child, ended, url, file } = await startProgram('--data-dir', dataDir);
  expect(dirname(dirname(file))).toBe(dataDir);
  expect(readFileSync(file, 'utf8')).toContain(`content="0; url=${url}"`);
  if (process.platform !== 'win32')
    expect([file, dirname(file)].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o700]);
  expect(await signIn(url)).toMatchObject({ id: 1, reply: { ok: true } });
  await expect.poll(() => existsSync(dirname(file))).toBe(false);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

it('removes the file of a shell that was killed, whose token opens nothing', async () => {
  const dataDir = newDataDir();
  const first = await startProgram('--data-dir', dataDir);
  first.child.kill('SIGKILL');
  await first.ended;
  expect(existsSync(first.file)).toBe(true);
  // The shell removes folders of earlier shells by their names. It must not remove a user's folder with a
  // similar name.
  const ownFile = join(dataDir, 'roundwatch-open-notes', 'notes.txt');
  mkdirSync(dirname(ownFile));
  writeFileSync(ownFile, 'own');
  const second = await startProgram('--data-dir', dataDir);
  expect(existsSync(dirname(first.file))).toBe(false);
  expect(existsSync(ownFile)).toBe(true);
  expect(await signIn(new URL(new URL(first.url).hash, second.url).href)).toBe(4401);
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
});
