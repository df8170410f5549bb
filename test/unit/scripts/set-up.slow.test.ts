import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tempDir } from '../../support/temp-dir.ts';

/*
 * A failed set-up prints one sentence with the problem and its remedy, and no stack trace. The repository's
 * commands run in a copy without packages, with an npm and system tools provided by the test.
 */

let clone: ReturnType<typeof tempDir>;
const at = (...parts: string[]): string => join(clone.path, ...parts);

beforeEach(() => {
  clone = tempDir();
  cpSync('scripts', at('scripts'), { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) cpSync(file, at(file));
});
afterEach(() => clone.remove());

/** Adds an executable to the only folder on the PATH. */
function provide(name: string, script: string): void {
  mkdirSync(at('bin'), { recursive: true });
  writeFileSync(at('bin', name), `#!/bin/sh\n${script}\n`);
  chmodSync(at('bin', name), 0o755);
}

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

function command(name: string, args: readonly string[] = [], preload: readonly string[] = []): Ended {
  const argv = [...preload.flatMap((file) => ['--import', file]), at('scripts', `${name}.mjs`), ...args];
  const env = { PATH: at('bin'), HOME: clone.path };
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, {
    cwd: clone.path,
    env,
    encoding: 'utf8',
  });
  return { code: status, said: stdout + stderr };
}

/** Expects a sentence of the product and no internal details. */
function expectSentence({ code, said }: Ended, words: RegExp): void {
  expect(said).toMatch(words);
  expect(said).not.toMatch(/^ {4}at |Error:/m);
  expect(code).not.toBe(0);
}

describe('a clone that cannot be set up says why', () => {
  it('with a Node that is too old, whatever the command', () => {
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
      expectSentence(
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
    ['a folder npm may not write', 'npm error code EACCES', /cannot write to \S+; make the folder writable/],
    [
      'a lockfile of another time',
      'npm error `npm ci` can only install packages when they are in sync',
      /restore both with "git checkout/,
    ],
    [
      'something new',
      'npm error code EWHATEVER',
      /packages could not be installed: npm reports:\nnpm error code EWHATEVER/,
    ],
  ])('with %s', (_name, says, words) => {
    provide('npm', `echo '${says}' >&2; exit 1`);
    expectSentence(command('check'), words);
  });

  it('without a lockfile', () => {
    rmSync(at('package-lock.json'));
    expectSentence(command('check'), /package-lock\.json is missing; restore it with "git checkout/);
  });

  it('in a folder that cannot be written', () => {
    // A file in place of the folder, because even root cannot create the folder then.
    writeFileSync(at('.roundwatch'), '');
    provide('npm', 'exit 1');
    expectSentence(
      command('check'),
      /cannot write to \S+ \((EEXIST|ENOTDIR)\); make the folder writable or clone/,
    );
  });

  it.each([
    ['gyp ERR! stack Error: not found: make', 'there is no C++ compiler'],
    ['gyp ERR! find Python', 'python3 is missing'],
    ['Package libsecret-1 was not found in the pkg-config search path', 'libsecret-1-dev is missing'],
  ])('goes on without the keychain module where the system says "%s"', (says, words) => {
    const node = 'node_modules/node/bin';
    provide(
      'npm',
      `case "$*" in *node*) /bin/mkdir -p ${node}; /bin/ln -sf '${process.execPath}' ${node}/node ;; *keytar*) echo '${says}'; exit 1 ;; esac`,
    );
    command('simulator');
    const told = readFileSync(at('node_modules', '.cache', 'roundwatch', 'keychain.txt'), 'utf8');
    expect(told).toBe(`${words} ("npm rebuild keytar" tries again)`);
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
    expectSentence(
      command('ask'),
      new RegExp(`^roundwatch: port ${port} is taken; choose another or leave the option out`),
    );
    await new Promise((resolve) => server.close(resolve));
  });

  it('with an option that there is not', () => {
    expectSentence(command('start', ['--dmeo']), /unknown option --dmeo\n\nUsage: npm start/);
  });
});
