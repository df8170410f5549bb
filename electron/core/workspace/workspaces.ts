import { removeSecondBackups } from '../backup/second-place.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Publish } from '../../../shared/contract/index.ts';
import { hasValuableData } from '../backup/has-valuable-data.ts';
import type { Confirmation } from '../foundation/native-confirmation.ts';
import { createSerialQueue } from '../foundation/serial-queue.ts';
import type { Clock, Ports } from '../ports.ts';
import type { ProgressBoard } from '../foundation/progress.ts';
import type { SpentToday } from '../quota/spending/spending-guard.ts';
import { noSuppressions } from '../contacts/suppression-list.ts';
import { accountsOf, createKeyVault } from './key-vault.ts';
import { DEMO_FILE, openWorkspace, type OpenWorkspace, type OpenWorkspaceOptions } from './open-workspace.ts';
import { newDemo, WORKSPACES_MAX, type WorkspaceRecord, type WorkspaceStore } from './workspace-store.ts';
import { messageOf } from '../foundation/error-message.ts';

const ACTIVE = 'activeWorkspaceId';

/** Opens, closes and removes workspaces. At most one is current at a time. */
export interface Workspaces {
  readonly store: WorkspaceStore;
  /**
   * Returns the open workspace.
   * @throws AppFailure `not-found` (`workspace`) if none is open
   */
  current(): OpenWorkspace;
  /** Returns the open workspace; null if none is open. */
  active(): OpenWorkspace | null;
  /**
   * Adds a listener. It is called with each workspace that becomes current, and with null before the files of
   * a workspace are closed.
   */
  onActive(listener: (active: OpenWorkspace | null) => void): void;
  /**
   * Opens a workspace without making it current. Connecting an account uses this to validate the account's
   * key first. Waits for other changes of workspaces, so it must not be called within `exclusively`.
   */
  prepare(record: WorkspaceRecord): Promise<OpenWorkspace>;
  activate(workspace: OpenWorkspace): Promise<void>;
  open(id: string, filling?: DemoFilling): Promise<OpenWorkspace>;
  /**
   * Closes the files of a workspace, runs `work`, and opens the workspace again, even if `work` failed.
   * @throws the error of `work`; AppFailure `storage`
   */
  rework<T>(
    id: string,
    work: (folder: string, clock: Clock) => T,
  ): Promise<{ workspace: OpenWorkspace; done: T }>;
  /**
   * Returns the id of the workspace that is open or was open last; null if there is none or it was removed.
   */
  latestId(): string | null;
  /** Returns the ids of workspaces whose record is lost and whose folder may contain data worth keeping. */
  lost(): string[];
  /** Runs `work`. While it runs, the current workspace does not change and no workspace is removed. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Repairs records, removes unfinished workspaces and, if `reopen` is true, opens the workspace that was
   * last open. Logs an error if that workspace cannot be opened.
   */
  start(options: { readonly reopen: boolean }): Promise<void>;
  /**
   * Changes the name of a workspace, open or not.
   * @returns the changed record
   * @throws AppFailure `not-found` (`workspace`)
   */
  rename(id: string, name: string): Promise<WorkspaceRecord>;
  leave(): Promise<void>;
  /**
   * Deletes a workspace and its keys.
   * @throws AppFailure `unauthorized` (`key-locked`) if a key cannot be deleted. In this case, the data and
   * the contact key are not deleted either.
   */
  remove(id: string): Promise<void>;
  /** Closes the open workspace after all changes that are under way, and after `beforeClosing`. */
  dispose(beforeClosing?: () => Promise<void>): Promise<void>;
}

/** How a new demo is filled with its first data, before it becomes the current workspace. */
export interface DemoFilling {
  /** How far in the past the demo's service starts, in ms. */
  readonly demoHistoryMs: number;
  /** Never rejects. */
  fill(workspace: OpenWorkspace): Promise<void>;
}

interface WorkspacesOptions {
  readonly ports: Ports;
  readonly store: WorkspaceStore;
  readonly publish: Publish;
  readonly version: string;
  readonly realAccounts: boolean;
  readonly confirmation: Confirmation;
  readonly progress: Pick<ProgressBoard, 'begin'>;
}

export function createWorkspaces(options: WorkspacesOptions): Workspaces {
  const { ports, store } = options;
  const slot = createSlot(ports, options.publish);
  const spentToday = new Map<string, SpentToday>();
  // Runs one change at a time, because concurrent changes could open the same files twice.
  const exclusively = createSerialQueue();
  const openWith: OpenWith = (record, more) =>
    openWorkspace(record, {
      ...options,
      ...more,
      spentToday,
      publish: slot.publishOf(record.id),
      onDamaged: () => void exclusively(() => openAgain({ ports, store, slot, openWith }, record)),
    });
  const open: Workspaces['open'] = (id, filling) =>
    exclusively(async () => {
      const active = slot.active();
      // If the workspace is already open but read-only, it is reopened, because its disk may be writable by
      // now.
      if (active?.record().id === id)
        return active.files.readOnly === null
          ? active
          : (await rework({ slot, openWith }, found(store, id), () => undefined)).workspace;
      // The current workspace is closed only after the new one has been opened. If opening fails, the current
      // one stays open.
      const demoHistoryMs = filling?.demoHistoryMs ?? 0;
      const workspace = await openWith(found(store, id), { demoHistoryMs });
      await filling?.fill(workspace);
      await slot.replace(workspace);
      return workspace;
    });
  return {
    store,
    prepare: (record) => exclusively(() => openWith(record, {})),
    open,
    rework: (id, work) => exclusively(() => rework({ slot, openWith }, found(store, id), work)),
    latestId: () => slot.active()?.record().id ?? lastOpen(ports, store),
    lost: () => lostIn(ports, store),
    exclusively,
    active: slot.active,
    onActive: slot.onActive,
    dispose: (beforeClosing) =>
      exclusively(async () => {
        try {
          await beforeClosing?.();
        } finally {
          await slot.close();
        }
      }),
    current: () => {
      const active = slot.active();
      if (active === null) throw new AppFailure({ kind: 'not-found', what: 'workspace' });
      return active;
    },
    activate: (workspace) => exclusively(() => slot.replace(workspace)),
    start: async ({ reopen: isReopening }) => {
      store.mend();
      for (const id of store.unfinished()) await sweep(ports, store, id);
      remakeDemo(ports, store);
      if (isReopening) await reopen(ports, store, open);
    },
    rename: (id, name) =>
      exclusively(async () => {
        const active = slot.active();
        if (active?.record().id !== id) store.save({ ...found(store, id), name });
        else active.update({ name });
        slot.announce();
        return found(store, id);
      }),
    leave: () => exclusively(() => slot.replace(null)),
    remove: (id) => exclusively(() => remove(ports, store, slot, id)),
  };
}

/** Keeps track of the open workspace and saves its id for the next start. */
function createSlot(ports: Ports, publish: Publish) {
  let active: OpenWorkspace | null = null;
  const listeners: ((active: OpenWorkspace | null) => void)[] = [];
  const notifyListeners = (): void => {
    for (const listener of listeners) listener(active);
  };
  const close = async (): Promise<void> => {
    const closing = active;
    active = null;
    notifyListeners();
    await closing?.dispose();
  };
  const announce = (): void => publish('workspaces', 'onChanged', { activeId: active?.record().id ?? null });
  return {
    active: (): OpenWorkspace | null => active,
    close,
    announce,
    onActive: (listener: (active: OpenWorkspace | null) => void): void => void listeners.push(listener),
    replace: async (workspace: OpenWorkspace | null): Promise<void> => {
      await close();
      active = workspace;
      const activeId = workspace?.record().id ?? null;
      remember(ports, activeId);
      publish('workspaces', 'onChanged', { activeId });
      publish('connection', 'onChanged', workspace?.connection.current() ?? { state: 'idle', sinceMs: null });
      if (workspace !== null) notifyListeners();
    },
    /**
     * Returns a `publish` function for a workspace. While that workspace is not the open one, the function
     * drops events.
     */
    publishOf:
      (id: string): Publish =>
      (group, name, payload) => {
        if (active?.record().id === id) publish(group, name, payload);
      },
  };
}

/**
 * Saves the id of the open workspace. If that fails, only logs the error: the workspace can still be used.
 */
function remember(ports: Ports, activeId: string | null): void {
  try {
    // Writing a setting waits for the disk, so an unchanged value is not written.
    if (ports.settings.get(ACTIVE) !== activeId) ports.settings.set(ACTIVE, activeId);
  } catch (error) {
    ports.log.warn('active-workspace-not-kept', { error: messageOf(error) });
  }
}

async function remove(
  ports: Ports,
  store: WorkspaceStore,
  slot: ReturnType<typeof createSlot>,
  id: string,
): Promise<void> {
  await deleteKeys(ports, found(store, id));
  if (slot.active()?.record().id === id) await slot.replace(null);
  await removeSecondBackups(store.folder(id), ports.log);
  store.remove(id);
}

/**
 * Deletes a workspace's keys. Must be called before its data is deleted, because the keys cannot be found
 * without the workspace's record. If the keychain is missing, logs that the keys were not deleted.
 * @throws AppFailure `unauthorized` (`key-locked`) if the keychain is locked or is waiting for the user
 */
async function deleteKeys(ports: Ports, record: WorkspaceRecord): Promise<void> {
  const state = await createKeyVault(
    () => record,
    ports.secrets,
    ports,
    null,
    () => noSuppressions,
  ).forget();
  if (state === 'locked' || state === 'timeout')
    throw new AppFailure({ kind: 'unauthorized', reason: 'key-locked' });
  if (state !== 'absent') ports.log.warn('keys-not-deleted', { id: record.id, state });
}

/**
 * Deletes a folder that has no record, along with its keys. Such a folder is left behind if connecting or
 * removing a workspace was interrupted. If the folder contains valuable data and its removal had not begun,
 * the record must have been lost in another way. The folder then stays.
 */
async function sweep(ports: Ports, store: WorkspaceStore, id: string): Promise<void> {
  try {
    await deleteUnfinished(ports, store, id);
  } catch (error) {
    // On a read-only disk, the folder stays.
    ports.log.warn('unfinished-workspace-not-deleted', { id, error: messageOf(error) });
  }
}

async function deleteUnfinished(ports: Ports, store: WorkspaceStore, id: string): Promise<void> {
  if (!store.isRemoved(id) && hasValuableData(store.folder(id), ports))
    return ports.log.error('workspace-record-lost', { id });
  const { keychain } = ports.secrets;
  const states = await Promise.all(
    accountsOf(id).map(async (account) => (await keychain?.delete(account)) ?? 'absent'),
  );
  // If a key could not be deleted, the folder is kept, and the next start tries again.
  if (states.every((state) => state === 'absent' || state === 'unavailable')) store.remove(id);
  ports.log.info('unfinished-workspace', { id, states: states.join(' ') });
}

function lostIn(ports: Ports, store: WorkspaceStore): string[] {
  const withoutAny = store
    .unfinished()
    .filter((id) => !store.isRemoved(id) && hasValuableData(store.folder(id), ports));
  return [...store.unreadable(), ...withoutAny].slice(0, WORKSPACES_MAX);
}

/**
 * Recreates a lost workspace record of a demo, without its onboarding progress. The record of an account
 * cannot be recreated, because it contains encrypted keys.
 */
function remakeDemo(ports: Ports, store: WorkspaceStore): void {
  if (store.list().some(({ kind }) => kind === 'demo')) return;
  const id = lostIn(ports, store).find((each) => existsSync(join(store.folder(each), DEMO_FILE)));
  if (id === undefined) return;
  try {
    store.remake(newDemo(id, ports.clock.nowMs()));
    ports.log.warn('demo-record-remade', { id });
  } catch (error) {
    ports.log.error('demo-record-not-remade', { id, error: messageOf(error) });
  }
}

function found(store: WorkspaceStore, id: string): WorkspaceRecord {
  const record = store.find(id);
  if (record === null) throw new AppFailure({ kind: 'not-found', what: 'workspace' });
  return record;
}

function lastOpen(ports: Ports, store: WorkspaceStore): string | null {
  const id = ports.settings.get(ACTIVE);
  return typeof id !== 'string' || store.find(id) === null ? null : id;
}

/** Opens a workspace. If a later check finds a damaged file, the workspace is opened again. */
type OpenWith = (
  record: WorkspaceRecord,
  more: Pick<OpenWorkspaceOptions, 'beforeOpening' | 'demoHistoryMs'>,
) => Promise<OpenWorkspace>;

interface Reopening extends Pick<WorkspacesOptions, 'ports' | 'store'> {
  readonly slot: ReturnType<typeof createSlot>;
  readonly openWith: OpenWith;
}

/**
 * Implements `Workspaces.rework`. If both `work` and opening the workspace fail, throws the error of `work`.
 */
async function rework<T>(
  { slot, openWith }: Pick<Reopening, 'slot' | 'openWith'>,
  record: WorkspaceRecord,
  work: (folder: string, clock: Clock) => T,
): Promise<{ workspace: OpenWorkspace; done: T }> {
  if (slot.active()?.record().id === record.id) await slot.close();
  const outcome: { value?: { done: T }; error?: unknown } = {};
  const beforeOpening = (folder: string, clock: Clock): void => {
    try {
      outcome.value = { done: work(folder, clock) };
    } catch (error) {
      outcome.error = error;
    }
  };
  try {
    await slot.replace(await openWith(record, { beforeOpening }));
  } catch (error) {
    slot.announce();
    throw outcome.error ?? error;
  }
  const workspace = slot.active();
  if (outcome.value === undefined || workspace === null) throw outcome.error;
  return { workspace, done: outcome.value.done };
}

/** Closes and reopens the workspace if it is open. Opening checks and repairs its files. */
async function openAgain(reopening: Reopening, record: WorkspaceRecord): Promise<void> {
  const { ports, store, slot } = reopening;
  if (slot.active()?.record().id !== record.id) return;
  try {
    await rework(reopening, found(store, record.id), () => undefined);
  } catch (error) {
    ports.log.error('workspace-not-opened', { id: record.id, error: messageOf(error) });
  }
}

async function reopen(ports: Ports, store: WorkspaceStore, open: Workspaces['open']): Promise<void> {
  const id = lastOpen(ports, store);
  if (id === null) return;
  try {
    await open(id);
  } catch (error) {
    ports.log.error('workspace-not-opened', { id, error: messageOf(error) });
  }
}
