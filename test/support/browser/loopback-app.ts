import { resolve } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { createConsoleLog } from '../../../electron/adapters/console-log.ts';
import { runLoopback } from '../../../electron/shells/loopback/run-loopback.ts';
import { callCore } from './call-core.ts';
import { watchContacts } from './contact-leak-check.ts';
import { readyText, startProgram, type Started } from '../common/process.ts';

export interface LoopbackApp {
  readonly page: Page;
  readonly context: BrowserContext;
  /** The page's errors, violations of its content security policy, and requests to other origins. */
  readonly pageErrors: readonly string[];
  /** Closes the page and the shell. Fails if `contact-leak-check.ts` finds a leaked contact. */
  close(): Promise<void>;
}
export interface LoopbackProcess extends LoopbackApp {
  readonly started: Started;
}

interface Shell {
  readonly url: string;
  log(): string;
  stop(): Promise<unknown>;
}

/**
 * Starts the loopback shell in this process and opens its page in the installed Chromium. A separate process
 * would add half a second to each test. With `--demo`, opens an empty demo.
 */
export async function openLoopback(
  browser: Browser,
  dataDir: string,
  args: readonly '--demo'[] = [],
): Promise<LoopbackApp> {
  // Without a session bus, no test can use this machine's keyring.
  process.env['DBUS_SESSION_BUS_ADDRESS'] = 'disabled:';
  let log = '';
  const server = await runLoopback({
    dataDir,
    listenOn: 0,
    demo: false,
    rendererDir: resolve('out/renderer'),
    version: '1.0.0',
    log: createConsoleLog((line) => (log += line)),
    hint: (sentence) => (log += sentence),
  });
  const shell = { url: server.url, log: () => log, stop: () => server.close() };
  const app = await open(browser, shell, dataDir);
  if (args.includes('--demo')) {
    await callCore(app.page, 'workspaces.exploreDemo');
    await app.page.getByRole('navigation', { name: 'Main' }).waitFor();
  }
  return app;
}

/** Like `openLoopback`, but starts the shell as a separate process, which the test can stop or kill. */
export async function openLoopbackProcess(browser: Browser, dataDir: string): Promise<LoopbackProcess> {
  const started = await startShell(dataDir);
  return { ...(await open(browser, shellOf(started), dataDir)), started };
}

/** Like `openLoopbackProcess`, but without the contact leak check, which would distort measurements. */
export async function openWithoutLeakCheck(
  browser: Browser,
  dataDir: string,
  args: readonly string[],
): Promise<LoopbackApp> {
  return open(browser, shellOf(await startShell(dataDir, args)), null);
}

const startShell = (dataDir: string, args: readonly string[] = []): Promise<Started> =>
  startProgram('electron/shells/loopback.ts', ['--data-dir', dataDir, ...args], {
    ...process.env,
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
  });
const shellOf = (started: Started): Shell => ({
  url: readyText(started, 'url'),
  log: started.log,
  stop: () => started.stop(),
});

/**
 * Opens a shell's page. When the returned app is closed, it searches `checkedFolder` and all output for
 * leaked contacts. If `checkedFolder` is null, it checks nothing.
 */
async function open(browser: Browser, shell: Shell, checkedFolder: string | null): Promise<LoopbackApp> {
  const context = await browser.newContext();
  const leakCheck = checkedFolder === null ? null : await watchContacts(context);
  const page = await context.newPage();
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') pageErrors.push(message.text());
  });
  const { host } = new URL(shell.url);
  page.on('request', (request) => {
    if (new URL(request.url()).host !== host) pageErrors.push(`request to ${request.url()}`);
  });
  await page.goto(shell.url);
  return {
    page,
    context,
    pageErrors,
    close: async () => {
      await context.close();
      await shell.stop();
      leakCheck?.expectNoLeaks({ folder: checkedFolder ?? '', log: shell.log() });
    },
  };
}

export { callCore, SESSION_KEY } from './call-core.ts';
