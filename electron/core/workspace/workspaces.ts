import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Publish } from '../../../shared/contract/index.ts';
import { hasValuableData } from '../backup/has-valuable-data.ts';
import { createInTurn } from '../foundation/serial-queue.ts';
import type { Clock, Ports } from '../ports.ts';
import type { ProgressBoard } from '../foundation/progress.ts';
import { noSuppressions } from '../contacts/suppression-list.ts';
import { accountsOf, createKeyVault } from './key-vault.ts';
import { DEMO_FILE, openWorkspace, type OpenWorkspace, type OpenWorkspaceOptions } from './open-workspace.ts';
import { newDemo, WORKSPACES_MAX, type WorkspaceRecord, type WorkspaceStore } from './workspace-store.ts';
import { messageOf } from '../foundation/error-message.ts';

const ACTIVE = 'activeWorkspaceId';

/** Manages the open workspace; one at a time. */
export interface Workspaces {
  readonly store: WorkspaceStore;
  /** @throws AppFailure not-found workspace */
  current(): OpenWorkspace;
  active(): OpenWorkspace | null;
  /** Called with the workspace once it is open, and with null before its files are closed. */
  onActive(listener: (active: OpenWorkspace | null) => void): void;
  /** Opens a workspace without activating it: connecting checks the key first. */
  prepare(record: WorkspaceRecord): Promise<OpenWorkspace>;
  activate(workspace: OpenWorkspace): Promise<void>;
  open(id: string): Promise<OpenWorkspace>;
  /**
   * Closes an open workspace, runs `work` on its files and reopens it even if `work` failed.
   * @throws what `work` throws, AppFailure storage
   */
  rework<T>(
    id: string,
    work: (folder: string, clock: Clock) => T,
  ): Promise<{ workspace: OpenWorkspace; done: T }>;
  /** Id of the open workspace, else of the last one open; null if that one was removed. */
  latestId(): string | null;
  /** Ids of folders that hold, or may hold, user data or paid-for data and whose record is lost. */
  lost(): string[];
  /** Runs `work` while no workspace is opened, closed or removed. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Repairs the records, removes what a crash left and, with `reopen`, opens the last workspace. A workspace
   * that fails to open is logged and stays closed.
   */
  start(options: { readonly reopen: boolean }): Promise<void>;
  leave(): Promise<void>;
  /**
   * Removes data and keys.
   * @throws AppFailure unauthorized key-locked if a key cannot be deleted; no data and no contact key is
   * removed then
   */
  remove(id: string): Promise<void>;
  dispose(): Promise<void>;
}

export interface WorkspacesOptions {
  readonly ports: Ports;
  readonly store: WorkspaceStore;
  readonly publish: Publish;
  readonly version: string;
  readonly realAccounts: boolean;
  /** Reports long operations; omitted by tests that don't check progress. */
  readonly progress?: Pick<ProgressBoard, 'begin'>;
}

export function createWorkspaces(options: WorkspacesOptions): Workspaces {
  const { ports, store } = options;
  const slot = createSlot(ports, options.publish);
  // Concurrent changes of the open workspace would open the same files twice.
  const exclusively = createInTurn();
  const openWith: OpenWith = (record, more) =>
    openWorkspace(record, {
      ...options,
      ...more,
      publish: slot.publishOf(record.id),
      onDamaged: () => void exclusively(() => openAgain({ ports, store, slot, openWith }, record)),
    });
  const prepare = (record: WorkspaceRecord): Promise<OpenWorkspace> => openWith(record, {});
  const open = (id: string): Promise<OpenWorkspace> =>
    exclusively(async () => {
      const active = slot.active();
      if (active?.record().id === id) return active;
      // The open workspace stays open until the new one is ready.
      const workspace = await prepare(found(store, id));
      await slot.replace(workspace);
      return workspace;
    });
  return {
    store,
    prepare,
    open,
    rework: (id, work) => exclusively(() => rework({ slot, openWith }, found(store, id), work)),
    latestId: () => slot.active()?.record().id ?? lastOpen(ports, store),
    lost: () => lostIn(ports, store),
    exclusively,
    active: slot.active,
    onActive: slot.onActive,
    dispose: () => exclusively(slot.close),
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
    leave: () => exclusively(() => slot.replace(null)),
    remove: (id) => exclusively(() => remove(ports, store, slot, id)),
  };
}

/** Holds the open workspace and remembers it for the next start. */
function createSlot(ports: Ports, publish: Publish) {
  let active: OpenWorkspace | null = null;
  const listeners: ((active: OpenWorkspace | null) => void)[] = [];
  const tell = (): void => {
    for (const listener of listeners) listener(active);
  };
  const close = async (): Promise<void> => {
    const closing = active;
    active = null;
    tell();
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
      if (workspace !== null) tell();
    },
    /** Events of a workspace that is not active, such as one being connected, are not published. */
    publishOf:
      (id: string): Publish =>
      (group, name, payload) => {
        if (active?.record().id === id) publish(group, name, payload);
      },
  };
}

/** A failed settings write must not fail opening or connecting a workspace. */
function remember(ports: Ports, activeId: string | null): void {
  try {
    // The write is durable, so skip it if nothing changed.
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
  await forgetKeys(ports, found(store, id));
  if (slot.active()?.record().id === id) await slot.replace(null);
  store.remove(id);
}

/**
 * Deletes a workspace's keys. If the keychain is locked or prompts the user, no data is removed, because the
 * keys could not be found again. A missing keychain does not block the removal.
 * @throws AppFailure unauthorized key-locked
 */
async function forgetKeys(ports: Ports, record: WorkspaceRecord): Promise<void> {
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
 * Removes a folder without a record, and its keys, after a crash while connecting. A folder with user data or
 * paid-for data lost its record another way, such as a partial restore, and is left alone.
 */
async function sweep(ports: Ports, store: WorkspaceStore, id: string): Promise<void> {
  if (!store.isRemoved(id) && hasValuableData(store.folder(id), ports))
    return ports.log.error('workspace-record-lost', { id });
  const { keychain } = ports.secrets;
  const states = await Promise.all(
    accountsOf(id).map(async (account) => (await keychain?.delete(account)) ?? 'absent'),
  );
  // If the keychain did not delete the keys, the folder is left for the next start.
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
 * Every demo has the same record, so a lost one can be recreated; only the onboarding progress is lost. An
 * account's cannot: without its keys, suppressed contacts would not be recognised.
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

/** Reopens the workspace if damage is found later. */
type OpenWith = (
  record: WorkspaceRecord,
  more: Pick<OpenWorkspaceOptions, 'beforeOpening'>,
) => Promise<OpenWorkspace>;

interface Reopening extends Pick<WorkspacesOptions, 'ports' | 'store'> {
  readonly slot: ReturnType<typeof createSlot>;
  readonly openWith: OpenWith;
}

/**
 * The error of `work` is thrown after the workspace is reopened; if reopening fails, that error is thrown
 * instead.
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

/** Reopens the workspace if it was open; opening checks the files and performs pending work. */
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
