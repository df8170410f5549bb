import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { _electron, expect, type ElectronApplication, type Page } from '@playwright/test';

export interface LaunchedElectron {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** Errors and content security policy violations that Chromium reported for the page. */
  readonly complaints: readonly string[];
  /** Stderr of the main process. */
  log(): string;
}

/** Folders for the app's data and the user's home that survive restarts; `remove` deletes both. */
export interface ElectronPlace {
  readonly dataDir: string;
  readonly home: string;
  remove(): void;
}

/** The launcher may run Electron as another user, so the parent folder is world-writable. */
export function newElectronPlace(): ElectronPlace {
  const parent = mkdtempSync(join(tmpdir(), 'roundwatch-electron-'));
  chmodSync(parent, 0o777);
  return {
    dataDir: join(parent, 'data'),
    home: join(parent, 'home'),
    remove: () => rmSync(parent, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** The app folder to launch: the test runner's copy, a copy made here, or this repository. */
function stageFolder(): string {
  const { ROUNDWATCH_STAGE: made, ELECTRON_STAGE: script } = process.env;
  if (made !== undefined && made !== '') return made;
  if (script === undefined || script === '') return resolve('.');
  const folder = join(tmpdir(), `roundwatch-stage-${process.ppid}`);
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    execFileSync(process.execPath, [script, '.', folder], { stdio: 'ignore' });
  }
  return folder;
}

export interface LaunchOptions {
  readonly args?: readonly string[];
  readonly keyring?: boolean;
  /**
   * A folder with the packaged app, whose executable is also named `electron`. Omit to stage the built app.
   */
  readonly packaged?: string;
}

/** The executable, arguments and environment of a launch. */
function startOf(place: ElectronPlace, { args = [], keyring = true, packaged }: LaunchOptions) {
  const launcher = process.env['ROUNDWATCH_ELECTRON'] ?? process.env['ELECTRON_LAUNCHER'];
  return {
    executable: launcher ?? (packaged === undefined ? undefined : join(packaged, 'electron')),
    args: [...(packaged === undefined ? [stageFolder()] : []), `--data-dir=${place.dataDir}`, ...args],
    env: {
      ...process.env,
      ELECTRON_TEST_HOME: place.home,
      ...(packaged === undefined ? {} : { ELECTRON_OVERRIDE_DIST_PATH: packaged }),
      ...(keyring ? { ELECTRON_TEST_KEYRING: '1' } : {}),
    } as Record<string, string>,
  };
}

/**
 * Starts an app that should exit immediately, for instance because another instance is running. Avoids
 * Playwright, which can wait forever if the program exits while it connects.
 * @returns the exit code; null if the app had to be killed after 30 s
 */
export async function startToItsEnd(
  place: ElectronPlace,
  options: LaunchOptions = {},
): Promise<number | null> {
  const { executable, args, env } = startOf(place, options);
  // Without a launcher, use the executable of the installed `electron` package, which exports its path.
  const program = executable ?? String((await import('electron')).default);
  const child = spawn(program, args, { env, stdio: 'ignore', timeout: 30_000, killSignal: 'SIGKILL' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

/** Launches the built app like a user would, with the sandbox enabled, and waits for its window. */
export async function launchElectron(
  place: ElectronPlace,
  options: LaunchOptions = {},
): Promise<LaunchedElectron> {
  const { executable, args, env } = startOf(place, options);
  const isHeldBack = executable !== undefined && options.packaged === undefined;
  const app = await _electron.launch({
    ...(executable === undefined ? {} : { executablePath: executable }),
    args: isHeldBack ? ['-r', resolve('test/support/electron/electron-loader.cjs'), ...args] : args,
    // Playwright adds --no-sandbox otherwise.
    chromiumSandbox: true,
    env,
    // Playwright would wait longer than the test timeout; failing earlier includes the output so far.
    timeout: ANSWER_MS,
  });
  let log = '';
  app.process().stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  endSoon(app, () => log);
  answerSoon(app, () => log);
  const complaints: string[] = [];
  app.on('window', (window) => watch(window, complaints));
  const late = (what: string) => (): string =>
    `no ${what} within ${ANSWER_MS / 1_000} s:\n${log.slice(-2_000)}`;
  const page = await within(ANSWER_MS, app.firstWindow(), late('window'));
  watch(page, complaints);
  await within(ANSWER_MS, page.waitForLoadState('load'), late('page in the window'));
  return { app, page, complaints, log: () => log };
}

/** The page's answer to a test's request; rejects after a timeout. */
export const answerOf = <T>(asked: Promise<T>, what: string): Promise<T> =>
  within(ANSWER_MS, asked, () => `no answer of the page within ${ANSWER_MS / 1_000} s: ${what}`);

/** Rejects with `why` after `ms`: Playwright waits for some answers until the test ends. */
async function within<T>(ms: number, work: Promise<T>, why: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(why())), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
/** Much longer than closing the app's files takes. */
const CLOSE_MS = 30_000;
/** Shorter than any test timeout. */
const ANSWER_MS = 45_000;

/** Fails with the app's last output if a closed app does not exit, instead of waiting forever. */
function endSoon(app: ElectronApplication, log: () => string): void {
  const close = app.close.bind(app);
  const told = (): string => {
    app.process().kill('SIGKILL');
    return `closed, the app did not end within ${CLOSE_MS / 1_000} s:\n${log().slice(-2_000)}`;
  };
  app.close = () => within(CLOSE_MS, close(), told);
}

/** Fails with the last output if the main process does not answer. */
function answerSoon(app: ElectronApplication, log: () => string): void {
  const evaluate = app.evaluate.bind(app) as (...asked: unknown[]) => Promise<unknown>;
  const told = (): string =>
    `no answer of the main process within ${ANSWER_MS / 1_000} s:\n${log().slice(-2_000)}`;
  Reflect.set(app, 'evaluate', (...asked: unknown[]) => within(ANSWER_MS, evaluate(...asked), told));
}

function watch(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
}

/** Sends a request to the core through the preload bridge. */
export function request(page: Page, channel: string, input: unknown = {}): Promise<unknown> {
  const asked = page.evaluate(
    ([name, value]) => {
      const bridge: unknown = Reflect.get(window, 'roundwatch');
      const ask: unknown = Reflect.get(Object(bridge), 'request');
      return typeof ask === 'function'
        ? (Reflect.apply(ask, bridge, [name, value]) as Promise<unknown>)
        : 'no bridge';
    },
    [channel, input] as const,
  );
  return within(ANSWER_MS, asked, () => `no answer to ${channel} within ${ANSWER_MS / 1_000} s`);
}

/** Crashes the page and waits until it has reloaded. */
export async function crashPage({ app, log }: Pick<LaunchedElectron, 'app' | 'log'>): Promise<void> {
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  );
  await expect.poll(log).toContain('"renderer-gone"');
  const page = () =>
    app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      return contents?.isCrashed() === false && !contents.isLoading()
        ? ((await contents.executeJavaScript('typeof window.roundwatch')) as string)
        : 'loading';
    });
  await expect.poll(page).toBe('object');
}
