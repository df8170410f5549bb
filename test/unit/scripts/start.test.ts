import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tempDir } from '../../support/temp-dir.ts';

/*
 * What is said, and with which exit code a command ends, on a machine without a display and in a folder that cannot be written. The
 * commands are those of the repository, in a copy that is set up; what they start is a stand-in that says so.
 */

const ADDRESS = 'http://127.0.0.1:4321/?t=once';
const NOBODY = 65_534;
let clone: ReturnType<typeof tempDir>;
const at = (...parts: string[]): string => join(clone.path, ...parts);

function write(text: string, ...parts: string[]): void {
  mkdirSync(dirname(at(...parts)), { recursive: true });
  writeFileSync(at(...parts), text);
}

beforeEach(() => {
  clone = tempDir();
  cpSync('scripts', at('scripts'), { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) cpSync(file, at(file));
  write(`console.log('{"url":"${ADDRESS}"}');`, 'electron', 'shells', 'loopback.ts');
  // Builds nothing, which is enough here.
  write('{"bin":"build.mjs"}', 'node_modules', 'electron-vite', 'package.json');
  write('', 'node_modules', 'electron-vite', 'build.mjs');
  mkdirSync(at('out'));
  mkdirSync(at('home'));
  mkdirSync(at('node_modules', 'node', 'bin'), { recursive: true });
  symlinkSync(process.execPath, at('node_modules', 'node', 'bin', 'node'));
  const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
  write(lock, 'node_modules', '.cache', 'roundwatch', 'lock.sha256');
  write('', 'node_modules', '.cache', 'roundwatch', 'keychain.txt');
});
afterEach(() => {
  setMode(clone.path, 0o755, 0o644);
  clone.remove();
});

function setMode(folder: string, folders: number, files: number): void {
  chmodSync(folder, folders);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) setMode(path, folders, files);
    else if (entry.isFile()) chmodSync(path, files);
  }
}

/** Whoever may write everywhere starts the command as somebody who may not. */
const asSomebody = (): { uid?: number; gid?: number } =>
  process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

function makeReadOnly(): void {
  setMode(clone.path, 0o555, 0o444);
  chmodSync(at('home'), 0o777);
}

/** On Windows there are no such folders; another user may not reach this Node. */
const others =
  process.platform !== 'win32' &&
  spawnSync(process.execPath, ['-e', ''], { cwd: '/', ...asSomebody() }).status === 0;

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly said: string;
}

function command(name: string, args: readonly string[], who: ReturnType<typeof asSomebody> = {}): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [at('scripts', `${name}.mjs`), ...args], {
    cwd: clone.path,
    env: { PATH: at('bin'), HOME: at('home') },
    encoding: 'utf8',
    ...who,
  });
  return { code: status, out: stdout, said: stderr };
}
const expectNoStack = ({ said }: Ended): void => expect(said).not.toMatch(/^ {4}at |Error:/m);

function expectToSayWhere(ended: Ended): void {
  expect(ended.said).toMatch(
    /roundwatch: cannot write to \S+ \(EACCES\); make the folder writable or clone into one that is\.\n$/,
  );
  expect([ended.out, ended.code]).toEqual(['', 1]);
  expectNoStack(ended);
}

describe('without a display', () => {
  it('npm start says so, and gives the address to open', () => {
    const ended = command('start', []);
    expect(ended.said).toContain(
      'roundwatch: there is no display for Electron; opening in a browser instead\n',
    );
    expect([ended.out, ended.code]).toEqual([`Roundwatch is at ${ADDRESS} (Ctrl+C stops it)\n`, 0]);
    expectNoStack(ended);
  });

  it('npm start that is to open Electron ends, and says what opens without one', () => {
    const ended = command('start', ['--shell=electron']);
    expect(ended.said).toMatch(
      /roundwatch: there is no display for Electron; "npm start -- --shell=loopback" opens a browser window instead\.\n$/,
    );
    expect([ended.out, ended.code]).toEqual(['', 1]);
    expectNoStack(ended);
  });

  it('its exit code is that of what it started', () => {
    write('process.exitCode = 7;', 'electron', 'shells', 'loopback.ts');
    expect(command('start', []).code).toBe(7);
  });
});

describe('in a folder that cannot be written', () => {
  beforeEach(({ skip }) => {
    if (!others) skip('no other user can start this Node');
  });

  it('npm start runs what is set up and built', () => {
    expect(command('start', ['--shell=loopback']).code).toBe(0);
    makeReadOnly();
    const ended = command('start', ['--shell=loopback'], asSomebody());
    expect([ended.out, ended.said, ended.code]).toEqual([
      `Roundwatch is at ${ADDRESS} (Ctrl+C stops it)\n`,
      '',
      0,
    ]);
  });

  it.each([
    ['start', ['--shell=loopback']],
    ['test', []],
  ])('npm %s that would have to build ends, and says what to do', (name, args) => {
    makeReadOnly();
    expectToSayWhere(command(name, args, asSomebody()));
  });

  it('npm test ends before the tests also where all is built, not after them', () => {
    expect(command('start', ['--shell=loopback']).code).toBe(0);
    makeReadOnly();
    expectToSayWhere(command('test', [], asSomebody()));
  });
});
