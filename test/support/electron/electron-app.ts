import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { _electron, errors, expect, type ElectronApplication, type Page } from '@playwright/test';

export interface LaunchedElectron {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** Errors and content security policy violations that Chromium reported for the page. */
  readonly pageErrors: readonly string[];
  /** Returns the main process's stderr output so far. */
  log(): string;
}

/** The app's data folder and the user's home folder. They survive restarts of the app. */
export interface ElectronPlace {
  readonly dataDir: string;
  readonly home: string;
  remove(): void;
}

/**
 * Creates a temporary folder for the app's data and home folders. The folder is world-writable, because the
 * launcher may run as another user.
 */
export function newElectronPlace(): ElectronPlace {
  const parent = mkdtempSync(join(tmpdir(), 'roundwatch-electron-'));
  chmodSync(parent, 0o777);
  return {
    dataDir: join(parent, 'data'),
    home: join(parent, 'home'),
    remove: () => rmSync(parent, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/**
 * Returns the folder to launch: the folder in ROUNDWATCH_STAGE, or a copy of this repository that the script
 * named in ELECTRON_STAGE makes. If neither environment variable is set, returns this repository.
 */
export function stageFolder(): string {
  const { ROUNDWATCH_STAGE: staged, ELECTRON_STAGE: script } = process.env;
  if (staged !== undefined && staged !== '') return staged;
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
   * The folder of a packaged app whose executable is named `electron`. If omitted, the built app is started.
   */
  readonly packaged?: string;
  /** The folder of the built app. The default is `stageFolder()`. */
  readonly stage?: string;
  /** Modules that the main process loads before the app. */
  readonly preload?: readonly string[];
  /** Environment variables of the main process. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The folder of a packaged app that all tests launch; set by `npm run package -- --verify`. */
const PACKAGED = process.env['ROUNDWATCH_PACKAGED'];

/** Returns the executable, arguments and environment for launching the app. */
function launchCommand(
  place: ElectronPlace,
  { args = [], keyring = true, packaged = PACKAGED, stage }: LaunchOptions,
) {
  const launcher = process.env['ROUNDWATCH_ELECTRON'] ?? process.env['ELECTRON_LAUNCHER'];
  return {
    executable: launcher ?? (packaged === undefined ? undefined : join(packaged, 'electron')),
    args: [
      ...(packaged === undefined ? [stage ?? stageFolder()] : []),
      `--data-dir=${place.dataDir}`,
      ...args,
    ],
    env: {
      ...process.env,
      ELECTRON_TEST_HOME: place.home,
      ...(packaged === undefined ? {} : { ELECTRON_OVERRIDE_DIST_PATH: packaged }),
      ...(keyring ? { ELECTRON_TEST_KEYRING: '1' } : {}),
    } as Record<string, string>,
  };
}

/**
 * Starts an app that should exit immediately, for instance because another instance is running. Playwright is
 * not used here, because it can wait forever if the app exits while it connects.
 *
 * @returns the exit code, or null if the app had to be killed after 30 s
 */
export async function runUntilExit(
  place: ElectronPlace,
  options: LaunchOptions = {},
): Promise<number | null> {
  const { executable, args: appArgs, env: appEnv } = launchCommand(place, options);
  const args = [...(options.preload ?? []).flatMap((module) => ['-r', module]), ...appArgs];
  const env = { ...appEnv, ...options.env };
  // Without a launcher, uses the executable of the installed `electron` package, which exports the
  // executable's path.
  const program = executable ?? String((await import('electron')).default);
  const child = spawn(program, args, { env, stdio: 'ignore', timeout: 30_000, killSignal: 'SIGKILL' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

/** Launches the built or packaged app as a user does, with the sandbox enabled, and waits for its window. */
export async function launchElectron(
  place: ElectronPlace,
  options: LaunchOptions = {},
): Promise<LaunchedElectron> {
  const { app, pageErrors, log } = await launchWithoutWindow(place, options);
  const late = (what: string) => (): string =>
    `no ${what} within ${ANSWER_MS / 1_000} s:\n${log().slice(-2_000)}`;
  const page = await within(ANSWER_MS, app.firstWindow(), late('window'));
  watch(page, pageErrors);
  await within(ANSWER_MS, page.waitForLoadState('load'), late('page in the window'));
  return { app, page, pageErrors, log };
}

/** Launches the app like `launchElectron`, but does not wait for a window. */
export async function launchWithoutWindow(
  place: ElectronPlace,
  options: LaunchOptions = {},
): Promise<Omit<LaunchedElectron, 'page' | 'pageErrors'> & { readonly pageErrors: string[] }> {
  const { executable, args, env } = launchCommand(place, options);
  const isPackaged = (options.packaged ?? PACKAGED) !== undefined;
  const usesLoader = executable !== undefined && !isPackaged;
  const launch = (timeout: number): Promise<ElectronApplication> =>
    _electron.launch({
      ...(executable === undefined ? {} : { executablePath: executable }),
      args: [
        ...(options.preload ?? []).flatMap((module) => ['-r', module]),
        ...(usesLoader ? ['-r', resolve('test/support/electron/electron-loader.cjs')] : []),
        ...args,
      ],
      // Without this option, Playwright adds --no-sandbox.
      chromiumSandbox: true,
      env: { ...env, ...options.env },
      timeout,
    });
  // Playwright's loader delays the app until Playwright listens, but a package cannot use this loader. The
  // window of a package may therefore open too early, and Playwright then waits for the window forever.
  const app = isPackaged ? await launchTwice(launch) : await launch(ANSWER_MS);
  let log = '';
  app.process().stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  limitClosing(app, () => log);
  limitEvaluate(app, () => log);
  const pageErrors: string[] = [];
  app.on('window', (window) => watch(window, pageErrors));
  return { app, pageErrors, log: () => log };
}

/** Launches the app again if Playwright has not connected to it in time. */
async function launchTwice(
  launch: (timeout: number) => Promise<ElectronApplication>,
): Promise<ElectronApplication> {
  try {
    return await launch(PACKAGE_MS);
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error;
    return launch(ANSWER_MS);
  }
}

/** Waits for a reply from the page. Rejects after a timeout. */
export const withAnswerLimit = <T>(pending: Promise<T>, what: string): Promise<T> =>
  within(ANSWER_MS, pending, () => `no answer of the page within ${ANSWER_MS / 1_000} s: ${what}`);

/**
 * Rejects if `work` takes longer than `ms`. Needed because Playwright waits for some replies without a limit.
 */
async function within<T>(ms: number, work: Promise<T>, message: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message())), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
/** Maximum time for closing the app, which usually takes much less. */
const CLOSE_MS = 30_000;
/**
 * This limit is shorter than every test timeout. If the page does not reply, the test therefore fails with
 * the error of this limit, not with its own timeout.
 */
const ANSWER_MS = 45_000;
const READ_AGAIN_MS = 50;
/** Much longer than a package takes to start. */
const PACKAGE_MS = 30_000;

/** Makes `app.close` fail with the app's last output if the app does not exit in time. */
function limitClosing(app: ElectronApplication, log: () => string): void {
  const close = app.close.bind(app);
  const describeTimeout = (): string => {
    app.process().kill('SIGKILL');
    return `the closed app did not exit within ${CLOSE_MS / 1_000} s:\n${log().slice(-2_000)}`;
  };
  app.close = () => within(CLOSE_MS, close(), describeTimeout);
}

/**
 * Makes `app.evaluate` fail with the app's last output if the main process does not reply in time. Makes it
 * return undefined if V8 collects the promise of a finished call before the result is reported.
 */
function limitEvaluate(app: ElectronApplication, log: () => string): void {
  const original = app.evaluate.bind(app) as (...parameters: unknown[]) => Promise<unknown>;
  const evaluate = async (...parameters: unknown[]): Promise<unknown> => {
    try {
      return await original(...parameters);
    } catch (error) {
      if (error instanceof Error && /Resulting promise was garbage collected/.test(error.message))
        return undefined;
      throw error;
    }
  };
  const describeTimeout = (): string =>
    `no answer of the main process within ${ANSWER_MS / 1_000} s:\n${log().slice(-2_000)}`;
  Reflect.set(app, 'evaluate', (...parameters: unknown[]) =>
    within(ANSWER_MS, evaluate(...parameters), describeTimeout),
  );
}

function watch(page: Page, pageErrors: string[]): void {
  page.on('pageerror', (error) => pageErrors.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') pageErrors.push(message.text());
  });
}

/** Returns the id of Electron's main process, which may run under a launcher. */
export async function mainProcessId(app: ElectronApplication): Promise<number> {
  return readFromMain(() => app.evaluate(() => process.pid));
}

/**
 * Repeats a read from the main process until it returns a value. `app.evaluate` may return undefined, most often while
 * the core is being loaded (see `limitEvaluate`). Reading again does no harm.
 */
export async function readFromMain<T>(read: () => Promise<T | undefined>): Promise<T> {
  const deadlineMs = Date.now() + ANSWER_MS;
  do {
    const value = await read();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, READ_AGAIN_MS));
  } while (Date.now() < deadlineMs);
  throw new Error(`the main process returned no value within ${ANSWER_MS / 1_000} s`);
}

/** Sends a request to the core through the preload bridge. */
export function request(page: Page, channel: string, input: unknown = {}): Promise<unknown> {
  const reply = page.evaluate(
    ([name, value]) => {
      const bridge: unknown = Reflect.get(window, 'roundwatch');
      const send: unknown = Reflect.get(Object(bridge), 'request');
      return typeof send === 'function'
        ? (Reflect.apply(send, bridge, [name, value]) as Promise<unknown>)
        : 'the page has no bridge';
    },
    [channel, input] as const,
  );
  return within(ANSWER_MS, reply, () => `no answer to ${channel} within ${ANSWER_MS / 1_000} s`);
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
