import { createConfirmation } from '../../../electron/core/foundation/native-confirmation.ts';
import { cpSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFetchTransport } from '../../../electron/adapters/fetch-transport.ts';
import { createMemorySecrets } from '../../../electron/adapters/memory-secrets.ts';
import { createSystemRandom } from '../../../electron/adapters/system-random.ts';
import { all, num, text } from '../../../electron/core/database/sql.ts';
import { runPricedRequest } from '../../../electron/core/fetching/priced-request.ts';
import type { Ports } from '../../../electron/core/ports.ts';
import { deletionQuestion } from '../../../electron/core/privacy/deletion-question.ts';
import { createNotes } from '../../../electron/core/user-data/notes.ts';
import { openWorkspace, type OpenWorkspace } from '../../../electron/core/workspace/open-workspace.ts';
import { createWorkspaceStore } from '../../../electron/core/workspace/workspace-store.ts';
import { createFakeClock, type FakeClock } from '../app/fake-clock.ts';
import { CHEAP_PASSPHRASE, createMapSettings } from '../app/test-app.ts';
import { log } from '../app/library-fixtures.ts';
import { noProgress } from '../app/no-progress.ts';

export const DAY_MS = 86_400_000;
const WORKSPACE_ID = 'attacked00000000';

/**
 * A service on a real socket that returns two contacts for each company. The test sets the date that the
 * service returns.
 */
export interface DatedService {
  readonly baseUrl: string;
  /**
   * Sets the function that returns the date of each response. If `dateMs` is null, the service closes each
   * connection without a response.
   */
  setDate(dateMs: (() => number) | null): void;
  dispose(): Promise<void>;
}

export async function startDatedService(): Promise<DatedService> {
  let dateMs: (() => number) | null = null;
  const server = createServer({ keepAlive: true }, (request, response) => {
    if (dateMs === null) return void request.socket.destroy();
    response.sendDate = false;
    response.setHeader('date', new Date(dateMs()).toUTCString());
    response.setHeader('content-type', 'application/json');
    const companyId = /\/([^/?]+)\/contacts/.exec(request.url ?? '')?.[1] ?? '';
    const contacts = ['a', 'b'].map((name) => ({
      id: `${companyId}-${name}`,
      name: `${companyId} ${name}`,
      email: `${name}@${companyId}.example.com`,
      title: 'CTO',
    }));
    response.end(JSON.stringify({ success: true, data: contacts }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
    setDate: (next) => {
      dateMs = next;
    },
    dispose: () => closed(server),
  };
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** Summary of the stored data, for comparison after the attack. */
export interface Stored {
  /** The companies that have contacts. */
  readonly companies: ReadonlySet<string>;
  readonly notes: number;
  readonly ledgerRows: number;
  readonly handBackups: number;
}

/** One run of the app on an account's real files, with a laptop clock that the test sets. */
export interface AttackedRun {
  readonly clock: FakeClock;
  /** Fetches the contacts of a company. Resolves to true if they were stored. */
  fetch(companyId: string): Promise<boolean>;
  saveNote(companyId: string): void;
  backUp(): Promise<void>;
  /** Returns whether the app asks the user about expired contacts. */
  asks(): boolean;
  stored(): Promise<Stored>;
  dispose(): Promise<void>;
}

/** Opens the workspace in `dataDir` at the real time `realMs`, with a laptop clock ahead by `aheadMs`. */
export async function openAttacked(
  dataDir: string,
  service: DatedService,
  { realMs, aheadMs }: { readonly realMs: number; readonly aheadMs: number },
): Promise<AttackedRun> {
  const clock = createFakeClock(realMs);
  clock.setWall(aheadMs);
  const session = createMemorySecrets();
  const ports: Ports = {
    clock,
    log,
    random: createSystemRandom(),
    passphraseCost: CHEAP_PASSPHRASE,
    settings: createMapSettings(),
    secrets: { keychain: null, session },
    transport: createFetchTransport((url, init) => fetch(url, init)),
    startDemo: () => Promise.reject(new Error('not the demo')),
    chooseFolder: () => Promise.resolve(null),
    openExternal: null,
    confirm: null,
  };
  const store = createWorkspaceStore(dataDir, ports);
  store.save({
    version: 1,
    id: WORKSPACE_ID,
    kind: 'account',
    name: 'Attacked',
    baseUrl: service.baseUrl,
    loopback: true,
    keyType: 'live',
    createdAtMs: realMs,
    apiKeyPlace: 'session',
    people: { mode: 'demo' },
  });
  const record = store.find(WORKSPACE_ID);
  if (record === null) throw new Error('no workspace record');
  const options = {
    ports,
    store,
    publish: () => undefined,
    version: '0.0.0-test',
    realAccounts: true,
    confirmation: createConfirmation(ports),
    spentToday: new Map(),
    progress: noProgress,
  };
  const workspace = await openWorkspace(record, options);
  await workspace.vault.setApiKey('k'.repeat(32), 'session');
  return {
    clock,
    fetch: (companyId) => fetchContacts(workspace, clock, companyId),
    saveNote: (companyId) => {
      const notes = createNotes(workspace.files.yours);
      const { revision: baseRevision } = notes.get(companyId);
      const body = `note of ${companyId}`;
      notes.save({ companyId, companyName: companyId, body, baseRevision, savedAtMs: clock.nowMs() });
    },
    backUp: async () => void (await workspace.backups.make('hand')),
    asks: () => {
      const { files, governor } = workspace;
      return deletionQuestion(files, governor.timeTrust(), governor.serverNowMs()) !== null;
    },
    stored: () => storedIn(workspace),
    dispose: () => workspace.dispose(),
  };
}

/** Copies the files of an open workspace, in the state in which a crash at this moment would leave them. */
export const copyAsAfterCrash = (from: string, to: string): void =>
  cpSync(join(from), join(to), { recursive: true });

const PATIENCE_MS = 100;

async function fetchContacts(
  workspace: OpenWorkspace,
  clock: FakeClock,
  companyId: string,
): Promise<boolean> {
  const call = { endpoint: 'contacts', companyId } as const;
  const accepted = { requests: 1, records: 100, pageTurns: 0, companies: 1 };
  const context = { screen: 'company', reason: 'You', lane: 'interactive', accepted } as const;
  let isStored: boolean | null = null;
  const ended = runPricedRequest(workspace, call, context).then(
    () => (isStored = true),
    () => (isStored = false),
  );
  // The app's clock moves only when the test advances it. Without this loop, a request that waits for a retry
  // or a budget would never end.
  while (isStored === null) {
    await Promise.race([ended, sleep(PATIENCE_MS, undefined, { ref: false })]);
    if (isStored === null) await clock.advance(PATIENCE_MS);
  }
  return isStored;
}

async function storedIn({ files, backups }: OpenWorkspace): Promise<Stored> {
  const count = (db: typeof files.yours, table: string): number =>
    num(all(db, `SELECT count(*) AS n FROM ${table}`)[0] ?? {}, 'n');
  const kept = all(files.cache, 'SELECT company_id FROM contact GROUP BY company_id HAVING count(*) = 2');
  return {
    companies: new Set(kept.map((row) => text(row, 'company_id'))),
    notes: count(files.yours, 'note'),
    ledgerRows: count(files.ledger, 'entry'),
    handBackups: (await backups.store.list()).filter(({ kind }) => kind === 'hand').length,
  };
}
