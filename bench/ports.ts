import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { _electron } from '@playwright/test';
import { build } from 'vite';
import { WebSocket, WebSocketServer } from 'ws';
import { createLoopbackPort } from '../electron/shells/loopback/port.ts';
import { createAppDispatcher } from '../electron/core/handlers/app-dispatcher.ts';
import { newElectronPlace } from '../test/support/electron/electron-app.ts';
import { reportGoals } from './lib/goals.ts';
import { saveResults } from './lib/results.ts';
import { startFilledApp, type FilledApp } from './ports/filled-app.ts';
import { figuresOf, goalOf, timeBoth, type Times } from './ports/typed-beside-bare.ts';

/*
 * `npm run bench -- ports` measures how long a request for 50 library rows takes over each of the two ports.
 * For comparison, it sends the request to the same handler over a bare channel: in Electron, a plain
 * `ipcRenderer.invoke` in the same window; in the browser, a plain WebSocket on the same server.
 */

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const ROUNDS = values.quick ? 60 : 400;

/** Opens a client that sends one request at a time over a socket and parses the response as the page does. */
async function openSocketClient(
  url: string,
): Promise<{ ask(frame: object): Promise<unknown>; close(): void }> {
  const socket = new WebSocket(url);
  await new Promise((opened, failed) => {
    socket.once('open', opened);
    socket.once('error', failed);
  });
  return {
    ask: (frame) =>
      new Promise((answered) => {
        socket.once('message', (data) => answered(JSON.parse(String(data))));
        socket.send(JSON.stringify(frame));
      }),
    close: () => socket.close(),
  };
}

async function measureSockets({ app, input, bare }: FilledApp): Promise<Times> {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const dispatch = createAppDispatcher(app.handlers, () => 'bench');
  // The port limits requests per second, and this client sends more than a page would. The port's clock
  // therefore runs 1,000 times faster than real time, so the client never reaches the limit.
  const port = createLoopbackPort({ dispatch, log, nowMs: () => performance.now() * 1_000 });
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket, { url }) => {
    if (url === '/typed') return port.attach(socket);
    socket.on('message', (data) => {
      const { id } = JSON.parse(String(data)) as { id: number };
      void bare().then((value) => socket.send(JSON.stringify({ id, reply: { ok: true, value } })));
    });
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const baseUrl = `ws://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
  const [typedClient, bareClient] = [
    await openSocketClient(`${baseUrl}/typed`),
    await openSocketClient(`${baseUrl}/bare`),
  ];
  const frame = { id: 1, channel: 'library.rows', input };
  try {
    return await timeBoth(ROUNDS, { typed: () => typedClient.ask(frame), bare: () => bareClient.ask(frame) });
  } finally {
    typedClient.close();
    bareClient.close();
    sockets.close();
    server.close();
  }
}

/**
 * Builds an Electron app in `folder`. Its main process is `ports/electron-main.ts`. Its preload script and
 * its node_modules come from the app in ROUNDWATCH_STAGE.
 */
async function makeElectronApp(folder: string): Promise<void> {
  const stage = process.env['ROUNDWATCH_STAGE'] ?? resolve('.');
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: {
      ssr: resolve('bench/ports/electron-main.ts'),
      outDir: folder,
      emptyOutDir: false,
      target: 'node20.18',
      rollupOptions: {
        external: ['electron', 'better-sqlite3', 'keytar'],
        output: { format: 'es', entryFileNames: 'main.js' },
      },
    },
  });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'ports', type: 'module', main: 'main.js' }),
  );
  const preload = readFileSync(join(stage, 'out/preload/preload.cjs'), 'utf8');
  const bare = `require('electron').contextBridge.exposeInMainWorld('bare', (channel, input) => require('electron').ipcRenderer.invoke(channel, input));`;
  writeFileSync(join(folder, 'preload.cjs'), `${preload}\n${bare}\n`);
  mkdirSync(join(folder, 'page'));
  writeFileSync(join(folder, 'page/index.html'), '<!doctype html><title>ports</title>');
  symlinkSync(join(stage, 'node_modules'), join(folder, 'node_modules'), 'dir');
}

async function measureElectron(): Promise<Times> {
  const folder = mkdtempSync(join(tmpdir(), 'roundwatch-ports-'));
  const place = newElectronPlace();
  try {
    chmodSync(folder, 0o755);
    await makeElectronApp(folder);
    const executable = process.env['ROUNDWATCH_ELECTRON'];
    const app = await _electron.launch({
      ...(executable === undefined ? {} : { executablePath: executable }),
      args: [folder],
      chromiumSandbox: true,
      env: { ...process.env, ELECTRON_TEST_HOME: place.home } as Record<string, string>,
    });
    try {
      const page = await app.firstWindow();
      await page.waitForLoadState('load');
      return await page.evaluate(async (rounds) => {
        const ask = Reflect.get(window, 'bare') as (channel: string, input?: unknown) => Promise<unknown>;
        const { request } = Reflect.get(window, 'roundwatch') as { request: typeof ask };
        const input = await ask('input');
        const times = { bare: [] as number[], typed: [] as number[] };
        const timed = async (into: number[], way: typeof ask, channel: string): Promise<unknown> => {
          const startMs = performance.now();
          const answer = await way(channel, input);
          into.push(performance.now() - startMs);
          return answer;
        };
        for (let round = 0; round < rounds; round += 1) {
          await timed(times.bare, ask, 'bare');
          const answer = await timed(times.typed, request, 'library.rows');
          if (Reflect.get(Object(answer), 'ok') !== true) throw new Error(JSON.stringify(answer));
        }
        return { bare: times.bare.slice(rounds / 10), typed: times.typed.slice(rounds / 10) };
      }, ROUNDS);
    } finally {
      await app.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    place.remove();
  }
}

async function main(): Promise<number> {
  const startedMs = Date.now();
  const filled = await startFilledApp();
  const sockets = await measureSockets(filled);
  await filled.app.dispose();
  const words = (way: string): string => `a typed, validated call of 50 rows over ${way}, beside a bare one`;
  const electron = await measureElectron();
  const goals = [goalOf(words('the loopback port'), sockets), goalOf(words('Electron’s port'), electron)];
  const isMet = reportGoals('ports', goals, startedMs);
  if (!values.quick) {
    const figures = { isMet, loopback: figuresOf(sockets), electron: figuresOf(electron) };
    saveResults('ports', figures, { load: loadavg()[0] });
  }
  return isMet ? 0 : 1;
}

process.exitCode = await main();
