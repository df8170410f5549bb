import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createFetchTransport, nodeFetch } from '../adapters/fetch-transport.ts';
import { createFileFold } from '../adapters/file-fold.ts';
import { createFileLook } from '../adapters/file-look.ts';
import { createFileSettings } from '../adapters/file-settings.ts';
import { createKeytarSecrets } from '../adapters/keytar-secrets.ts';
import { createMemorySecrets } from '../adapters/memory-secrets.ts';
import { createRecentLog } from '../adapters/recent-log.ts';
import { createSystemClock } from '../adapters/system-clock.ts';
import { createSystemRandom } from '../adapters/system-random.ts';
import { createApp } from '../core/create-app.ts';
import type { Logger } from '../core/ports.ts';
import { dressAs } from './first-paint.ts';
import { createLoopbackPort, type LoopbackPort } from './loopback-port.ts';
import { startLoopbackServer, type LoopbackServer } from './loopback-server.ts';
import { listRendererFiles, type RendererFiles } from './renderer-files.ts';
import { serveApp } from './serve-app.ts';
import { createStartDemo } from './start-demo.ts';

export interface LoopbackOptions {
  readonly dataDir: string;
  readonly listenOn: number;
  readonly demo: boolean;
  readonly rendererDir: string;
  readonly version: string;
  readonly log: Logger;
  readonly hint: (sentence: string) => void;
}

/** Composes the loopback shell: the same core, behind a socket, for the demo and for services on this machine. */
export async function runLoopback(options: LoopbackOptions): Promise<LoopbackServer> {
  const { dataDir, demo, version } = options;
  const recent = createRecentLog(options.log);
  const { log } = recent;
  const settings = createFileSettings(join(dataDir, 'settings.json'), log);
  const files = rendererFilesOf(options.rendererDir, dressAs(settings));
  const clock = createSystemClock();
  const random = createSystemRandom();
  let port: LoopbackPort | null = null;
  const core = createApp(
    {
      clock,
      log,
      random,
      secrets: {
        keychain: createKeytarSecrets({ service: 'Roundwatch' }),
        session: createMemorySecrets(),
      },
      settings,
      transport: createFetchTransport(nodeFetch),
      startDemo: createStartDemo(clock),
      lookThrough: createFileLook(new URL('../core/db/look-worker.ts', import.meta.url)),
      foldApart: createFileFold(new URL('../core/db/fold-worker.ts', import.meta.url)),
      // No dialog here: a fixed folder beside the data.
      exportFolder: () => Promise.resolve(join(dataDir, 'exports')),
      // The page is an ordinary browser's: it opens what the core checked, in a tab of its own.
      openExternal: null,
      recentLog: recent.recent,
    },
    {
      ...{ dataDir, shell: 'loopback', version, demo, realAccounts: false },
      publish: (channel, payload) => port?.publish(channel, payload),
    },
  );
  const served = serveApp(core, log, random);
  port = createLoopbackPort({ dispatch: served.dispatch, log, nowMs: () => clock.monotonicMs() });
  try {
    const server = await startLoopbackServer({ ...options, files, port });
    return {
      url: server.url,
      close: async () => {
        await server.close();
        await served.dispose();
      },
    };
  } catch (error) {
    await served.dispose();
    throw error;
  }
}

function rendererFilesOf(folder: string, dress: (html: string) => string): RendererFiles {
  if (!existsSync(join(folder, 'index.html')))
    throw new Error(`the renderer is not built (${folder} has no index.html); run "npm run build" first.`);
  return listRendererFiles(folder, dress);
}
