import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installCache, node24, nodePackage, pathWithModules, root } from '../common/environment.mjs';
import { run } from '../common/process.mjs';
import { printMessage, step } from '../common/messages.mjs';
import { readStamp, writeStamp } from '../common/stamps.mjs';

/**
 * Builds the optional keychain module, keytar, from the sources in its package (ADR 62). keytar's own install
 * script is not used, because it first tries to download a binary without verifying its checksum.
 */

const stampFile = join(installCache, 'keychain.txt');

/**
 * The Node-API version that keytar's own releases use. Every version of Node and Electron supports it. By
 * default, node-gyp would choose the newest Node-API version, and older runtimes would refuse to load the
 * module.
 */
const NODE_API_VERSION = 3;

/** Builds the module in `node_modules`, and records the reason if it could not be built. */
export async function buildKeychain() {
  const { output } = await step('Building the keychain module', () => compileKeychain(root));
  writeStamp(stampFile, (await probeKeychain()) === '' ? '' : causeOf(output));
}

/**
 * Compiles keytar in `folder/node_modules` with the version of node-gyp from the lockfile.
 * @returns `{ code, output }`
 */
export function compileKeychain(folder) {
  const modules = join(folder, 'node_modules');
  const headers = nodeHeaders(modules);
  return run(
    node24,
    [
      join(modules, 'node-gyp', 'bin', 'node-gyp.js'),
      'rebuild',
      `--napi_build_version=${NODE_API_VERSION}`,
      ...(headers === null ? [] : [`--nodedir=${headers}`]),
    ],
    { cwd: join(modules, 'keytar'), env: buildEnvironment(process.env), timeoutMs: 300_000 },
  );
}

/**
 * Returns the folder of the Node package if it contains the headers that node-gyp needs; otherwise null. On
 * Windows, always returns null, because node-gyp also needs a library that the package does not contain. If
 * the result is null, node-gyp downloads the files from nodejs.org and verifies them with the checksums
 * published there.
 */
function nodeHeaders(modules) {
  if (process.platform === 'win32' || nodePackage === undefined) return null;
  const folder = join(modules, nodePackage);
  return existsSync(join(folder, 'include', 'node', 'common.gypi')) ? folder : null;
}

/** npm settings for network access (proxies and the CA file). */
const networkSettings = /^npm_config_(proxy|https_proxy|noproxy|cafile)$/i;

/**
 * Returns the environment without npm settings, except those in `networkSettings`. Other settings would
 * override node-gyp's arguments. For example, `nodedir` would replace the folder of the headers.
 */
const buildEnvironment = (env) => ({
  ...Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^npm_(config|package)_/i.test(name) || networkSettings.test(name),
    ),
  ),
  PATH: pathWithModules(true),
});

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
  return `${cause} ("npm run build-modules -- keytar" tries again)`;
}

/** Returns the reason why the keychain module cannot be loaded, or an empty string if it can be loaded. */
export async function probeKeychain() {
  const code =
    "try { require('keytar') } catch (error) { console.log(error.message.split('\\n')[0]); process.exit(1) }";
  const probe = await run(node24, ['-e', code], { cwd: root, timeoutMs: 20_000 });
  return probe.code === 0 ? '' : probe.output.trim() || 'it does not load';
}

/**
 * Returns the reason why the module could not be built; empty if it was built, null if no build was
 * attempted.
 */
export const keychainFailure = () => readStamp(stampFile);

/** Every module that is built on this machine. No other package runs code during installation. */
export const builtModules = { keytar: { build: buildKeychain, failure: keychainFailure } };

/**
 * Warns at every start if the keychain module is missing. Without the module, the user has to enter the key
 * at each start.
 */
export async function reportKeychain() {
  const recordedCause = keychainFailure();
  if (recordedCause === '') return;
  const reason = await probeKeychain();
  if (reason === '') return writeStamp(stampFile, '');
  printMessage(`keychain module not built: ${recordedCause ?? reason}; keys are kept for the session only`);
}
