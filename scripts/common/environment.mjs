import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Paths, and every environment variable that this repository reads or sets (listed in CONTRIBUTING.md). */

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const inRoot = (...parts) => join(root, ...parts);

const modules = inRoot('node_modules');
/** The Node 24 of the lockfile. */
export const node24 = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
/** Deleted together with node_modules: records of installations and attempts. */
export const installCache = join(modules, '.cache', 'roundwatch');
/** Survives a reinstall of node_modules: the set-up lock and temporary fixtures. */
export const scratch = inRoot('.roundwatch');

export const isRoot = process.getuid?.() === 0;
export const hasDisplay =
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

/** The JavaScript file of a package's command, to run it with Node 24 regardless of the `node` on the PATH. */
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

/** The first of `names` on the PATH, excluding this project's node_modules. */
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

/** The PATH with (`true`) or without (`false`) this project's commands. */
export function pathWithModules(withModules) {
  const bin = join(modules, '.bin');
  const others = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== bin);
  return (withModules ? [bin, ...others] : others).join(delimiter);
}

/** An installed Chromium or Chrome, or null. */
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

/** Chromium's sandbox refuses to run as root on Linux, so it is disabled only there. */
export const chromiumArguments = isRoot && process.platform === 'linux' ? ['--no-sandbox'] : [];

/** The default data folder; matches `electron/shells/common/arguments.ts`. */
export function defaultDataDir() {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Roundwatch');
  if (process.platform === 'win32') {
    return join(process.env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Roundwatch');
  }
  const xdg = process.env.XDG_DATA_HOME;
  return join(xdg?.startsWith('/') ? xdg : join(homedir(), '.local', 'share'), 'roundwatch');
}

/** The Electron executable of ELECTRON_OVERRIDE_DIST_PATH or of node_modules, or null if there is none. */
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
 * How to launch Electron here: `{ command }`, or `{ reason }` as text. ELECTRON_LAUNCHER replaces the
 * executable on machines that cannot run it directly, such as for root, where Electron's sandbox refuses to
 * start.
 */
export function electronLaunch() {
  const executable = electronExecutable();
  if (!executable) return { reason: "Electron's runtime is not installed" };
  if (process.env.ELECTRON_LAUNCHER) return { command: process.env.ELECTRON_LAUNCHER };
  if (isRoot && process.platform === 'linux')
    return { reason: 'Electron does not run as root with its sandbox on' };
  return { command: executable };
}

/** Node's cache of compiled sources: processes start in a fifth of the time. */
export const compileCache = { NODE_COMPILE_CACHE: join(installCache, 'compiled') };

/**
 * Limits TypeScript 7 and tools based on it to one thread. Each further thread repeats a third to a half of the
 * work on shared types, and the other core runs another step.
 */
export const singleThreaded = { GOMAXPROCS: '1' };

/** Minimum size in bytes for using memory as a disk; a container's default is 64 MiB. */
const MEMORY_MIN_BYTES = 2 * 1024 ** 3;

/**
 * Puts temporary files of tests in memory if the system offers it (Linux), because database commits wait for
 * the disk. Durability after a power loss is tested on a disk (`npm run reliability`).
 */
export function memoryTempEnvironment(folder = '/dev/shm') {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < MEMORY_MIN_BYTES ? {} : { TMPDIR: folder };
  } catch {
    return {}; // missing or not writable
  }
}

/** The environment of every test process. */
export function testEnvironment(more = {}) {
  const chromium = findChromium();
  return {
    ...process.env,
    PATH: pathWithModules(true),
    ROUNDWATCH_NODE: node24,
    ...compileCache,
    ...(chromium ? { ROUNDWATCH_CHROMIUM: chromium } : {}),
    ...more,
  };
}
