import type { Browser, BrowserContext, Page } from '@playwright/test';
import { watchContacts, type ContactLeakCheck } from './contact-leak-check.ts';
import { readyText, startProgram, type Started } from '../common/process.ts';

export interface LoopbackApp {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the page, violations of its content security policy, and its requests to other origins. */
  readonly pageErrors: readonly string[];
  readonly started: Started;
  /** Closes page and shell. Fails if `contact-leak-check.ts` finds a leaked contact. */
  close(): Promise<void>;
}

/** Starts the loopback shell as a separate process and opens its page in the installed Chromium. */
export const openLoopback = (
  browser: Browser,
  dataDir: string,
  args: readonly string[] = [],
): Promise<LoopbackApp> => open(browser, { dataDir, args, watch: watchContacts });

/** Like `openLoopback`, but without the contact leak check, which would distort measurements. */
export const openWithoutLeakCheck = (
  browser: Browser,
  dataDir: string,
  args: readonly string[],
): Promise<LoopbackApp> => open(browser, { dataDir, args, watch: null });

interface OpenOptions {
  readonly dataDir: string;
  readonly args: readonly string[];
  readonly watch: ((context: BrowserContext) => Promise<ContactLeakCheck>) | null;
}

async function open(browser: Browser, { dataDir, args, watch }: OpenOptions): Promise<LoopbackApp> {
  // These tests run without a keyring, which the session bus of the machine could provide.
  const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
  const started = await startProgram('electron/shells/loopback.ts', ['--data-dir', dataDir, ...args], env);
  const url = readyText(started, 'url');
  const context = await browser.newContext();
  const leakCheck = (await watch?.(context)) ?? null;
  const page = await context.newPage();
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') pageErrors.push(message.text());
  });
  const { origin } = new URL(url);
  page.on('request', (request) => {
    if (new URL(request.url()).host !== new URL(origin).host) pageErrors.push(`request to ${request.url()}`);
  });
  await page.goto(url);
  return {
    page,
    context,
    pageErrors,
    started,
    close: async () => {
      await context.close();
      await started.stop();
      leakCheck?.expectNoLeaks({ folder: dataDir, log: started.log() });
    },
  };
}

/** Sends a request to the core through a new WebSocket of the page, which uses the page's cookie. */
export function callCore(page: Page, channel: string, input: unknown = {}): Promise<unknown> {
  return page.evaluate(
    ([name, value]) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`ws://${location.host}/socket`);
        socket.onerror = () => reject(new Error('socket'));
        socket.onopen = () => socket.send(JSON.stringify({ id: 1, channel: name, input: value }));
        socket.onmessage = ({ data }) => {
          const frame: unknown = JSON.parse(String(data));
          if (typeof frame !== 'object' || frame === null || !('reply' in frame)) return;
          socket.close();
          resolve(frame.reply);
        };
      }),
    [channel, input] as const,
  );
}
