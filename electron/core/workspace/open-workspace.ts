import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Publish } from '../../../shared/contract/index.ts';
import { parseBaseUrl } from '../service-api/base-url.ts';
import { createClient } from '../service-api/client.ts';
import type { Client, PriceHints } from '../service-api/client-port.ts';
import { copyLimits } from '../backup/known-limits.ts';
import { createBackupScheduler, type BackupScheduler } from '../backup/backup-scheduler.ts';
import { createBackupStore } from '../backup/backup-store.ts';
import { createSecondBackups, type SecondBackups } from '../backup/second-place.ts';
import { writeDurably } from '../backup/durable-files.ts';
import { requireRoom } from '../backup/disk-reserve.ts';
import { fileFailure } from '../backup/file-errors.ts';
import { openWorkspaceFiles, type WorkspaceFiles } from '../backup/open-workspace-files.ts';
import { newestErasureMs } from '../database/queries/privacy-state.ts';
import { createPriceHints } from '../library/price-hints.ts';
import type { LibrarySearch } from '../library/index/library-search.ts';
import { openSearch } from './open-search.ts';
import type { Clock, DemoService, Logger, Ports } from '../ports.ts';
import type { Confirmation } from '../foundation/native-confirmation.ts';
import type { ProgressBoard } from '../foundation/progress.ts';
import { createInFlightErasures, type InFlightErasures } from '../privacy/in-flight-erasures.ts';
import { finishDeletions } from '../privacy/finish-deletions.ts';
import type { ContactEncryption, Suppressions } from '../contacts/contact-encryption.ts';
import { createPrivacyController, type PrivacyController } from '../privacy/privacy-controller.ts';
import type { Governor } from '../service-api/governor-port.ts';
import { createGovernor, type GovernorOptions } from '../quota/governor.ts';
import { noteStoredTime } from '../library/stored-time.ts';
import { DOCUMENTED_LIMITS } from '../quota/policy/costs.ts';
import {
  createSpendingGuard,
  freeSpending,
  type SpendingGuard,
  type SpentToday,
} from '../quota/spending/spending-guard.ts';
import { finishKeyChange } from './change-contact-key.ts';
import { createSignals, type Signals } from '../webhook/webhook.ts';
import { deleteUnsavedResults } from '../user-data/saved-search-results.ts';
import { createConnectionState, type ConnectionState } from './connection-state.ts';
import { createDemoClock } from './demo-clock.ts';
import { createKeyVault, type KeyVault } from './key-vault.ts';
import { createReparseOnUpdate } from './reparse-on-update.ts';
import { deferIntegrityCheck } from './deferred-integrity-check.ts';
import { createDriftRecorder, type DriftRecorder } from './drift-recorder.ts';
import type { WorkspaceRecord, WorkspaceStore } from './workspace-store.ts';
import { messageOf } from '../foundation/error-message.ts';
import { isStorage } from '../foundation/storage-errors.ts';

type Changeable =
  | 'keyType'
  | 'name'
  | 'apiKeyPlace'
  | 'people'
  | 'peopleGivenUpAtMs'
  | 'webhookKeyPlace'
  | 'apiKeyLeft'
  | 'openedPagesLeft'
  | 'onboarding';

/** Everything that belongs to the open workspace. */
export interface OpenWorkspace {
  record(): WorkspaceRecord;
  update(change: Partial<Pick<WorkspaceRecord, Changeable>>): void;
  readonly clock: Clock;
  readonly files: WorkspaceFiles;
  readonly backups: BackupScheduler;
  readonly secondBackups: SecondBackups;
  readonly vault: KeyVault;
  readonly privacy: PrivacyController;
  readonly erased: InFlightErasures;
  /**
   * The search engine. `releaseSearch` replaces it, so callers must read this property again for each
   * request. Data derived from the engine's slots may be kept only as long as the engine itself.
   */
  readonly search: LibrarySearch;
  /** Frees the memory of the search engine until a request needs it again. */
  releaseSearch(): void;
  readonly governor: Governor;
  /** Asks the user before many records are spent. */
  readonly spending: SpendingGuard;
  readonly client: Client;
  /** Creates a client that checks a new key before the key replaces the current one. */
  readonly clientFor: (apiKey: string) => Client;
  /** Reports how each response differs from the specification. */
  readonly watch: Pick<DriftRecorder, 'observe'>;
  readonly hints: PriceHints;
  readonly connection: ConnectionState;
  /** Publishes events to the renderer, but only while this workspace is the current workspace. */
  readonly publish: Publish;
  /** The webhook receiver and its inbox. */
  readonly signals: Signals;
  readonly progress: Pick<ProgressBoard, 'begin'>;
  /**
   * Checks that a response can be stored. Must be called before a request that costs records.
   * @throws AppFailure `storage` if the disk is full or the files are read-only
   */
  requireRoom(): void;
  readonly demo: DemoService | null;
  /** Saves the state of the demo's service for the next start. Does nothing for an account. */
  saveDemo(): void;
  /** Completes pending work on encrypted rows. Must be called each time contacts have been unlocked. */
  sealOpened(): Promise<void>;
  dispose(): Promise<void>;
}

export interface OpenWorkspaceOptions {
  readonly ports: Ports;
  readonly store: WorkspaceStore;
  readonly publish: Publish;
  readonly version: string;
  /** Whether accounts with a base URL on another computer may be opened. */
  readonly realAccounts: boolean;
  readonly confirmation: Confirmation;
  /**
   * The number of records that each workspace has spent today, by workspace id. All workspaces share this
   * map.
   */
  readonly spentToday: Map<string, SpentToday>;
  readonly progress: Pick<ProgressBoard, 'begin'>;
  /** Called immediately before the files are opened, with the workspace's own clock. */
  readonly beforeOpening?: (folder: string, clock: Clock) => void;
  /** Called if a later check finds a damaged file. The caller must then reopen the workspace. */
  readonly onDamaged?: () => void;
  /** How many milliseconds before the current time the simulated service of a new demo starts; default 0. */
  readonly demoHistoryMs?: number;
}

/**
 * Opens the files, keys, governor and client of a workspace. For the demo, also starts its service. If a step
 * fails, closes everything that was opened.
 * @throws AppFailure `storage`, `unsupported` (`real-account`)
 */
export async function openWorkspace(
  record: WorkspaceRecord,
  options: OpenWorkspaceOptions,
): Promise<OpenWorkspace> {
  try {
    return await openOnce(record, options);
  } catch (error) {
    if (options.ports.checkIntegrity === undefined || !isDamagedCache(error)) throw error;
    // `cache.db` was opened without an integrity check and turned out to be damaged. It is opened again with
    // a full check.
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

/** File with the state of the demo's service. */
export const DEMO_FILE = 'demo.json';

type Closer = () => void | Promise<void>;

/**
 * Calls the close functions in reverse order. If one fails, logs the error and continues with the next one.
 */
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
  const { ports, store, publish, progress } = options;
  const { log } = ports;
  const { record, update } = saveRecord(initial, store, () => closers.length > 0);
  const folder = store.folder(initial.id);
  const { demo, saveDemo } = await openDemo(initial, folder, options, closers);
  const clock = demo === null ? ports.clock : createDemoClock(ports.clock, demo);
  options.beforeOpening?.(folder, clock);
  // Set below, because two parts depend on each other. The governor needs the open files. The backups are set
  // up together with the files, but need the governor to check whether the date can be trusted.
  const opened: { governor: Governor | null } = { governor: null };
  const isDateTrusted = (): boolean => opened.governor?.timeTrust().isTrusted === true;
  const { files, privacy, ...backup } = openFiles(folder, clock, options, closers, isDateTrusted);
  const erased = createInFlightErasures();
  const suppressionsOf = (seal: ContactEncryption): Suppressions =>
    erased.suppressing(privacy.suppressionsOf(seal));
  const vault = createKeyVault(record, ports.secrets, ports, demo?.apiKey ?? null, suppressionsOf);
  const search = openSearch({ ...options, files, clock, vault, folder, closers });
  const onTimeCertain = (): void => {
    privacy.checkRetention();
    backup.backups.rotateIfDue();
  };
  const isServiceInApp = demo !== null;
  const governor = startGovernor({ files, clock, isServiceInApp, onTimeCertain }, options, closers);
  opened.governor = governor;
  const spending = demo === null ? guardSpending(initial, governor, options, closers) : freeSpending;
  const hints = createPriceHints(files.cache);
  const baseUrl = demo?.baseUrl ?? initial.baseUrl;
  const watch = createDriftRecorder({ cache: files.cache, log, nowMs: () => governor.serverNowMs() });
  const { client, clientFor } = openClients({ governor, hints, watch }, vault, baseUrl, options);
  await vault.loadContactKey();
  const again = createReparseOnUpdate(files, log);
  await again.rows();
  const sealOpened = async (): Promise<void> => {
    await finishKeyChange({ vault, cache: files.cache, log, update, progress });
    await privacy.redactSuppressed(vault.seal());
    await again.people(vault.seal());
  };
  finishDeletions({ folder, files, clock, log }, { record, update });
  await sealOpened();
  closers.push(search.warmLater());
  privacy.startRetention(governor.timeTrust, {
    onErased: () => publish('library', 'onChanged', {}),
    onChecked: () => publish('privacy', 'onChanged', {}),
  });
  const connection = createConnectionState(clock, (now) => publish('connection', 'onChanged', now));
  const signals = startSignals({ record, update, files, clock, governor, demo, vault }, options, closers);
  files.readOnly?.allowLostWrites(false);
  return {
    record,
    update,
    clock,
    files,
    ...backup,
    vault,
    privacy,
    get search() {
      return search.current();
    },
    releaseSearch: search.release,
    governor,
    spending,
    client,
    clientFor,
    watch,
    hints,
    demo,
    saveDemo,
    connection,
    publish,
    sealOpened,
    progress,
    signals,
    erased,
    requireRoom: () => requireWritableRoom(folder, files),
    dispose: () => closeAll(closers, log),
  };
}

/** @throws AppFailure `storage` if the disk is full or the files are read-only */
function requireWritableRoom(folder: string, { readOnly }: WorkspaceFiles): void {
  if (readOnly !== null) throw fileFailure('cache', readOnly.reason);
  requireRoom(folder);
}

/**
 * Starts the inbox and the receiver. Does not wait for the receiver, because the keychain may prompt the
 * user.
 */
function startSignals(
  open: Pick<OpenWorkspace, 'record' | 'update' | 'files' | 'clock' | 'governor' | 'demo' | 'vault'>,
  { ports, publish }: OpenWorkspaceOptions,
  closers: Closer[],
): Signals {
  const { record, update, files, clock, governor, demo, vault } = open;
  const signals = createSignals({
    ports,
    files,
    clock,
    publish,
    serverNowMs: () => governor.serverNowMs(),
    seal: () => vault.seal(),
    noteTime: (receivedAtMs) => noteStoredTime(files.cache, receivedAtMs, governor.latestPossibleMs()),
    place: {
      workspaceId: record().id,
      place: () => record().webhookKeyPlace ?? null,
      setPlace: (place) => update({ webhookKeyPlace: place }),
    },
    reconnect: demo === null ? null : (url, key) => demo.setWebhook(url, key),
  });
  closers.push(() => signals.dispose());
  signals.start();
  return signals;
}

/**
 * Keeps the workspace record in memory and saves changes to it. If saving fails, the record in memory stays
 * unchanged. The record of a closed workspace is not saved, because the workspace may have been removed.
 */
function saveRecord(
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

/**
 * Creates the workspace's client. Also returns `clientFor`, which creates a client for checking another API
 * key.
 */
function openClients(
  { governor, hints, watch }: Pick<OpenWorkspace, 'governor' | 'hints'> & { readonly watch: DriftRecorder },
  vault: Pick<KeyVault, 'apiKey'>,
  baseUrl: string,
  { ports: { transport }, version }: OpenWorkspaceOptions,
): Pick<OpenWorkspace, 'client' | 'clientFor'> {
  const clientWith = (apiKey: () => Promise<string>, isKeyCheck: boolean): Client =>
    createClient({
      governor,
      transport,
      baseUrl,
      hints,
      apiKey,
      isKeyCheck,
      userAgent: `Roundwatch/${version}`,
      watch,
    });
  return {
    client: clientWith(() => vault.apiKey(), false),
    clientFor: (apiKey) => clientWith(async () => apiKey, true),
  };
}

function startGovernor(
  {
    files,
    ...parts
  }: { readonly files: WorkspaceFiles } & Pick<GovernorOptions, 'clock' | 'isServiceInApp' | 'onTimeCertain'>,
  { ports, publish }: OpenWorkspaceOptions,
  closers: Closer[],
): Governor {
  const governor = createGovernor({
    ...parts,
    db: files.ledger,
    log: ports.log,
    limits: DOCUMENTED_LIMITS,
    publishChanged: () => publish('quota', 'onChanged', {}),
    random: () => ports.random.bytes(4).readUInt32BE(0) / 2 ** 32,
  });
  closers.push(() => governor.dispose());
  return governor;
}

function guardSpending(
  { id }: WorkspaceRecord,
  governor: Governor,
  { ports: { settings }, confirmation, spentToday }: OpenWorkspaceOptions,
  closers: Closer[],
): SpendingGuard {
  const guard = createSpendingGuard({ confirmation, settings, governor, spentToday, workspaceId: id });
  closers.push(() => guard.dispose());
  return guard;
}

/**
 * Opens the database files. Backups get their dates from the workspace's own clock, as notes do. In the demo,
 * the user can move this clock.
 */
function openFiles(
  folder: string,
  ownClock: Clock,
  { ports: { clock, log, random, checkIntegrity }, publish, onDamaged }: OpenWorkspaceOptions,
  closers: Closer[],
  isDateTrusted: () => boolean,
): Pick<OpenWorkspace, 'files' | 'backups' | 'secondBackups' | 'privacy'> {
  const files = openWorkspaceFiles(folder, {
    clock: ownClock,
    log,
    trustsLeft: checkIntegrity !== undefined,
  });
  closers.push(() => files.close());
  // Opening a workspace writes to its files. On a read-only disk, these writes are lost, which is safe
  // because each opening repeats them.
  files.readOnly?.allowLostWrites(true);
  if (checkIntegrity !== undefined && files.isCacheAsLeft)
    closers.push(
      deferIntegrityCheck({
        file: join(folder, 'cache.db'),
        clock,
        log,
        checkIntegrity,
        doubt: () => files.doubtCache(),
        onDamaged: () => onDamaged?.(),
      }),
    );
  copyLimits(files);
  closers.push(() => copyLimits(files));
  deleteUnsavedResults(files);
  const privacy = createPrivacyController({ folder, files, random, clock, log });
  closers.push(() => privacy.dispose());
  const store = createBackupStore({ folder, clock: ownClock, log });
  const publishChanged = (): void => publish('backups', 'onChanged', {});
  const { yours } = files;
  const dated = { clock: ownClock, publishChanged, isDateTrusted };
  const erasedAtMs = (): number | null => newestErasureMs(yours);
  const secondBackups = createSecondBackups({ folder, root: store.root, log, erasedAtMs, ...dated });
  const backups = createBackupScheduler({ store, yours, log, second: secondBackups, ...dated });
  closers.push(() => backups.dispose());
  return { files, backups, secondBackups, privacy };
}

async function openDemo(
  record: WorkspaceRecord,
  folder: string,
  { ports: { startDemo, log }, demoHistoryMs }: OpenWorkspaceOptions,
  closers: Closer[],
) {
  if (record.kind !== 'demo') return { demo: null, saveDemo: () => undefined };
  const file = join(folder, DEMO_FILE);
  const demo = await startDemo(readDemo(file), demoHistoryMs);
  const saveDemo = (): void => {
    try {
      writeDurably(file, JSON.stringify(demo.snapshot()));
    } catch (error) {
      // Only logs the error, because the request that changed the demo's state has succeeded.
      log.warn('demo-not-saved', { error: messageOf(error) });
    }
  };
  closers.push(async () => {
    saveDemo();
    await demo.dispose();
  });
  return { demo, saveDemo };
}

/**
 * Reads the state of the demo's service. Null if the file is missing or damaged; the demo then starts over.
 */
function readDemo(file: string): unknown {
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
