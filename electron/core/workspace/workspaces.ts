import { AppFailure } from '../../../shared/app-error.ts';
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
  let active: OpenWorkspace | null = null;
  const prepare = (record: WorkspaceRecord) => openWorkspace(record, { ports, store, publish, version });
  const setActive = (workspace: OpenWorkspace | null): void => {
    active = workspace;
    const activeId = workspace?.record().id ?? null;
    ports.settings.set(ACTIVE, activeId);
    publish('workspaces', 'onChanged', { activeId });
  };
  const close = async (): Promise<void> => {
    const closing = active;
    active = null;
    await closing?.dispose();
  };
  const open = async (id: string): Promise<OpenWorkspace> => {
    if (active?.record().id === id) return active;
    const record = found(store, id);
    await close();
    const workspace = await prepare(record);
    setActive(workspace);
    return workspace;
  };
  return {
    store,
    prepare,
    open,
    active: () => active,
    dispose: close,
    current: () => {
      if (active === null) throw new AppFailure({ kind: 'not-found', what: 'workspace' });
      return active;
    },
    activate: async (workspace) => {
      await close();
      setActive(workspace);
    },
    reopenLast: () => reopen(ports, store, open),
    leave: async () => {
      await close();
      setActive(null);
    },
    remove: async (id) => {
      const record = found(store, id);
      const isOpen = active?.record().id === id;
      if (isOpen) await close();
      await createKeyVault(() => record, ports.secrets, ports.random, null).forget();
      store.remove(id);
      if (isOpen) setActive(null);
    },
  };
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
