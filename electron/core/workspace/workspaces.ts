import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Publish } from '../../../shared/contract.ts';
import { isWorthKeeping } from '../durability/worth-keeping.ts';
import { createInTurn } from '../in-turn.ts';
import type { Clock, Ports } from '../ports.ts';
import type { ProgressBoard } from '../progress.ts';
import { nobodySuppressed } from '../privacy/suppressions.ts';
import { accountsOf, createKeyVault } from './key-vault.ts';
import { DEMO_FILE, openWorkspace, type OpenWorkspace, type OpenWorkspaceOptions } from './open-workspace.ts';
import { newDemo, WORKSPACES_MAX, type WorkspaceRecord, type WorkspaceStore } from './workspace-store.ts';
import { messageOf } from '../message-of.ts';

const ACTIVE = 'activeWorkspaceId';

/** Which workspace is open, if any. One at a time. */
export interface Workspaces {
  readonly store: WorkspaceStore;
  /** @throws AppFailure not-found workspace */
  current(): OpenWorkspace;
  active(): OpenWorkspace | null;
  /** Told once a workspace is open, and with null before its files are closed. */
  onActive(listener: (active: OpenWorkspace | null) => void): void;
  /** Opens without making it the active one: connecting checks the key first. */
  prepare(record: WorkspaceRecord): Promise<OpenWorkspace>;
  activate(workspace: OpenWorkspace): Promise<void>;
  open(id: string): Promise<OpenWorkspace>;
  /**
   * Closes a workspace where it is open, does `work` to its files and opens it, whatever came of the work.
   * @throws what `work` throws, AppFailure storage
   */
  rework<T>(
    id: string,
    work: (folder: string, clock: Clock) => T,
  ): Promise<{ workspace: OpenWorkspace; done: T }>;
  /** Id of the open workspace, else of the one that was open last; null where that one is gone. */
  latestId(): string | null;
  /** Ids of folders that hold, or may hold, what the seller wrote or paid for and whose record is lost. */
  lost(): string[];
  /** Runs `work` while no workspace is opened, left or removed. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Mends the records, clears what a crash left unfinished and, with `reopen`, opens what was open when the app ended; a workspace that does not open is
   * logged and stays closed.
   */
  start(options: { readonly reopen: boolean }): Promise<void>;
  leave(): Promise<void>;
  /** Removes data and keys. Throws AppFailure unauthorized key-locked where a key cannot be deleted: then no data, nor the people key, is removed. */
  remove(id: string): Promise<void>;
  dispose(): Promise<void>;
}

export interface WorkspacesOptions {
  readonly ports: Ports;
  readonly store: WorkspaceStore;
  readonly publish: Publish;
  readonly version: string;
  readonly realAccounts: boolean;
  /** Told of long work; left out by tests that watch none. */
  readonly progress?: Pick<ProgressBoard, 'begin'>;
}

export function createWorkspaces(options: WorkspacesOptions): Workspaces {
  const { ports, store } = options;
  const slot = createSlot(ports, options.publish);
  // Two changes of the open workspace at once would open the same files twice.
  const exclusively = createInTurn();
  const openWith: OpenWith = (record, more) =>
    openWorkspace(record, {
      ...{ ...options, ...more, publish: slot.publishOf(record.id) },
      onDamaged: () => void exclusively(() => openAgain({ ports, store, slot, openWith }, record)),
    });
  const prepare = (record: WorkspaceRecord): Promise<OpenWorkspace> => openWith(record, {});
  const open = (id: string): Promise<OpenWorkspace> =>
    exclusively(async () => {
      const active = slot.active();
      if (active?.record().id === id) return active;
      // The one that is open stays open until the other one is.
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

/** Holds the open workspace; remembers for the next start which it was. */
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
    /** What a workspace announces while another one is open, for instance one that is being connected, is nobody's news. */
    publishOf:
      (id: string): Publish =>
      (group, name, payload) => {
        if (active?.record().id === id) publish(group, name, payload);
      },
  };
}

/** A setting that cannot be written is not worth a workspace that was opened, or connected and paid for. */
function remember(ports: Ports, activeId: string | null): void {
  try {
    // Written durably: not at every start for the same.
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
 * Deletes a workspace's keys. A keychain that is locked, or asks, keeps them: then no data is removed, because nobody could
 * find them again. One that is not there at all holds nothing back.
 * @throws AppFailure unauthorized key-locked
 */
async function forgetKeys(ports: Ports, record: WorkspaceRecord): Promise<void> {
  const state = await createKeyVault(
    () => record,
    ports.secrets,
    ports,
    null,
    () => nobodySuppressed,
  ).forget();
  if (state === 'locked' || state === 'timeout')
    throw new AppFailure({ kind: 'unauthorized', reason: 'key-locked' });
  if (state !== 'absent') ports.log.warn('keys-not-deleted', { id: record.id, state });
}

/**
 * A crash while connecting leaves a folder without a record, and perhaps its keys. Where the seller wrote or paid for something the
 * record was lost in another way: a restore in parts, or another program. Then nothing is taken away.
 */
async function sweep(ports: Ports, store: WorkspaceStore, id: string): Promise<void> {
  if (!store.isRemoved(id) && isWorthKeeping(store.folder(id), ports))
    return ports.log.error('workspace-record-lost', { id });
  const { keychain } = ports.secrets;
  const states = await Promise.all(
    accountsOf(id).map(async (account) => (await keychain?.delete(account)) ?? 'absent'),
  );
  // Kept for the next start where the keychain did not let go of the keys.
  if (states.every((state) => state === 'absent' || state === 'unavailable')) store.remove(id);
  ports.log.info('unfinished-workspace', { id, states: states.join(' ') });
}

function lostIn(ports: Ports, store: WorkspaceStore): string[] {
  const withoutAny = store
    .unfinished()
    .filter((id) => !store.isRemoved(id) && isWorthKeeping(store.folder(id), ports));
  return [...store.unreadable(), ...withoutAny].slice(0, WORKSPACES_MAX);
}

/**
 * What the record of the demo says is the same for every demo, so that a lost one can be written again and costs no more than
 * the first steps that were ticked off. An account's cannot: without its keys nobody is known again who is to be kept out.
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

/** However a workspace is opened, damage that is found later opens it once more. */
type OpenWith = (
  record: WorkspaceRecord,
  more: Pick<OpenWorkspaceOptions, 'beforeOpening'>,
) => Promise<OpenWorkspace>;

interface Reopening extends Pick<WorkspacesOptions, 'ports' | 'store'> {
  readonly slot: ReturnType<typeof createSlot>;
  readonly openWith: OpenWith;
}

/** What came of the work is told once the workspace is open again; where it does not open, that is told. */
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

/** Where it is open still: opening looks at the files and does what is to be done. */
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
