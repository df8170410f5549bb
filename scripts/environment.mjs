import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where things are, and every environment variable that this repository reads or sets (CONTRIBUTING.md lists them). */

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
export const inRoot = (...parts) => join(root, ...parts);

const modules = inRoot('node_modules');
/** The Node 24 of the lockfile. */
export const node24 = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
/** Goes with node_modules: what was installed, what was tried. */
export const installCache = join(modules, '.cache', 'roundwatch');
/** Stays when node_modules is replaced: the set-up's lock and throw-away fixtures. */
export const scratch = inRoot('.roundwatch');

export const isRoot = process.getuid?.() === 0;
export const hasDisplay =
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

/** The JavaScript file behind a package's command, so that Node 24 runs it whatever `node` is on the PATH. */
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

/** The first of `names` on the PATH, leaving out this project's own node_modules. */
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

/** The PATH without (`false`) or with (`true`) this project's own commands in front. */
export function pathWithModules(withModules) {
  const bin = join(modules, '.bin');
  const others = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== bin);
  return (withModules ? [bin, ...others] : others).join(delimiter);
}

/** An installed Chromium or Chrome, or null. */
export function findChromium() {
  const asked = process.env.ROUNDWATCH_CHROMIUM;
  if (asked) return isExecutable(asked) ? asked : null;
  const onPath = findOnPath(
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
    'chrome',
  );
  if (onPath) return onPath;
  const usual = {
    darwin: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      join(homedir(), 'Applications/Google Chrome.app/Contents/MacOS/Google Chrome'),
    ],
    win32: [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
      .filter(Boolean)
      .map((folder) => join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')),
  };
  return (usual[process.platform] ?? []).find(isExecutable) ?? null;
}

/** Chromium's own sandbox refuses to run as root on Linux; everybody else keeps it. */
export const chromiumArguments = isRoot && process.platform === 'linux' ? ['--no-sandbox'] : [];

/** Where the app keeps its data when nothing else is asked for: as `electron/shells/arguments.ts` says. */
export function defaultDataDir() {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Roundwatch');
  if (process.platform === 'win32') {
    return join(process.env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Roundwatch');
  }
  const xdg = process.env.XDG_DATA_HOME;
  return join(xdg?.startsWith('/') ? xdg : join(homedir(), '.local', 'share'), 'roundwatch');
}

/** The Electron executable of ELECTRON_OVERRIDE_DIST_PATH or of node_modules, or null where there is none. */
export function electronExecutable() {
  const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH || join(modules, 'electron', 'dist');
  const inside = {
    darwin: 'Electron.app/Contents/MacOS/Electron',
    win32: 'electron.exe',
  };
  const file = join(dist, inside[process.platform] ?? 'electron');
  return existsSync(file) ? file : null;
}

/**
 * How to launch Electron here: `{ command }`, or `{ reason }` in words. ELECTRON_LAUNCHER stands in for the executable,
 * for machines where it cannot be run directly (as root, Electron refuses to start with its sandbox on).
 */
export function electronLaunch() {
  const executable = electronExecutable();
  if (!executable) return { reason: "Electron's runtime is not installed" };
  if (process.env.ELECTRON_LAUNCHER) return { command: process.env.ELECTRON_LAUNCHER };
  if (isRoot && process.platform === 'linux')
    return { reason: 'Electron does not run as root with its sandbox on' };
  return { command: executable };
}

/** Where Node keeps sources that it has compiled and stripped of types: a process starts in a fifth of the time. */
export const compileCache = { NODE_COMPILE_CACHE: join(installCache, 'compiled') };

/**
 * TypeScript 7 and what is built on it, on one thread: each further one works out the shared types once more, a third to a half of the
 * work, and the other core has a step of its own.
 */
export const oneChecker = { GOMAXPROCS: '1' };

/** Below this much room, in bytes, what is memory is not taken for a disk: a container's is 64 MiB. */
const MEMORY_ROOM = 2 * 1024 ** 3;

/**
 * For tests that need no disk: temporary files in memory where the system offers a folder for that (Linux), since every commit of a
 * database waits for the disk. What is to outlive a power loss is proved on a disk (`npm run reliability`).
 */
export function inMemory(folder = '/dev/shm') {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < MEMORY_ROOM ? {} : { TMPDIR: folder };
  } catch {
    return {}; // no such folder, or not for us
  }
}

/** What every test process is given. */
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
