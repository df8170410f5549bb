import { AppFailure } from '../../../shared/app-failure.ts';
import type { Publish } from '../../../shared/contract.ts';
import type { Ports } from '../ports.ts';
import { createKeyVault } from './key-vault.ts';
import { openWorkspace, type OpenWorkspace } from './open-workspace.ts';
import type { WorkspaceRecord, WorkspaceStore } from './workspace-store.ts';

const ACTIVE = 'activeWorkspaceId';

/** Which workspace is open, if any. One at a time. */
export interface Workspaces {
  readonly store: WorkspaceStore;
  /** @throws AppFailure not-found workspace */
  current(): OpenWorkspace;
  active(): OpenWorkspace | null;
  /** Opens without making it the active one: connecting checks the key first. */
  prepare(record: WorkspaceRecord): Promise<OpenWorkspace>;
  activate(workspace: OpenWorkspace): Promise<void>;
  open(id: string): Promise<OpenWorkspace>;
  /** Opens what was open when the app ended; a workspace that does not open is logged and stays closed. */
  reopenLast(): Promise<void>;
  leave(): Promise<void>;
  /** Removes data and keys. */
  remove(id: string): Promise<void>;
  dispose(): Promise<void>;
}

export function createWorkspaces(
  ports: Ports,
  store: WorkspaceStore,
  publish: Publish,
  version: string,
): Workspaces {
  const slot = createSlot(ports, publish);
  const prepare = (record: WorkspaceRecord) => openWorkspace(record, { ports, store, publish, version });
  const serially = createSerial();
  const open = (id: string): Promise<OpenWorkspace> =>
    serially(async () => {
      const active = slot.active();
      if (active?.record().id === id) return active;
      // The one that is open stays open until the other one is.
      const workspace = await prepare(found(store, id));
      await slot.close();
      slot.fill(workspace);
      return workspace;
    });
  return {
    store,
    prepare,
    open,
    active: slot.active,
    dispose: () => serially(slot.close),
    current: () => {
      const active = slot.active();
      if (active === null) throw new AppFailure({ kind: 'not-found', what: 'workspace' });
      return active;
    },
    activate: (workspace) =>
      serially(async () => {
        await slot.close();
        slot.fill(workspace);
      }),
    reopenLast: () => reopen(ports, store, open),
    leave: () =>
      serially(async () => {
        await slot.close();
        slot.fill(null);
      }),
    remove: (id) =>
      serially(async () => {
        const record = found(store, id);
        const isOpen = slot.active()?.record().id === id;
        if (isOpen) await slot.close();
        await wipe(ports, store, record);
        if (isOpen) slot.fill(null);
      }),
  };
}

/** Runs one change of the open workspace after the other: two at once would open the same files twice. */
function createSerial() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}

/** Holds the open workspace; remembers for the next start which it was. */
function createSlot(ports: Ports, publish: Publish) {
  let active: OpenWorkspace | null = null;
  return {
    active: (): OpenWorkspace | null => active,
    fill: (workspace: OpenWorkspace | null): void => {
      active = workspace;
      const activeId = workspace?.record().id ?? null;
      ports.settings.set(ACTIVE, activeId);
      publish('workspaces', 'onChanged', { activeId });
    },
    close: async (): Promise<void> => {
      const closing = active;
      active = null;
      await closing?.dispose();
    },
  };
}

async function wipe(ports: Ports, store: WorkspaceStore, record: WorkspaceRecord): Promise<void> {
  await createKeyVault(() => record, ports.secrets, ports.random, null).forget();
  store.remove(record.id);
}

function found(store: WorkspaceStore, id: string): WorkspaceRecord {
  const record = store.find(id);
  if (record === null) throw new AppFailure({ kind: 'not-found', what: 'workspace' });
  return record;
}

async function reopen(ports: Ports, store: WorkspaceStore, open: Workspaces['open']): Promise<void> {
  const id = ports.settings.get(ACTIVE);
  if (typeof id !== 'string' || store.find(id) === null) return;
  try {
    await open(id);
  } catch (error) {
    ports.log.error('workspace-not-opened', {
      id,
      error: error instanceof Error ? error.message : 'unknown',
    });
  }
}
