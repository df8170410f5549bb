import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tempDir } from '../../support/common/temp-dir.ts';

/*
 * If root runs the setup in a terminal, the setup lists the packages and asks for confirmation before apt-get
 * changes the system. Other users are not asked, and without a terminal, root is not asked either. The tests
 * run the repository's own module with fake system tools; some of them use a real pseudo-terminal.
 */

const MODULE = pathToFileURL(
  join(import.meta.dirname, '..', '..', '..', 'scripts', 'setup', 'system-packages.mjs'),
).href;
const PROGRAM = `
import { chooseSystemPackages } from '${MODULE}';
const needs = process.argv.includes('tests') ? ['tests'] : ['compiler'];
console.log('chosen: ' + JSON.stringify(await chooseSystemPackages(needs)));
`;
/** The packages needed for compiling. The fake system has none of them. */
const MISSING = ['g++', 'make', 'python3', 'pkg-config', 'libsecret-1-dev'];
const CHOSEN = `chosen: ${JSON.stringify(MISSING)}`;
const NOTHING = 'chosen: []';
const QUESTION = 'Install them with apt-get, together with the packages that they need? [y/N]';
const SCRIPT = '/usr/bin/script';

let machine: ReturnType<typeof tempDir>;
const at = (...parts: string[]): string => join(machine.path, ...parts);

beforeEach(({ skip }) => {
  if (!existsSync('/etc/debian_version')) skip('the question is asked on Debian only');
  machine = tempDir();
  mkdirSync(at('bin'));
  for (const name of ['dpkg-query', 'apt-get']) {
    writeFileSync(at('bin', name), '#!/bin/sh\nexit 1\n');
    chmodSync(at('bin', name), 0o755);
  }
  writeFileSync(at('choose.mjs'), PROGRAM);
});
afterEach(() => machine.remove());

const hasLists = (): boolean => readdirSync('/var/lib/apt/lists').some((file) => file.includes('_Packages'));

interface User {
  readonly uid?: number;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Returns the arguments and environment of a process that chooses packages as the given user. */
function asUser({ uid = 0, args = [], env = {} }: User): { argv: string[]; env: NodeJS.ProcessEnv } {
  const { NODE_OPTIONS, ROUNDWATCH_MUTATION } = process.env;
  return {
    argv: [`--import=data:text/javascript,process.getuid=()=>${uid}`, at('choose.mjs'), ...args],
    env: { PATH: at('bin'), HOME: machine.path, NODE_OPTIONS, ROUNDWATCH_MUTATION, ...env },
  };
}

/** Runs the process without a terminal. */
function withoutTerminal(user: User = {}): string {
  const { argv, env } = asUser(user);
  const { stdout, stderr } = spawnSync(process.execPath, argv, { env, encoding: 'utf8', timeout: 60_000 });
  return stderr + stdout;
}

/**
 * Runs the process on a pseudo-terminal. If the process asks its question, sends `answer`. Returns the
 * output.
 */
function onTerminal(answer: string, user: User = {}): Promise<string> {
  const { argv, env } = asUser(user);
  const command = [process.execPath, ...argv].map((each) => `'${each}'`).join(' ');
  // `script` runs the command with this shell.
  const child = spawn(SCRIPT, ['-qec', command, '/dev/null'], { env: { ...env, SHELL: '/bin/sh' } });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const wasAsked = output.includes(QUESTION);
    output += text;
    if (!wasAsked && output.includes(QUESTION)) child.stdin.write(answer);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(output));
  });
}

describe('as root on a terminal', () => {
  beforeEach(({ skip }) => {
    if (!existsSync(SCRIPT)) skip('there is no pseudo-terminal');
  });

  it('lists the missing packages and installs them after a yes', async () => {
    const output = await onTerminal('y\n');
    const [list = ''] = output.split(QUESTION);
    for (const name of MISSING) expect(list).toContain(`  ${name}`);
    expect(output).toContain(CHOSEN);
  });

  it.each([
    ['no', 'n\n'],
    ['only Enter', '\n'],
    ['the end of the input', '\u0004'],
  ])('installs nothing after %s', async (_name, answer) => {
    const output = await onTerminal(answer);
    expect(output).toContain(QUESTION);
    expect(output).toContain(NOTHING);
  });

  it.each([
    ['with --yes', { args: ['--yes'] }],
    ['in CI', { env: { CI: 'true' } }],
  ])('does not ask %s', async (_name, user) => {
    const output = await onTerminal('\n', user);
    expect(output).not.toContain(QUESTION);
    expect(output).toContain(CHOSEN);
  });

  it('does not count CI=false as CI', async () => {
    expect(await onTerminal('n\n', { env: { CI: 'false' } })).toContain(QUESTION);
  });
});

it('without a terminal, installs the missing packages without a question', () => {
  const output = withoutTerminal();
  expect(output).not.toContain(QUESTION);
  expect(output).toContain(CHOSEN);
});

it('another user never gets a question, not even with --yes', () => {
  const output = withoutTerminal({ uid: 1_000, args: ['--yes'] });
  expect(output).toContain(`To add them: sudo apt-get install -y ${MISSING.join(' ')}\n`);
  expect(output).toContain(NOTHING);
});

it.for([
  ['offers', '1.0', true],
  ['does not offer', '(none)', false],
] as const)('if apt %s the headless shell (candidate %s)', ([, candidate, isChosen], { skip }) => {
  if (!hasLists()) skip('apt has never downloaded its lists, so the setup cannot tell');
  writeFileSync(at('bin', 'apt-cache'), `#!/bin/sh\necho '  Candidate: ${candidate}'\n`);
  chmodSync(at('bin', 'apt-cache'), 0o755);
  const output = withoutTerminal({ args: ['tests'] });
  expect(output).toContain('"xvfb"');
  expect(output.includes('"chromium-headless-shell"')).toBe(isChosen);
});
