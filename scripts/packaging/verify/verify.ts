import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  ALLOWED_DIFFERENCES,
  differingFiles,
  drivableCopy,
  nameElectron,
  runnableCopy,
} from '../../../test/support/electron/drivable-package.ts';
import { buildDeb } from '../deb.ts';
import { readFuses } from '../read-fuses.ts';
import { createDesktopUser, type DesktopUser, type RunningApp } from './desktop-user.ts';
import {
  checkInstalledPackage,
  DESKTOP_ENTRY,
  INSTALLED,
  EXECUTABLE,
  installedFiles,
  installedVersion,
  remains,
} from './installed-package.ts';
import { createReport, type Report } from './report.ts';
import { faultsOf, hashesOf, lostFiles, run } from './system.ts';

/** The version of the package that is installed first and then upgraded. */
const OLDER = '0.0.1';

interface VerifyRequest {
  /** `folder`: electron-builder's unpacked folder. `deb`: the Debian package that was built from it. */
  readonly folder: string;
  readonly deb: string;
  readonly output: string;
  readonly version: string;
  /** The version of the Electron runtime in the package. */
  readonly runtime: string;
}

/**
 * Installs the Debian package on this system, uses it, upgrades it and removes it. This changes the system,
 * so use it only on test machines.
 */
export async function verifyPackage(request: VerifyRequest): Promise<boolean> {
  const report = createReport((line) => void process.stdout.write(`${line}\n`));
  const obstacle = obstacleOf();
  if (obstacle !== null) {
    report.notRun('every step', obstacle);
    return report.end();
  }
  const place = mkdtempSync(join(tmpdir(), 'roundwatch-verify-'));
  chmodSync(place, 0o755);
  const pictures = resolve(request.output, 'verify');
  mkdirSync(pictures, { recursive: true });
  const user = await createDesktopUser(pictures);
  try {
    noteRuntime(report, request.runtime);
    report.check('the package itself is installed', install(request.deb));
    await checkInstalledPackage(report);
    await useAndRemove(report, user, await packagesToStart(report, request, place));
    report.note(`pictures of the window: ${pictures}`);
  } finally {
    await user.remove();
    run('apt-get', ['purge', '--yes', 'roundwatch']);
    rmSync(place, { recursive: true, force: true });
  }
  return report.end();
}

function obstacleOf(): string | null {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return 'this is not a Debian system';
  if (process.getuid?.() !== 0) return 'only root can install packages';
  return installedVersion().endsWith(' installed') ? 'Roundwatch is already installed here' : null;
}

const install = (deb: string): readonly string[] =>
  faultsOf(run('apt-get', ['install', '--yes', '--allow-downgrades', resolve(deb)]));

const wantedRuntime = (): string => {
  const manifest: unknown = JSON.parse(readFileSync('package.json', 'utf8'));
  return String(Reflect.get(Object(Reflect.get(Object(manifest), 'devDependencies')), 'electron'));
};

function noteRuntime(report: Report, runtime: string): void {
  report.note(`Electron in this package: ${runtime}; in a release: ${wantedRuntime()}`);
  if (runtime !== wantedRuntime())
    report.notRun(`any step with Electron ${wantedRuntime()}`, `this machine has only Electron ${runtime}`);
}

/** The packages that are installed to start the app. */
interface StartablePackages {
  readonly older: string;
  readonly newer: string;
}

/**
 * Returns the package and an older version of it. If the runtime cannot load better-sqlite3, both packages
 * contain another SQLite driver but are otherwise unchanged.
 */
async function packagesToStart(
  report: Report,
  { folder, deb, version }: VerifyRequest,
  place: string,
): Promise<StartablePackages> {
  const copy = await runnableCopy(folder, place);
  const build = (from: string, of: string): Promise<string> =>
    buildDeb({
      folder: from,
      output: join(place, 'debs'),
      version: of,
      arch: process.arch,
      compression: 'none',
    });
  if (copy === null) return { older: await build(folder, OLDER), newer: deb };
  report.notRun(
    'starting the package itself',
    'better-sqlite3 needs a newer Electron; a package with another SQLite driver is started instead',
  );
  report.check('that package differs only in its SQLite driver', [
    ...forbiddenDifferences(folder, copy),
    ...differingFiles(folder, copy).filter((file) => file === 'package.json'),
  ]);
  return { older: await build(copy, OLDER), newer: await build(copy, version) };
}

const forbiddenDifferences = (folder: string, copy: string): readonly string[] =>
  differingFiles(folder, copy).filter((file) => !ALLOWED_DIFFERENCES.files.test(file));

async function useAndRemove(report: Report, user: DesktopUser, packages: StartablePackages): Promise<void> {
  report.check(`the older version ${OLDER} is installed`, install(packages.older));
  const first = await user.start(`${EXECUTABLE} --demo`);
  checkWindow(report, first, 'the older version opens the demo');
  await first.quit();
  const data = join(user.home, '.local', 'share', 'roundwatch');
  const before = hashesOf(data);
  report.check('apt installs the newer version over it', install(packages.newer));
  report.check(
    `${before.size} files of the user survive the upgrade`,
    before.size === 0 ? ['there are none'] : lostFiles(before, hashesOf(data)),
  );
  const second = await user.start(`gtk-launch ${DESKTOP_ENTRY}`);
  checkWindow(report, second, 'the desktop entry opens the first view');
  checkProcesses(report, second);
  await driveCopy(report);
  await second.quit();

  const files = installedFiles();
  const kept = hashesOf(data);
  report.check('apt removes the package', faultsOf(run('apt-get', ['remove', '--yes', 'roundwatch'])));
  report.check('apt purges the package', faultsOf(run('apt-get', ['purge', '--yes', 'roundwatch'])));
  report.check('nothing but the user’s files is left', remains(files));
  report.check(`${kept.size} files of the user survive the removal`, lostFiles(kept, hashesOf(data)));
}

function checkWindow(report: Report, app: RunningApp, step: string): void {
  report.check(`${step} (“${app.title}”, ${app.windowClass}, ${app.colours} colours)`, [
    ...(/Roundwatch/.test(app.title) ? [] : ['there is no window']),
    ...(app.colours >= 100 ? [] : ['the window is empty']),
  ]);
}

function checkProcesses(report: Report, { processes }: RunningApp): void {
  const pages = processes.filter(({ type }) => type === 'renderer');
  report.check(
    `${processes.length} processes run as an ordinary user, without a switch against the sandbox`,
    [
      ...processes.filter(({ uid }) => uid === 0).map(({ type }) => `${type} runs as root`),
      ...processes
        .filter(({ commandLine }) => /no-sandbox|disable-\S*sandbox/.test(commandLine))
        .map(({ commandLine }) => commandLine),
    ],
  );
  report.check('the page runs in its own namespace, with filtered system calls (Seccomp 2)', [
    ...(pages.length > 0 ? [] : ['there is no process of a page']),
    ...pages.filter(({ seccomp }) => seccomp !== 2).map(({ pid }) => `${pid} has no filter`),
    ...pages.filter(({ isIsolated }) => !isIsolated).map(({ pid }) => `${pid} is not isolated`),
  ]);
}

/** Runs the journey through a working day on a copy of the installed package that Playwright can drive. */
async function driveCopy(report: Report): Promise<void> {
  const step = 'the journey through a working day on the driven copy';
  if (process.env['ELECTRON_LAUNCHER'] === undefined)
    return report.notRun(step, 'ELECTRON_LAUNCHER names no command that starts Electron as an ordinary user');
  const place = mkdtempSync(join(tmpdir(), 'roundwatch-driven-'));
  chmodSync(place, 0o755);
  try {
    const driven = await drivableCopy(INSTALLED, place);
    nameElectron(driven);
    report.check(
      `the driven copy differs only as listed: ${await listDifferences(driven)}`,
      forbiddenDifferences(INSTALLED, driven),
    );
    report.check(step, faultsOf(runJourney(driven)));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

async function listDifferences(driven: string): Promise<string> {
  const [own, copied] = [await readFuses(EXECUTABLE), await readFuses(join(driven, 'roundwatch'))];
  const fuses = Object.keys(own).filter((name) => own[name] !== copied[name]);
  return [...fuses.map((name) => `fuse ${name}`), ...differingFiles(INSTALLED, driven)].join(', ');
}

function runJourney(driven: string): { readonly status: number | null; readonly output: string } {
  const playwright = join('node_modules', '@playwright', 'test', 'cli.js');
  const args = [playwright, 'test', '--project=electron', 'test/electron/journey.spec.ts', '--reporter=line'];
  const { status, stdout, stderr } = spawnSync('xvfb-run', ['-a', process.execPath, ...args], {
    encoding: 'utf8',
    timeout: 300_000,
    env: { ...process.env, PW_DISABLE_TS_ESM: '1', ROUNDWATCH_PACKAGED: driven },
  });
  return { status, output: `${stdout}${stderr}`.trim() };
}
