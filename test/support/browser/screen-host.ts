import { LOCAL_FOLDERS } from '../../../electron/shells/common/local-folders.ts';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { createFetchTransport } from '../../../electron/adapters/fetch-transport.ts';
import { createMemorySecrets } from '../../../electron/adapters/memory-secrets.ts';
import { createSystemClock } from '../../../electron/adapters/system-clock.ts';
import { createSystemRandom } from '../../../electron/adapters/system-random.ts';
import { createApp, type App } from '../../../electron/core/create-app.ts';
import type {
  HttpTransport,
  LogFields,
  Logger,
  Notifier,
  UpdatePorts,
} from '../../../electron/core/ports.ts';
import { createLoopbackPort, type LoopbackPort } from '../../../electron/shells/loopback/port.ts';
import { startLoopbackServer } from '../../../electron/shells/loopback/server.ts';
import { listRendererFiles } from '../../../electron/shells/common/renderer-files.ts';
import { serveApp } from '../../../electron/shells/common/serve-app.ts';
import { sharedWorld } from '../simulator/shared-simulator-data.ts';
import { createFolderDialogs } from '../../../electron/adapters/folder-dialogs.ts';
import { createStartDemo } from '../../../electron/shells/common/start-demo.ts';
import { startSimulator, type Simulator } from '../../../electron/simulator/index.ts';
import type { AppError } from '../../../shared/app-error.ts';
import type { Reply } from '../../../shared/contract/kit.ts';
import { createFakeKeychain, type FakeKeychain } from '../app/fake-keychain.ts';
import { watchContacts } from './contact-leak-check.ts';
import { CHEAP_PASSPHRASE, createMapSettings } from '../app/test-app.ts';
import { tempDir } from '../common/temp-dir.ts';

/*
 * A host that can bring every screen into every state. It runs the real core, page server and simulator in
 * this process. Only the clock, the keychain and the replies set with `answer` or `change` are fake.
 */

/** Tuesday 3 March 2026, 09:00 UTC: the time in all screenshots. */
export const NOW_MS = Date.UTC(2026, 2, 3, 9);

export interface ScreenHost {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly service: Simulator;
  readonly keychain: FakeKeychain;
  readonly dataDir: string;
  /** The log lines of the core, in the form `event {"field":…}`. */
  readonly logged: readonly string[];
  /** Errors and content security policy violations that the page reported. */
  readonly pageErrors: readonly string[];
  /** The running core. */
  core(): App;
  /** Sets the offset of the laptop's clock, in ms. */
  setClockOffset(ms: number): void;
  /** Makes a channel reply with this error instead of calling the core. Null removes the error. */
  answer(channel: string, error: AppError | null): void;
  /** Applies `change` to every result of a channel. Null removes the change. */
  change(channel: string, change: ((value: object) => object) | null): void;
  /** Sends a push, such as `backups.onChanged`. The page then requests the affected data again. */
  push(channel: string, payload?: object): void;
  /** Loads the app if the page is blank. Otherwise, reloads the page. */
  load(): Promise<void>;
  /** Closes the core and the page, runs `between`, and opens both again. */
  restart(between?: () => void): Promise<void>;
  /** Stops the core while the page stays open. */
  stop(): Promise<void>;
  /** Closes the page and the core. Fails if `contact-leak-check.ts` finds a leaked contact. */
  close(): Promise<void>;
}

/** Returns a logger that passes each line to `write` as text. */
function loggerTo(write: (line: string) => void): Logger {
  const line = (event: string, fields: LogFields = {}): void => write(`${event} ${JSON.stringify(fields)}`);
  return { info: line, warn: line, error: line };
}

const BLANK = 'about:blank';

interface Running {
  readonly core: App;
  readonly url: string;
  push(channel: string, payload?: object): void;
  stop(): Promise<void>;
}
interface Switches {
  clockOffsetMs: number;
  readonly answers: Map<string, AppError>;
  readonly changes: Map<string, (value: object) => object>;
}

function rendererFolder(): string {
  const folder = resolve('out/renderer');
  if (!existsSync(join(folder, 'index.html'))) throw new Error('the renderer is not built: npm run build');
  return folder;
}

const rewriting = ({ get }: HttpTransport, rewrite: (body: string) => string): HttpTransport => ({
  get: async (request) => {
    const reply = await get(request);
    return { ...reply, body: rewrite(reply.body) };
  },
});

/** Starts the core and its server in the same way as the loopback shell. */
async function startCore(
  dataDir: string,
  keychain: FakeKeychain | null,
  settings: ReturnType<typeof createMapSettings>,
  switches: Switches,
  quiet: Logger,
  rewrite: (body: string) => string,
  updates: UpdatePorts | undefined,
  notifier: Notifier | undefined,
): Promise<Running> {
  const clock = createSystemClock({
    wallMs: () => NOW_MS + switches.clockOffsetMs,
    steadyMs: () => performance.now(),
    uptimeMs: () => null,
  });
  const random = createSystemRandom();
  let port: LoopbackPort | null = null;
  const core = createApp(
    {
      clock,
      log: quiet,
      random,
      passphraseCost: CHEAP_PASSPHRASE,
      settings,
      openExternal: null,
      ...(notifier && { notifier }),
      confirm: () => Promise.resolve(true),
      secrets: { keychain, session: createMemorySecrets() },
      transport: rewriting(
        createFetchTransport((url, init) => fetch(url, init)),
        rewrite,
      ),
      // A test may set an offset for the laptop's clock. The demo gets the fixed time, so the offset
      // does not affect it.
      startDemo: createStartDemo({ ...clock, nowMs: () => NOW_MS }, { makeWorld: sharedWorld }),
      chooseFolder: (purpose) => Promise.resolve(join(dataDir, LOCAL_FOLDERS[purpose])),
      fileDialogs: createFolderDialogs(dataDir),
      assistants: {
        load: async () => (await import('../../../electron/adapters/mcp-server.ts')).createMcpProtocol(),
        bridgeFile: resolve('resources/assistant-bridge.mjs'),
      },
      ...(updates && { updates }),
    },
    {
      dataDir,
      shell: 'loopback',
      version: '1.0.0',
      demo: false,
      realAccounts: true,
      publish: (channel, payload) => port?.publish(channel, payload),
    },
  );
  const served = serveApp(core, quiet, random);
  const dispatch = async (channel: unknown, input: unknown): Promise<Reply> => {
    const name = String(channel);
    const error = switches.answers.get(name);
    if (error) return { ok: false, error };
    const reply = await served.dispatch(channel, input);
    const change = switches.changes.get(name);
    return reply.ok && change ? { ok: true, value: change(Object(reply.value)) } : reply;
  };
  port = createLoopbackPort({ dispatch, log: quiet, nowMs: () => clock.monotonicMs() });
  const files = listRendererFiles(rendererFolder());
  const server = await startLoopbackServer({ files, port, listenOn: 0, log: quiet, hint: () => undefined });
  return {
    core,
    url: server.url,
    push: (channel, payload = {}) => port.publish(channel, payload),
    stop: async () => {
      await server.close();
      await served.dispose();
    },
  };
}

export interface ScreenHostOptions {
  /** Whether the machine has a keychain. The default is true. */
  readonly hasKeychain?: boolean;
  /**
   * Whether the page stays blank until `load` is called. A test can then prepare the core before the page
   * loads the app for the first time. The default is false.
   */
  readonly startsBlank?: boolean;
  /** Rewrites the service's response bodies before the core receives them. */
  readonly rewrite?: (body: string) => string;
  /** The ports for updates of the app. By default, there are none, as in the loopback shell. */
  readonly updates?: UpdatePorts;
  /** The notifier that shows notifications. By default, there is none, as in the loopback shell. */
  readonly notifier?: Notifier;
}

export async function openScreenHost(
  browser: Pick<Browser, 'newContext'>,
  {
    hasKeychain = true,
    startsBlank = false,
    rewrite = (body) => body,
    updates,
    notifier,
  }: ScreenHostOptions = {},
): Promise<ScreenHost> {
  const folder = tempDir();
  mkdirSync(folder.path, { recursive: true });
  const service = await startSimulator({ seed: 1, epochMs: NOW_MS, nowMs: () => NOW_MS });
  service.setNow(NOW_MS);
  const keychain = createFakeKeychain();
  const settings = createMapSettings();
  const switches: Switches = { clockOffsetMs: 0, answers: new Map(), changes: new Map() };
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const leakCheck = await watchContacts(context);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(`error: ${error.message}`));
  const logged: string[] = [];
  const quiet = loggerTo((line) => logged.push(line));
  const start = () =>
    startCore(
      folder.path,
      hasKeychain ? keychain : null,
      settings,
      switches,
      quiet,
      rewrite,
      updates,
      notifier,
    );
  let running = await start();
  const set = <V>(map: Map<string, V>, channel: string, value: V | null): void =>
    void (value === null ? map.delete(channel) : map.set(channel, value));
  const load = async (): Promise<void> =>
    void (page.url() === BLANK ? await page.goto(running.url) : await page.reload());
  if (!startsBlank) await load();
  return {
    page,
    context,
    service,
    keychain,
    pageErrors,
    logged,
    dataDir: folder.path,
    core: () => running.core,
    setClockOffset: (ms) => (switches.clockOffsetMs = ms),
    answer: (channel, error) => set(switches.answers, channel, error),
    change: (channel, change) => set(switches.changes, channel, change),
    push: (channel, payload) => running.push(channel, payload),
    load,
    restart: async (between) => {
      await page.goto(BLANK);
      await running.stop();
      between?.();
      running = await start();
      await load();
    },
    stop: () => running.stop(),
    close: async () => {
      await context.close();
      await running.stop();
      await service.dispose();
      leakCheck.expectNoLeaks({ folder: folder.path, log: logged.join('\n') });
      folder.remove();
    },
  };
}
