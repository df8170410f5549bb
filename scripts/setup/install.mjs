import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  findOnPath,
  inRoot,
  installCache,
  node24,
  nodePackage,
  pathWithModules,
  root,
} from '../common/environment.mjs';
import { run } from '../common/process.mjs';
import { step, CommandError } from '../common/messages.mjs';
import { readStamp, writeStamp } from '../common/stamps.mjs';
import { buildKeychain } from './keychain.mjs';

/**
 * Installs the packages in the lockfile, without running any package's scripts (ADR 62). No script is needed:
 * Node 24 comes as a package for each system, better-sqlite3 includes binaries, and `keychain.mjs` compiles
 * keytar.
 */

const lockfile = inRoot('package-lock.json');
const installStamp = join(installCache, 'lock.sha256');

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

/** Whether an `npm install` run by the user has installed exactly the versions in the lockfile. */
function isInstalledManually() {
  const installed = JSON.parse(readStamp(inRoot('node_modules', '.package-lock.json')) ?? '{}').packages;
  if (!installed) return false;
  const { packages } = JSON.parse(readFileSync(lockfile, 'utf8'));
  return Object.entries(packages).every(([path, entry]) => {
    if (path === '') return true;
    // If the user has enabled install scripts and keytar's script fails, npm removes keytar. Unlike other
    // optional packages, keytar must therefore be present.
    const mayBeMissing = entry.optional && path !== 'node_modules/keytar';
    return installed[path] ? installed[path].version === entry.version : mayBeMissing;
  });
}

/**
 * Installs the packages, and then builds the keychain module. The build needs system packages, so it waits
 * for the promise `after`, which settles once they are installed.
 */
export async function install({ after }) {
  refuseMissingNode();
  const { code, output } = await step('Installing packages (a minute or two the first time)', () =>
    installPackages(root),
  );
  if (code !== 0) throw new CommandError(installFailure(output));
  if (!existsSync(node24))
    throw new CommandError(`packages could not be installed: npm did not install ${nodePackage}.`);
  await after;
  await buildKeychain();
  writeStamp(installStamp, lockfileHash());
}

/**
 * Minimum major version of Node that users must install themselves on systems for which no package contains
 * Node 24.
 */
const MIN_OWN_NODE = 24;

function refuseMissingNode() {
  if (nodePackage !== undefined || Number(process.versions.node.split('.')[0]) >= MIN_OWN_NODE) return;
  throw new CommandError(
    `no package contains Node 24 for ${process.platform}-${process.arch}; install Node 24 or newer and run the command again.`,
  );
}

/**
 * Installs exactly the packages in the lockfile of `folder`. npm rejects a package whose content differs.
 * @returns `{ code, output }`
 */
export const installPackages = (folder) =>
  npm(['ci', '--ignore-scripts', '--include=dev', '--include=optional'], folder);

/** Runs npm with the system's Node, because npm may replace the Node in node_modules. */
function npm(args, folder) {
  const node = findOnPath('node') ?? process.execPath;
  const script = process.env.npm_execpath;
  const [file, first] = script?.endsWith('.js') ? [node, [script]] : [findOnPath('npm') ?? 'npm', []];
  return run(file, [...first, ...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    env: { ...process.env, PATH: pathWithModules(false) },
    timeoutMs: 1_200_000,
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
    /EINTEGRITY/,
    'a package differs from the one in package-lock.json. Do not use it. "npm cache verify" removes a damaged download.',
  ],
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
