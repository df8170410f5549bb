import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';

export interface LaunchedElectron {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** What Chromium reported of the page since it was made: errors, violations of the content security policy. */
  readonly complaints: readonly string[];
  /** What the main process wrote on stderr. */
  log(): string;
}

/** A place for the app's data and for its user's home, which stays across restarts; `remove` deletes both. */
export interface ElectronPlace {
  readonly dataDir: string;
  readonly home: string;
  remove(): void;
}

/** The launcher may run Electron as another user: everything it writes to lies in a folder that anyone may write to. */
export function newElectronPlace(): ElectronPlace {
  const parent = mkdtempSync(join(tmpdir(), 'roundwatch-electron-'));
  chmodSync(parent, 0o777);
  return {
    dataDir: join(parent, 'data'),
    home: join(parent, 'home'),
    remove: () => rmSync(parent, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** The app folder to launch: the runner's copy, a copy made here, or this repository. */
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
  /** A folder that holds the packaged app, its program under the name `electron` too. Absent: the built app is staged. */
  readonly packaged?: string;
}

/** Launches the built app as its user would, with the sandbox on, and waits for its window. */
export async function launchElectron(
  place: ElectronPlace,
  { args = [], keyring = true, packaged }: LaunchOptions = {},
): Promise<LaunchedElectron> {
  const launcher = process.env['ROUNDWATCH_ELECTRON'] ?? process.env['ELECTRON_LAUNCHER'];
  const executable = launcher ?? (packaged === undefined ? undefined : join(packaged, 'electron'));
  const app = await _electron.launch({
    ...(executable === undefined ? {} : { executablePath: executable }),
    args: [...(packaged === undefined ? [stageFolder()] : []), `--data-dir=${place.dataDir}`, ...args],
    // Without this, Playwright adds --no-sandbox.
    chromiumSandbox: true,
    env: {
      ...process.env,
      ELECTRON_TEST_HOME: place.home,
      ...(packaged === undefined ? {} : { ELECTRON_OVERRIDE_DIST_PATH: packaged }),
      ...(keyring ? { ELECTRON_TEST_KEYRING: '1' } : {}),
    } as Record<string, string>,
  });
  let log = '';
  app.process().stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const complaints: string[] = [];
  app.on('window', (window) => watch(window, complaints));
  const page = await app.firstWindow();
  watch(page, complaints);
  await page.waitForLoadState('load');
  return { app, page, complaints, log: () => log };
}

function watch(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
}

/** Asks the core over the preload's own bridge. */
export function request(page: Page, channel: string, input: unknown = {}): Promise<unknown> {
  return page.evaluate(
    ([name, value]) => {
      const bridge: unknown = Reflect.get(window, 'roundwatch');
      const ask: unknown = Reflect.get(Object(bridge), 'request');
      return typeof ask === 'function'
        ? (Reflect.apply(ask, bridge, [name, value]) as Promise<unknown>)
        : 'no bridge';
    },
    [channel, input] as const,
  );
}
