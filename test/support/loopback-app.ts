import type { Browser, BrowserContext, Page } from '@playwright/test';
import { watchPeople, type Canary } from './people-canary.ts';
import { readyText, startProgram, type Started } from './process.ts';

export interface LoopbackApp {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the page complained of: errors, violations of the content security policy, requests to other origins. */
  readonly complaints: readonly string[];
  readonly started: Started;
  /** Ends both; a person who was shown and stands in the data folder, a log, a request or a wrong copy is an error. */
  close(): Promise<void>;
}

/** The loopback shell as its own process, with a page of the installed Chromium on it. */
export const openLoopback = (
  browser: Browser,
  dataDir: string,
  args: readonly string[] = [],
): Promise<LoopbackApp> => open(browser, { dataDir, args, watch: watchPeople });

/** The same for whoever measures: nobody listens to what the page is shown. */
export const openUnwatched = (
  browser: Browser,
  dataDir: string,
  args: readonly string[],
): Promise<LoopbackApp> => open(browser, { dataDir, args, watch: null });

interface Opening {
  readonly dataDir: string;
  readonly args: readonly string[];
  readonly watch: ((context: BrowserContext) => Promise<Canary>) | null;
}

async function open(browser: Browser, { dataDir, args, watch }: Opening): Promise<LoopbackApp> {
  // A session bus of the machine's own would bring in its keyring; these tests run without one.
  const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
  const started = await startProgram('electron/shells/loopback.ts', ['--data-dir', dataDir, ...args], env);
  const url = readyText(started, 'url');
  const context = await browser.newContext();
  const canary = (await watch?.(context)) ?? null;
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  const { origin } = new URL(url);
  page.on('request', (request) => {
    if (new URL(request.url()).host !== new URL(origin).host) complaints.push(`request to ${request.url()}`);
  });
  await page.goto(url);
  return {
    page,
    context,
    complaints,
    started,
    close: async () => {
      await context.close();
      await started.stop();
      canary?.expectNowhere({ folder: dataDir, log: started.log() });
    },
  };
}

/** Asks the core over a socket of the page's own, with the cookie that the page has. */
export function ask(page: Page, channel: string, input: unknown = {}): Promise<unknown> {
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
