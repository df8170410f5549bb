import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { node24 } from '../../../scripts/common/environment.mjs';
import { tempDir } from '../../support/common/temp-dir.ts';

/*
 * If the setup fails, the command prints one sentence with the problem and the remedy, and no stack trace.
 * The tests run the repository's commands in a copy without packages, with fake npm and system tools.
 */

let clone: ReturnType<typeof tempDir>;
const at = (...parts: string[]): string => join(clone.path, ...parts);

beforeEach(() => {
  clone = tempDir();
  cpSync('scripts', at('scripts'), { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) cpSync(file, at(file));
});
afterEach(() => clone.remove());

/** Creates a shell script in the only folder on the PATH. */
function provide(name: string, script: string): void {
  mkdirSync(at('bin'), { recursive: true });
  writeFileSync(at('bin', name), `#!/bin/sh\n${script}\n`);
  chmodSync(at('bin', name), 0o755);
}

interface CommandResult {
  readonly code: number | null;
  readonly output: string;
}

function command(name: string, args: readonly string[] = [], preload: readonly string[] = []): CommandResult {
  const argv = [...preload.flatMap((file) => ['--import', file]), at('scripts', `${name}.mjs`), ...args];
  const env = { PATH: at('bin'), HOME: clone.path };
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, {
    cwd: clone.path,
    env,
    encoding: 'utf8',
  });
  return { code: status, output: stdout + stderr };
}

/** Expects that the command failed with this message and without a stack trace. */
function expectMessage({ code, output }: CommandResult, message: RegExp): void {
  expect(output).toMatch(message);
  expect(output).not.toMatch(/^ {4}at |Error:/m);
  expect(code).not.toBe(0);
}

describe('a clone that cannot be set up explains the reason', () => {
  it('with a Node that is too old, for every command', () => {
    writeFileSync(
      at('old.mjs'),
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.0' } });\n",
    );
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>;
    };
    const files = Object.values(scripts).flatMap(
      (script) => /scripts\/([\w-]+)\.mjs/.exec(script)?.[1] ?? [],
    );
    expect(files.length).toBeGreaterThan(10);
    for (const name of files)
      expectMessage(
        command(name, [], [`./old.mjs`]),
        /^roundwatch: Node 18\.20\.0 is too old; install Node 20 or newer and run the command again\.\n$/,
      );
  });

  it.each([
    [
      'no network',
      'npm error code ENOTFOUND',
      /the package registry cannot be reached; check the network or proxy/,
    ],
    ['a full disk', 'npm error code ENOSPC', /the disk is full; free about 2 GB/],
    [
      'a folder that npm cannot write to',
      'npm error code EACCES',
      /cannot write to \S+; make the folder writable/,
    ],
    [
      'an outdated lockfile',
      'npm error `npm ci` can only install packages when they are in sync',
      /restore both with "git checkout/,
    ],
    [
      'a package that is not the one in the lockfile',
      'npm error code EINTEGRITY',
      /a package differs from the one in package-lock\.json\. Do not use it/,
    ],
    [
      'an unknown npm error',
      'npm error code EWHATEVER',
      /packages could not be installed: npm reports:\nnpm error code EWHATEVER/,
    ],
  ])('with %s', (_name, systemOutput, message) => {
    provide('npm', `echo '${systemOutput}' >&2; exit 1`);
    expectMessage(command('check'), message);
  });

  it('without a lockfile', () => {
    rmSync(at('package-lock.json'));
    expectMessage(command('check'), /package-lock\.json is missing; restore it with "git checkout/);
  });

  it('in a folder that cannot be written', () => {
    // Creates a file with the name of the folder, so not even root can create the folder.
    writeFileSync(at('.roundwatch'), '');
    provide('npm', 'exit 1');
    expectMessage(
      command('check'),
      /cannot write to \S+ \((EEXIST|ENOTDIR)\); make the folder writable or clone/,
    );
  });

  it.each([
    ['gyp ERR! stack Error: not found: make', 'there is no C++ compiler'],
    ['gyp ERR! find Python', 'python3 is missing'],
    ['Package libsecret-1 was not found in the pkg-config search path', 'libsecret-1-dev is missing'],
  ])('continues without the keychain module if the system reports "%s"', (systemOutput, reason) => {
    const node = relative(process.cwd(), node24);
    const nodeGyp = 'node_modules/node-gyp/bin';
    const gypOutput = JSON.stringify(systemOutput);
    provide(
      'npm',
      [
        `/bin/mkdir -p ${dirname(node)} ${nodeGyp} node_modules/keytar`,
        `/bin/ln -sf '${process.execPath}' ${node}`,
        `echo 'console.log(${gypOutput}); process.exitCode = 1;' > ${nodeGyp}/node-gyp.js`,
      ].join('\n'),
    );
    command('simulator');
    const stored = readFileSync(at('node_modules', '.cache', 'roundwatch', 'keychain.txt'), 'utf8');
    expect(stored).toBe(`${reason} ("npm run build-modules -- keytar" tries again)`);
  });

  it('when a port is taken', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    writeFileSync(
      at('scripts', 'ask.mjs'),
      `import { refuseTakenPort } from './common/ports.mjs';\nimport { runCommand } from './common/messages.mjs';\nawait runCommand(() => refuseTakenPort('${port}'));\n`,
    );
    expectMessage(
      command('ask'),
      new RegExp(`^roundwatch: port ${port} is taken; choose another or leave the option out`),
    );
    await new Promise((resolve) => server.close(resolve));
  });

  it('with an unknown option', () => {
    expectMessage(command('start', ['--dmeo']), /unknown option --dmeo\n\nUsage: npm start/);
  });
});
