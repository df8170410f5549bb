import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { node24 } from '../../../scripts/common/environment.mjs';
import { tempDir } from '../../support/common/temp-dir.ts';

/*
 * Output and exit codes of the start commands, for instance without a display, without Electron or in a
 * read-only folder. The commands run in a prepared copy of the repository and start a stub in place of the
 * app.
 */

const ADDRESS = 'http://127.0.0.1:4321/?t=once';
const NOBODY_UID = 65_534;
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
  // A stub build that does nothing.
  write('{"bin":"build.mjs"}', 'node_modules', 'electron-vite', 'package.json');
  write('', 'node_modules', 'electron-vite', 'build.mjs');
  mkdirSync(at('out'));
  mkdirSync(at('home'));
  const node = at(relative(process.cwd(), node24));
  mkdirSync(dirname(node), { recursive: true });
  symlinkSync(process.execPath, node);
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

/** Returns options that make a command run as an unprivileged user if the tests run as root. */
const asUnprivilegedUser = (): { uid?: number; gid?: number } =>
  process.getuid?.() === 0 ? { uid: NOBODY_UID, gid: NOBODY_UID } : {};

function makeReadOnly(): void {
  setMode(clone.path, 0o555, 0o444);
  chmodSync(at('home'), 0o777);
}

/**
 * Whether the tests of read-only folders can run. They cannot run on Windows, or if an unprivileged user
 * cannot execute Node.
 */
const canStartAsOtherUser =
  process.platform !== 'win32' &&
  spawnSync(process.execPath, ['-e', ''], { cwd: '/', ...asUnprivilegedUser() }).status === 0;

interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly stderr: string;
}

interface Machine {
  readonly uid?: number;
  readonly gid?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** The user id that the command sees, regardless of the user who runs the tests. */
  readonly visibleUid?: number;
}

function command(name: string, args: readonly string[], machine: Machine = {}): CommandResult {
  const { env = {}, visibleUid, ...who } = machine;
  const preload =
    visibleUid === undefined ? [] : [`--import=data:text/javascript,process.getuid=()=>${visibleUid}`];
  const argv = [...preload, at('scripts', `${name}.mjs`), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, {
    cwd: clone.path,
    env: { PATH: at('bin'), HOME: at('home'), ...env },
    encoding: 'utf8',
    ...who,
  });
  return { code: status, out: stdout, stderr };
}
const expectNoStack = ({ stderr }: CommandResult): void => expect(stderr).not.toMatch(/^ {4}at |Error:/m);

function expectToNameFolder(ended: CommandResult): void {
  expect(ended.stderr).toMatch(
    /roundwatch: cannot write to \S+ \(EACCES\); make the folder writable or clone into one that is\.\n$/,
  );
  expect([ended.out, ended.code]).toEqual(['', 1]);
  expectNoStack(ended);
}

describe('without a display', () => {
  it('npm start reports it, and prints the address to open', () => {
    const ended = command('start', []);
    expect(ended.stderr).toContain(
      'roundwatch: there is no display for Electron; opening in a browser instead\n',
    );
    expect([ended.out, ended.code]).toEqual([`Roundwatch is at ${ADDRESS} (Ctrl+C stops it)\n`, 0]);
    expectNoStack(ended);
  });

  it('npm start with --shell=electron exits and names the option that works without a display', () => {
    const ended = command('start', ['--shell=electron']);
    expect(ended.stderr).toMatch(
      /roundwatch: there is no display for Electron; "npm start -- --shell=loopback" opens a browser window instead\.\n$/,
    );
    expect([ended.out, ended.code]).toEqual(['', 1]);
    expectNoStack(ended);
  });

  it('npm start exits with the code of the shell that it started', () => {
    write('process.exitCode = 7;', 'electron', 'shells', 'loopback.ts');
    expect(command('start', []).code).toBe(7);
  });
});

/** Installs a shell script in place of Electron's executable. */
function provideElectron(script: string): void {
  write(`#!/bin/sh\n${script}\n`, 'node_modules', 'electron', 'dist', 'electron');
  chmodSync(at('node_modules', 'electron', 'dist', 'electron'), 0o755);
}

const provideInstaller = (script: string): void => write(script, 'node_modules', 'electron', 'install.js');
const NO_NETWORK = "console.error('Error: getaddrinfo ENOTFOUND github.com'); process.exitCode = 1;";
const NO_DOWNLOAD = "Electron's runtime could not be downloaded (getaddrinfo ENOTFOUND github.com)";
const display = { DISPLAY: ':99' };

const withoutElectron: readonly (readonly [string, string, () => Machine])[] = [
  [
    'whose runtime cannot be downloaded',
    NO_DOWNLOAD,
    () => {
      provideInstaller(NO_NETWORK);
      return { env: display };
    },
  ],
  [
    'whose installer fails without a message',
    "Electron's runtime could not be downloaded (the installer ended with code 3)",
    () => {
      provideInstaller('process.exitCode = 3;');
      return { env: display };
    },
  ],
  [
    'that is not in the folder named by ELECTRON_OVERRIDE_DIST_PATH',
    'ELECTRON_OVERRIDE_DIST_PATH contains no Electron',
    () => ({ env: { ...display, ELECTRON_OVERRIDE_DIST_PATH: at('home') } }),
  ],
  [
    'that refuses to run as root',
    'Electron does not run as root with its sandbox on',
    () => {
      provideElectron('exit 0');
      return { env: display, visibleUid: 0 };
    },
  ],
  [
    'that exits as soon as it starts',
    'Electron did not start (exit code 5)',
    () => {
      provideElectron('exit 5');
      return { env: display, visibleUid: 1_000 };
    },
  ],
];

describe('with a display and an Electron', () => {
  beforeEach(({ skip }) => {
    if (process.platform !== 'linux') skip('the stub imitates Electron on Linux');
  });

  it.each(withoutElectron)(
    '%s, npm start reports it and opens a browser instead',
    (_name, reason, machine) => {
      const ended = command('start', [], machine());
      expect(ended.stderr).toContain(`roundwatch: ${reason}; opening in a browser instead\n`);
      expect([ended.out, ended.code]).toEqual([`Roundwatch is at ${ADDRESS} (Ctrl+C stops it)\n`, 0]);
      expectNoStack(ended);
    },
  );

  it.each(withoutElectron)('%s, npm start with --shell=electron exits', (_name, reason, machine) => {
    const ended = command('start', ['--shell=electron'], machine());
    expect(ended.stderr).toContain(
      `roundwatch: ${reason}; "npm start -- --shell=loopback" opens a browser window instead.\n`,
    );
    expect([ended.out, ended.code]).toEqual(['', 1]);
    expectNoStack(ended);
  });

  it('that could not be downloaded, npm start tries again only with --shell=electron', () => {
    provideInstaller(NO_NETWORK);
    const tries = [[], [], ['--shell=electron']].map((args) =>
      command('start', args, { env: display }).stderr.includes("Fetching Electron's runtime"),
    );
    expect(tries).toEqual([true, false, true]);
  });

  it('that runs, npm start exits when Electron does', () => {
    provideElectron('exit 0');
    const ended = command('start', [], { env: display, visibleUid: 1_000 });
    expect([ended.out, ended.code]).toEqual(['', 0]);
  });

  it('and no browser, npm start reports it, and prints the address to open', () => {
    const ended = command('start', ['--shell=loopback'], { env: display });
    expect(ended.stderr).toContain(
      'roundwatch: no Chromium or Chrome found; open the address below in a browser\n',
    );
    expect([ended.out, ended.code]).toEqual([`Roundwatch is at ${ADDRESS} (Ctrl+C stops it)\n`, 0]);
    expectNoStack(ended);
  });
});

describe('as root with missing system packages, without a terminal', () => {
  beforeEach(({ skip }) => {
    if (!existsSync('/etc/debian_version')) skip('packages are installed on Debian only');
    for (const name of ['dpkg-query', 'apt-get']) {
      write(`#!/bin/sh\necho "$*" >> '${at('home', name)}'\n`, 'bin', name);
      chmodSync(at('bin', name), 0o755);
    }
  });
  const machine = { env: display, visibleUid: 0 };

  it('npm start installs them without a question, and starts the app', () => {
    expect(command('start', ['--shell=loopback'], machine).code).toBe(0);
    expect(readFileSync(at('home', 'apt-get'), 'utf8')).toMatch(
      /^update\ninstall -y --no-install-recommends .*libnss3/,
    );
  });
});

describe('in a read-only folder', () => {
  beforeEach(({ skip }) => {
    if (!canStartAsOtherUser) skip('no other user can start this Node');
  });

  it('npm start runs the installed and built app', () => {
    expect(command('start', ['--shell=loopback']).code).toBe(0);
    makeReadOnly();
    const ended = command('start', ['--shell=loopback'], asUnprivilegedUser());
    expect([ended.out, ended.stderr, ended.code]).toEqual([
      `Roundwatch is at ${ADDRESS} (Ctrl+C stops it)\n`,
      '',
      0,
    ]);
  });

  it('npm start opens a browser if Electron cannot be downloaded, although it cannot store the failed attempt', ({
    skip,
  }) => {
    if (process.platform !== 'linux') skip('the stub imitates Electron on Linux');
    provideInstaller(NO_NETWORK);
    expect(command('start', ['--shell=loopback']).code).toBe(0);
    makeReadOnly();
    const ended = command('start', [], { ...asUnprivilegedUser(), env: display });
    expect(ended.stderr).toContain(`roundwatch: ${NO_DOWNLOAD}; opening in a browser instead\n`);
    expect([ended.out, ended.code]).toEqual([`Roundwatch is at ${ADDRESS} (Ctrl+C stops it)\n`, 0]);
    expectNoStack(ended);
  });

  it.each([
    ['start', ['--shell=loopback']],
    ['test', []],
  ])('npm %s exits if it has to build, and explains what to do', (name, args) => {
    makeReadOnly();
    expectToNameFolder(command(name, args, asUnprivilegedUser()));
  });

  it('npm test exits before the tests even if everything is built', () => {
    expect(command('start', ['--shell=loopback']).code).toBe(0);
    makeReadOnly();
    expectToNameFolder(command('test', [], asUnprivilegedUser()));
  });
});
