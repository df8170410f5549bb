import { LOCAL_FOLDERS } from '../common/local-folders.ts';
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFolderDialogs } from '../../adapters/folder-dialogs.ts';
import { createFetchTransport, nodeFetch } from '../../adapters/fetch-transport.ts';
import { createCheckpointThread } from '../../adapters/checkpoint-thread.ts';
import { createIntegrityThread } from '../../adapters/integrity-thread.ts';
import { createFileSettings } from '../../adapters/file-settings.ts';
import { createJobThread } from '../../adapters/job-thread.ts';
import { createKeytarSecrets } from '../../adapters/keytar-secrets.ts';
import { createMemorySecrets } from '../../adapters/memory-secrets.ts';
import { createRecentLog } from '../../adapters/recent-log.ts';
import { createSystemClock } from '../../adapters/system-clock.ts';
import { createSystemRandom } from '../../adapters/system-random.ts';
import { PASSPHRASE_COST } from '../../core/contacts/passphrase.ts';
import { createApp } from '../../core/create-app.ts';
import type { Logger } from '../../core/ports.ts';
import { serveInitialAppearance } from '../startup/first-paint.ts';
import { removeFirstView } from '../startup/first-view.ts';
import { createLoopbackPort, type LoopbackPort } from './port.ts';
import { startLoopbackServer, type LoopbackServer } from './server.ts';
import { listRendererFiles, type RendererFiles } from '../common/renderer-files.ts';
import { serveApp } from '../common/serve-app.ts';
import { createStartDemo } from '../common/start-demo.ts';

interface LoopbackOptions {
  readonly dataDir: string;
  readonly listenOn: number;
  readonly demo: boolean;
  readonly rendererDir: string;
  readonly version: string;
  readonly log: Logger;
  readonly hint: (sentence: string) => void;
  /** Called when a one-time address has been used or has expired. */
  readonly onAddressSpent?: () => void;
}

/**
 * Starts the core and the server of the loopback shell. This shell can open only the demo and accounts whose
 * base URL is on this computer.
 */
export async function runLoopback(options: LoopbackOptions): Promise<LoopbackServer> {
  const { dataDir, demo, version } = options;
  const recent = createRecentLog(options.log);
  const { log } = recent;
  removeFirstView(dataDir);
  const settings = createFileSettings(join(dataDir, 'settings.json'), log);
  const files = rendererFilesOf(options.rendererDir, serveInitialAppearance(settings));
  const clock = createSystemClock();
  const random = createSystemRandom();
  let port: LoopbackPort | null = null;
  const core = createApp(
    {
      clock,
      log,
      random,
      passphraseCost: PASSPHRASE_COST,
      secrets: {
        keychain: createKeytarSecrets({ service: 'Roundwatch' }),
        session: createMemorySecrets(),
      },
      settings,
      transport: createFetchTransport(nodeFetch),
      startDemo: createStartDemo(clock),
      checkIntegrity: createIntegrityThread(
        new URL('../../core/database/workers/integrity-worker.ts', import.meta.url),
      ),
      checkpointInWorker: createCheckpointThread(
        new URL('../../core/database/workers/checkpoint-worker.ts', import.meta.url),
      ),
      zipInWorker: createJobThread(
        new URL('../../core/user-data/archive/workers/zip-worker.ts', import.meta.url),
      ),
      // The loopback shell cannot show a dialog for choosing a folder.
      chooseFolder: (purpose) => Promise.resolve(join(dataDir, LOCAL_FOLDERS[purpose])),
      fileDialogs: createFolderDialogs(dataDir),
      computerName: hostname(),
      // The page itself opens links, in a new browser tab.
      openExternal: null,
      // This shell has no native dialog. If the question appeared in the page, a script could answer it.
      confirm: null,
      assistants: {
        load: async () => (await import('../../adapters/mcp-server.ts')).createMcpProtocol(),
        bridgeFile: fileURLToPath(new URL('../../../resources/assistant-bridge.mjs', import.meta.url)),
      },
      recentLog: recent.recent,
    },
    {
      dataDir,
      shell: 'loopback',
      version,
      demo,
      realAccounts: false,
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

function rendererFilesOf(folder: string, transformHtml: (html: string) => string): RendererFiles {
  if (!existsSync(join(folder, 'index.html')))
    throw new Error(`the renderer is not built (${folder} has no index.html); run "npm run build" first.`);
  return listRendererFiles(folder, transformHtml);
}
