import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Publish } from '../../../shared/contract.ts';
import { parseBaseUrl } from '../api/base-url.ts';
import { createClient } from '../api/client.ts';
import type { Client, PriceHints } from '../api/client-port.ts';
import { createBackupKeeper, type BackupKeeper } from '../durability/backup-keeper.ts';
import { createBackupStore } from '../durability/backup-store.ts';
import { writeDurably } from '../durability/file-sync.ts';
import { requireRoom } from '../durability/reserve.ts';
import { openWorkspaceFiles, type WorkspaceFiles } from '../library/open-files.ts';
import { createPriceHints } from '../library/price-hints.ts';
import { createLibrarySearch, type LibrarySearch } from '../library/search/library-search.ts';
import type { Clock, DemoService, Logger, Ports } from '../ports.ts';
import { noProgress, type ProgressBoard } from '../progress.ts';
import { createErasedMeanwhile, type ErasedMeanwhile } from '../privacy/erased-meanwhile.ts';
import { keepErasedAway } from '../privacy/keep-erased-away.ts';
import type { Seal, Suppressions } from '../library/seal.ts';
import { createPrivacyKeeper, type PrivacyKeeper } from '../privacy/keeper.ts';
import type { Governor } from '../quota/governor-port.ts';
import { createGovernor } from '../quota/governor.ts';
import { finishKeyChange } from './change-key.ts';
import { createSignals, type Signals } from '../signals/signals.ts';
import { forgetUnkept } from '../words/searched.ts';
import { createConnectionState, type ConnectionState } from './connection-state.ts';
import { createDemoClock } from './demo-clock.ts';
import { createKeyVault, type KeyVault } from './key-vault.ts';
import { createReadingAgain } from './reading-again.ts';
import { lookLater } from './later-look.ts';
import { createServiceWatch } from './service-watch.ts';
import type { WorkspaceRecord, WorkspaceStore } from './workspace-store.ts';
import { messageOf } from '../message-of.ts';
import { isStorage } from '../is-storage.ts';

type Changeable =
  | 'keyType'
  | 'apiKeyPlace'
  | 'people'
  | 'peopleGivenUpAtMs'
  | 'webhookKeyPlace'
  | 'apiKeyLeft'
  | 'onboarding';

/** Everything that belongs to the one workspace that is open. */
export interface OpenWorkspace {
  record(): WorkspaceRecord;
  update(change: Partial<Pick<WorkspaceRecord, Changeable>>): void;
  readonly clock: Clock;
  readonly files: WorkspaceFiles;
  readonly backups: BackupKeeper;
  readonly vault: KeyVault;
  readonly privacy: PrivacyKeeper;
  readonly erased: ErasedMeanwhile;
  readonly search: LibrarySearch;
  readonly governor: Governor;
  readonly client: Client;
  readonly hints: PriceHints;
  readonly connection: ConnectionState;
  /** What is heard without asking: the webhook's receiver and its inbox. */
  readonly signals: Signals;
  /** Where long work of this workspace is told. */
  readonly progress: Pick<ProgressBoard, 'begin'>;
  /** To be called before a call is paid for. @throws AppFailure storage full */
  requireRoom(): void;
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
  /** Left out by tests that watch none. */
  readonly progress?: Pick<ProgressBoard, 'begin'>;
  /** Done to the closed files right before they are opened, by the workspace's own clock. */
  readonly beforeOpening?: (folder: string, clock: Clock) => void;
  /** A file that was opened as it was left turned out to be damaged: to be opened once more. */
  readonly onDamaged?: () => void;
}

/**
 * Opens a workspace's files, keys, governor and client; for the demo also its service. Whatever fails leaves nothing open.
 * @throws AppFailure storage, unsupported real-account
 */
export async function openWorkspace(
  record: WorkspaceRecord,
  options: OpenWorkspaceOptions,
): Promise<OpenWorkspace> {
  try {
    return await openOnce(record, options);
  } catch (error) {
    if (options.ports.lookThrough === undefined || !isDamagedCache(error)) throw error;
    // Opened as it was left, it turned out to be damaged: it is doubted now, and read through first.
    const { beforeOpening: _done, ...again } = options;
    return openOnce(record, again);
  }
}

const isDamagedCache = (error: unknown): boolean =>
  isStorage(error, 'damaged') && error.appError.file === 'cache';

async function openOnce(record: WorkspaceRecord, options: OpenWorkspaceOptions): Promise<OpenWorkspace> {
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

/** After the first view, which searches nothing, ms. A search that comes before reads what it needs by itself. */
const WARM_AFTER_MS = 1_500;

/** Where the demo keeps its place; no account has one. */
export const DEMO_FILE = 'demo.json';

type Closer = () => void | Promise<void>;

/** Closes what was opened last first; one that fails does not keep the others open. */
async function closeAll(closers: Closer[], log: Logger): Promise<void> {
  for (const close of closers.splice(0).reverse())
    try {
      await close();
    } catch (error) {
      log.error('workspace-not-closed', { error: messageOf(error) });
    }
}

async function assemble(
  initial: WorkspaceRecord,
  options: OpenWorkspaceOptions,
  closers: Closer[],
): Promise<OpenWorkspace> {
  const { ports, store, publish, progress = noProgress } = options;
  const { log } = ports;
  const { record, update } = keepRecord(initial, store, () => closers.length > 0);
  const folder = store.folder(initial.id);
  const { demo, saveDemo } = await openDemo(initial, folder, ports, closers);
  const clock = demo === null ? ports.clock : createDemoClock(ports.clock, demo);
  options.beforeOpening?.(folder, clock);
  const { files, backups, privacy } = openFiles(folder, options, closers);
  const demoKey = demo?.apiKey ?? null;
  const erased = createErasedMeanwhile();
  const suppressionsOf = (seal: Seal): Suppressions => erased.suppressing(privacy.suppressionsOf(seal));
  const vault = createKeyVault(record, ports.secrets, ports, demoKey, suppressionsOf);
  const search = openSearch({ files, clock, vault }, folder, options, closers);
  const governor = startGovernor(files, clock, options, closers);
  const hints = createPriceHints(files.cache);
  const baseUrl = demo?.baseUrl ?? initial.baseUrl;
  const asking = openClient({ files, governor, vault, hints }, baseUrl, options);
  const client = keepErasedAway(asking, { cache: files.cache, seal: () => vault.seal() }, erased);
  await vault.openSeal();
  const again = createReadingAgain(files, log);
  await again.rows();
  const sealOpened = async (): Promise<void> => {
    await finishKeyChange({ vault, cache: files.cache, log, update, progress });
    await privacy.scrubSuppressed(vault.seal());
    await again.people(vault.seal());
  };
  await sealOpened();
  closers.push(ports.clock.after(WARM_AFTER_MS, () => search.warm()));
  privacy.startRetention(
    () => governor.serverNowMs(),
    () => publish('library', 'onChanged', {}),
  );
  const connection = createConnectionState(clock, (now) => publish('connection', 'onChanged', now));
  const signals = startSignals({ record, update, files, clock, governor }, options, closers);
  return {
    ...{ record, update, clock, files, backups, vault, privacy, search, governor, client, hints },
    ...{ demo, saveDemo, connection, sealOpened, progress, signals, erased },
    requireRoom: () => requireRoom(folder),
    dispose: () => closeAll(closers, log),
  };
}

function openSearch(
  { files, clock, vault }: Pick<OpenWorkspace, 'files' | 'clock' | 'vault'>,
  folder: string,
  { ports: { log, foldApart }, progress = noProgress }: OpenWorkspaceOptions,
  closers: Closer[],
): LibrarySearch {
  const search = createLibrarySearch({
    ...{ ...files, clock, log, progress, seal: () => vault.seal() },
    ...(foldApart === undefined ? {} : { foldApart: () => foldApart(join(folder, 'cache.db')) }),
  });
  closers.push(async () => {
    search.dispose();
    // A thread of it may have the file open.
    await search.settled();
  });
  return search;
}

/** A keychain that asks keeps the receiver waiting, not the workspace. */
function startSignals(
  open: Pick<OpenWorkspace, 'record' | 'update' | 'files' | 'clock' | 'governor'>,
  { ports, publish }: OpenWorkspaceOptions,
  closers: Closer[],
): Signals {
  const { record, update, files, clock, governor } = open;
  const signals = createSignals({
    ...{ ports, files, clock, publish },
    serverNowMs: () => governor.serverNowMs(),
    place: {
      workspaceId: record().id,
      place: () => record().webhookKeyPlace ?? null,
      setPlace: (place) => update({ webhookKeyPlace: place }),
    },
  });
  closers.push(() => signals.dispose());
  signals.start();
  return signals;
}

/** What cannot be written changes nothing. Closed, and perhaps removed, nothing is written any more. */
function keepRecord(
  initial: WorkspaceRecord,
  store: WorkspaceStore,
  isOpen: () => boolean,
): Pick<OpenWorkspace, 'record' | 'update'> {
  let record = initial;
  return {
    record: () => record,
    update: (change) => {
      const next = { ...record, ...change };
      if (isOpen()) store.save(next);
      record = next;
    },
  };
}

const openClient = (
  { files, governor, vault, hints }: Pick<OpenWorkspace, 'files' | 'governor' | 'vault' | 'hints'>,
  baseUrl: string,
  { ports: { transport, log }, version }: OpenWorkspaceOptions,
): Client =>
  createClient({
    ...{ governor, transport, baseUrl, hints },
    apiKey: () => vault.apiKey(),
    userAgent: `Roundwatch/${version}`,
    watch: createServiceWatch({ cache: files.cache, log, nowMs: () => governor.serverNowMs() }),
  });

function startGovernor(
  files: WorkspaceFiles,
  clock: Clock,
  { ports, publish }: OpenWorkspaceOptions,
  closers: Closer[],
): Governor {
  const governor = createGovernor({
    ...{ db: files.ledger, clock, log: ports.log },
    publishChanged: () => publish('quota', 'onChanged', {}),
    random: () => ports.random.bytes(4).readUInt32BE(0) / 2 ** 32,
  });
  closers.push(() => governor.dispose());
  return governor;
}

/** Copies bear this laptop's time, the demo's too: its own clock may be moved. */
function openFiles(
  folder: string,
  { ports: { clock, log, random, lookThrough }, publish, onDamaged }: OpenWorkspaceOptions,
  closers: Closer[],
): Pick<OpenWorkspace, 'files' | 'backups' | 'privacy'> {
  const files = openWorkspaceFiles(folder, { clock, log, trustsLeft: lookThrough !== undefined });
  closers.push(() => files.close());
  if (lookThrough !== undefined && files.isCacheAsLeft)
    closers.push(
      lookLater({
        ...{ file: join(folder, 'cache.db'), clock, log, lookThrough, doubt: () => files.doubtCache() },
        onDamaged: () => onDamaged?.(),
      }),
    );
  forgetUnkept(files);
  const privacy = createPrivacyKeeper({ folder, files, random, clock, log });
  closers.push(() => privacy.dispose());
  const store = createBackupStore({ folder, clock, log });
  const publishChanged = (): void => publish('backups', 'onChanged', {});
  const backups = createBackupKeeper({ store, yours: files.yours, clock, log, publishChanged });
  closers.push(() => backups.dispose());
  return { files, backups, privacy };
}

async function openDemo(
  record: WorkspaceRecord,
  folder: string,
  { startDemo, log }: Ports,
  closers: Closer[],
) {
  if (record.kind !== 'demo') return { demo: null, saveDemo: () => undefined };
  const file = join(folder, DEMO_FILE);
  const demo = await startDemo(readDemo(file));
  const saveDemo = (): void => {
    try {
      writeDurably(file, JSON.stringify(demo.snapshot()));
    } catch (error) {
      // The demo's place is not worth the result of a call.
      log.warn('demo-not-saved', { error: messageOf(error) });
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
