import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { drivableCopy, nameElectron } from '../../test/support/electron/drivable-package.ts';
import { partsOf, systemOf } from './executable.ts';
import { FUSES, FUSE_NAMES } from './fuses.ts';
import { readFuses } from './read-fuses.ts';

/*
 * `node scripts/packaging/smoke.ts [DIST]` checks the packaged folder in `dist` on this system. It reads the
 * fuses back and looks for the licences. Then it runs the package without a test driver, until the demo is
 * stored on disk. The last line shows how many checks passed.
 */

const START_MS = 90_000;
/** How long the app must run after it has stored the demo. */
const SETTLE_MS = 2_000;
const STOP_MS = 30_000;

/** The fault that a check found, as a sentence; null if there is none. */
type Finding = string | null;
interface Check {
  readonly name: string;
  readonly run: () => Promise<Finding> | Finding;
  /** The reason why the check cannot run here; null if it can. */
  readonly notRun?: Finding;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function fusesDiffer(executable: string): Promise<Finding> {
  const burnt = await readFuses(executable);
  const known = Object.keys(burnt).length;
  const wrong = FUSE_NAMES.slice(0, known).filter((name) => burnt[name] !== FUSES[name]);
  if (known < 8) return `only ${known} fuses could be read`;
  return wrong.length === 0 ? null : `not as declared: ${wrong.join(', ')}`;
}

function missingLicences(folder: string, resources: string): Finding {
  const beside = [folder, resources].flatMap((each) => readdirSync(each));
  const missing = [
    ...['LICENSE.electron.txt', 'LICENSES.chromium.html'].filter((name) => !beside.includes(name)),
    ...['main.md', 'screens.md', 'others.md'].filter(
      (name) => !existsSync(join(resources, 'licences', name)),
    ),
  ];
  return missing.length === 0 ? null : `missing: ${missing.join(', ')}`;
}

interface Running {
  readonly ended: Promise<number | null>;
  stderr(): string;
  /** Ends the app with the signal that the system sends at log-out. */
  end(): void;
}

/**
 * Starts a package. If ELECTRON_LAUNCHER is set, it contains the command that starts the package, for example
 * as another user.
 */
function start(folder: string, home: string, args: readonly string[]): Running {
  const { executable } = partsOf(folder, systemOf(process.platform));
  const child = spawn(process.env['ELECTRON_LAUNCHER'] ?? executable, args, {
    env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: folder, ELECTRON_TEST_HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  return {
    ended: once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null)),
    stderr: () => stderr,
    end: () => child.kill(),
  };
}

/** Runs `work` with folders that the launcher's user can write to, and then removes them. */
async function inPlace<T>(work: (place: { readonly home: string; readonly data: string }) => Promise<T>) {
  const parent = mkdtempSync(join(tmpdir(), 'roundwatch-smoke-'));
  chmodSync(parent, 0o777);
  const home = join(parent, 'home');
  mkdirSync(home);
  try {
    return await work({ home, data: join(parent, 'data') });
  } finally {
    rmSync(parent, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Checks that the package refuses a debugger switch. */
const startsWithDebugger = (folder: string): Promise<Finding> =>
  inPlace(async ({ home, data }) => {
    const app = start(folder, home, ['--inspect=0', `--data-dir=${data}`]);
    const code = await Promise.race([app.ended, wait(START_MS, 'no answer' as const, { ref: false })]);
    app.end();
    if (code === 1 && app.stderr().includes('does not start with --inspect.')) return null;
    return `exit code ${code}: ${app.stderr().slice(-500)}`;
  });

/** The database files of a workspace. They exist once the page has opened the demo through the core. */
const storedFiles = (data: string): readonly string[] =>
  existsSync(data)
    ? readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((name) =>
        /\b(cache|yours|ledger)\.db$/.test(name),
      )
    : [];

/** Checks that the packaged app opens and stores the demo, keeps running, and can be stopped. */
const cannotOpenDemo = (folder: string): Promise<Finding> =>
  inPlace(async ({ home, data }) => {
    const app = start(folder, home, ['--demo', `--data-dir=${data}`]);
    const ended = app.ended.then((code) => `ended with exit code ${code}`);
    const stored = async (): Promise<Finding> => {
      const untilMs = performance.now() + START_MS;
      while (performance.now() < untilMs) {
        if (new Set(storedFiles(data).map((file) => file.split(/[/\\]/).at(-1))).size === 3) return null;
        await wait(200);
      }
      return `the demo was not stored within ${START_MS / 1_000} s`;
    };
    const problem =
      (await Promise.race([stored(), ended])) ?? (await Promise.race([wait(SETTLE_MS, null), ended]));
    const log = app.stderr().slice(-1_000);
    app.end();
    const hasEnded = app.ended.then(() => true);
    if (problem !== null) return `${problem}: ${log}`;
    return (await Promise.race([hasEnded, wait(STOP_MS, false, { ref: false })])) ? null : 'does not end';
  });

/**
 * Returns the checks of a package. One check opens the demo. If this Electron cannot load the package's
 * database driver, that check uses `copy`, a copy of the package with another driver.
 */
function checksOf(folder: string, copy: string | null): readonly Check[] {
  const { executable, resources } = partsOf(folder, systemOf(process.platform));
  const needsCopy = copy === null ? null : 'this Electron cannot load the database driver of the package';
  return [
    { name: 'fuses are as declared', run: () => fusesDiffer(executable) },
    { name: 'licences are beside the app', run: () => missingLicences(folder, resources) },
    { name: 'a debugger switch is refused', run: () => startsWithDebugger(folder) },
    { name: 'the package opens and stores the demo', run: () => cannotOpenDemo(folder), notRun: needsCopy },
    ...(copy === null ? [] : [{ name: 'a copy with another driver does', run: () => cannotOpenDemo(copy) }]),
  ];
}

/** Returns the packaged folder in the output of electron-builder, such as `linux-unpacked` or `mac-arm64`. */
function packagedFolder(output: string): string {
  const isPackage = (folder: string): boolean =>
    existsSync(partsOf(folder, systemOf(process.platform)).executable);
  const found = readdirSync(output)
    .map((name) => join(output, name))
    .find(isPackage);
  if (found === undefined) throw new Error(`there is no packaged folder in ${output}`);
  return found;
}

/**
 * Returns the Electron version of a packaged folder, read from its `version` file. A macOS package has no
 * such file.
 */
const versionOf = (folder: string): string => {
  const file = join(folder, 'version');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : 'as installed';
};

async function main(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const folder = packagedFolder(resolve(positionals[0] ?? 'dist'));
  const scratch = mkdtempSync(join(tmpdir(), 'roundwatch-smoke-copy-'));
  chmodSync(scratch, 0o755);
  const usesLauncher = process.env['ELECTRON_LAUNCHER'] !== undefined;
  if (usesLauncher && !existsSync(join(folder, 'electron'))) nameElectron(folder);
  const needsDriver = (process.env['ELECTRON_SQLITE_COMPAT'] ?? '') !== '';
  try {
    const copy = needsDriver ? await drivableCopy(folder, scratch) : null;
    print(`Electron ${versionOf(folder)} on ${process.platform}`);
    const states = { ok: 0, failed: 0, skipped: 0 };
    for (const { name, run, notRun = null } of checksOf(folder, copy)) {
      const finding = notRun === null ? await run() : null;
      states[notRun !== null ? 'skipped' : finding === null ? 'ok' : 'failed'] += 1;
      print(`  ${name}: ${notRun !== null ? `not run: ${notRun}` : (finding ?? 'ok')}`);
    }
    print(`smoke: ${states.ok} passed, ${states.failed} failed, ${states.skipped} not run`);
    return states.failed === 0 ? 0 : 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

process.exitCode = await main();
