import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Publish } from '../../../shared/contract.ts';
import { parseBaseUrl } from '../api/base-url.ts';
import { createClient } from '../api/client.ts';
import type { Client, PriceHints } from '../api/client-port.ts';
import { openWorkspaceFiles, type WorkspaceFiles } from '../library/open-files.ts';
import { createPriceHints } from '../library/price-hints.ts';
import type { Clock, DemoService, Logger, Ports } from '../ports.ts';
import type { Governor } from '../quota/governor-port.ts';
import { createGovernor } from '../quota/governor.ts';
import { createConnectionState, type ConnectionState } from './connection-state.ts';
import { createDemoClock } from './demo-clock.ts';
import { createKeyVault, type KeyVault } from './key-vault.ts';
import { createReadingAgain } from './reading-again.ts';
import { createServiceWatch } from './service-watch.ts';
import { writeDurably, type WorkspaceRecord, type WorkspaceStore } from './workspace-store.ts';

/** Everything that belongs to the one workspace that is open. */
export interface OpenWorkspace {
  record(): WorkspaceRecord;
  update(change: Partial<Pick<WorkspaceRecord, 'keyType' | 'apiKeyPlace' | 'people'>>): void;
  readonly clock: Clock;
  readonly files: WorkspaceFiles;
  readonly vault: KeyVault;
  readonly governor: Governor;
  readonly client: Client;
  readonly hints: PriceHints;
  readonly connection: ConnectionState;
  readonly demo: DemoService | null;
  /** Keeps the demo's clock, counters and reveals for the next start. */
  saveDemo(): void;
  /** To be called when the seal was opened: sealed rows that an older version read are read again. */
  sealOpened(): Promise<void>;
  dispose(): Promise<void>;
}

export interface OpenWorkspaceOptions {
  readonly ports: Ports;
  readonly store: WorkspaceStore;
  readonly publish: Publish;
  readonly version: string;
  /** False: only the demo and base URLs on this machine are opened, whoever stored them. */
  readonly realAccounts: boolean;
}

/**
 * Opens a workspace's files, keys, governor and client; for the demo also its service. Whatever fails leaves nothing open.
 * @throws AppFailure storage, unsupported real-account
 */
export async function openWorkspace(
  record: WorkspaceRecord,
  options: OpenWorkspaceOptions,
): Promise<OpenWorkspace> {
  if (record.kind === 'account' && !options.realAccounts && !parseBaseUrl(record.baseUrl).loopback)
    throw new AppFailure({ kind: 'unsupported', capability: 'real-account' });
  const closers: Closer[] = [];
  try {
    return await assemble(record, options, closers);
  } catch (error) {
    await closeAll(closers, options.ports.log);
    throw error;
  }
}

type Closer = () => void | Promise<void>;

/** Closes what was opened last first; one that fails does not keep the others open. */
async function closeAll(closers: Closer[], log: Logger): Promise<void> {
  for (const close of closers.splice(0).reverse())
    try {
      await close();
    } catch (error) {
      log.error('workspace-not-closed', { error: error instanceof Error ? error.message : 'unknown' });
    }
}

async function assemble(
  initial: WorkspaceRecord,
  { ports, store, publish, version }: OpenWorkspaceOptions,
  closers: Closer[],
): Promise<OpenWorkspace> {
  const { log } = ports;
  let record = initial;
  const folder = store.folder(record.id);
  const { demo, saveDemo } = await openDemo(record, folder, ports, closers);
  const clock = demo === null ? ports.clock : createDemoClock(ports.clock, demo);
  const files = openWorkspaceFiles(folder, { clock, log });
  closers.push(() => files.close());
  const vault = createKeyVault(() => record, ports.secrets, ports.random, demo?.apiKey ?? null);
  const publishChanged = (): void => publish('quota', 'onChanged', {});
  const governor = createGovernor({
    ...{ db: files.ledger, clock, log, publishChanged },
    random: () => ports.random.bytes(4).readUInt32BE(0) / 2 ** 32,
  });
  closers.push(() => governor.dispose());
  const hints = createPriceHints(files.cache);
  const client = createClient({
    governor,
    transport: ports.transport,
    baseUrl: demo?.baseUrl ?? record.baseUrl,
    apiKey: () => vault.apiKey(),
    userAgent: `Roundwatch/${version}`,
    hints,
    watch: createServiceWatch({ cache: files.cache, log, nowMs: () => governor.serverNowMs() }),
  });
  await vault.openSeal();
  const again = createReadingAgain(files, log);
  await again.rows();
  const sealOpened = (): Promise<void> => again.people(vault.seal());
  await sealOpened();
  const connection = createConnectionState(clock, (now) => publish('connection', 'onChanged', now));
  return {
    ...{ clock, files, vault, governor, client, hints, demo, saveDemo, connection, sealOpened },
    record: () => record,
    update: (change) => {
      record = { ...record, ...change };
      // Closed, and perhaps removed: nothing is written any more.
      if (closers.length > 0) store.save(record);
    },
    dispose: () => closeAll(closers, log),
  };
}

async function openDemo(
  record: WorkspaceRecord,
  folder: string,
  { startDemo, log }: Ports,
  closers: Closer[],
) {
  if (record.kind !== 'demo') return { demo: null, saveDemo: () => undefined };
  const file = join(folder, 'demo.json');
  const demo = await startDemo(readDemo(file));
  const saveDemo = (): void => {
    try {
      writeDurably(file, JSON.stringify(demo.snapshot()));
    } catch (error) {
      // The demo's place is not worth the result of a call.
      log.warn('demo-not-saved', { error: error instanceof Error ? error.message : 'unknown' });
    }
  };
  closers.push(async () => {
    saveDemo();
    await demo.dispose();
  });
  return { demo, saveDemo };
}

/** A demo whose state file is missing or damaged starts anew; nothing of the seller's is in it. */
function readDemo(file: string): unknown {
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
