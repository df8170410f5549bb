import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Publish } from '../../../shared/contract.ts';
import { createClient } from '../api/client.ts';
import type { Client, PriceHints } from '../api/client-port.ts';
import { openWorkspaceFiles, type WorkspaceFiles } from '../library/open-files.ts';
import { totalContactsOf } from '../db/queries/companies.ts';
import type { Clock, DemoService, Ports } from '../ports.ts';
import type { Governor } from '../quota/governor-port.ts';
import { createGovernor } from '../quota/governor.ts';
import { createConnectionState, type ConnectionState } from './connection-state.ts';
import { createDemoClock } from './demo-clock.ts';
import { createKeyVault, type KeyVault } from './key-vault.ts';
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
  dispose(): Promise<void>;
}

export interface OpenWorkspaceOptions {
  readonly ports: Ports;
  readonly store: WorkspaceStore;
  readonly publish: Publish;
  readonly version: string;
}

/**
 * Opens a workspace's files, keys, governor and client; for the demo also its service.
 * @throws AppFailure storage
 */
export async function openWorkspace(
  initial: WorkspaceRecord,
  { ports, store, publish, version }: OpenWorkspaceOptions,
): Promise<OpenWorkspace> {
  let record = initial;
  const folder = store.folder(record.id);
  const demoFile = join(folder, 'demo.json');
  const demo = record.kind === 'demo' ? await ports.startDemo(readDemo(demoFile)) : null;
  const clock = demo === null ? ports.clock : createDemoClock(ports.clock, demo);
  const files = await openOrDispose(demo, () => openWorkspaceFiles(folder, { clock, log: ports.log }));
  const vault = createKeyVault(() => record, ports.secrets, ports.random, demo?.apiKey ?? null);
  const saveDemo = (): void => {
    if (demo !== null) writeDurably(demoFile, JSON.stringify(demo.snapshot()));
  };
  const governor = createGovernor({
    db: files.ledger,
    clock,
    log: ports.log,
    publishChanged: () => publish('quota', 'onChanged', {}),
  });
  const hints: PriceHints = { totalContacts: (companyId) => totalContactsOf(files.cache, companyId) };
  const client = createClient({
    governor,
    transport: ports.transport,
    baseUrl: demo?.baseUrl ?? record.baseUrl,
    apiKey: () => vault.apiKey(),
    userAgent: `Roundwatch/${version}`,
    hints,
  });
  await vault.openSeal();
  const parts = { clock, files, vault, governor, client, hints, demo, saveDemo };
  return {
    ...parts,
    record: () => record,
    update: (change) => {
      record = { ...record, ...change };
      store.save(record);
    },
    connection: createConnectionState(clock, (connection) => publish('connection', 'onChanged', connection)),
    dispose: async () => {
      governor.dispose();
      saveDemo();
      await demo?.dispose();
      files.close();
    },
  };
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

async function openOrDispose<T>(demo: DemoService | null, open: () => T): Promise<T> {
  try {
    return open();
  } catch (error) {
    await demo?.dispose();
    throw error;
  }
}
