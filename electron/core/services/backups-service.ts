import { AppFailure } from '../../../shared/app-failure.ts';
import type { Handlers } from '../../../shared/contract.ts';
import { beginLedger, ledgerIsSound } from '../durability/begin-ledger.ts';
import { createBackupStore, type BackupStore } from '../durability/backup-store.ts';
import { remedyOf } from '../durability/file-failure.ts';
import { isRoomLow } from '../durability/reserve.ts';
import { restoreYours } from '../durability/restore.ts';
import { inspectFiles, type WorkspaceFiles } from '../library/open-files.ts';
import type { Ports } from '../ports.ts';
import { afterRestore } from '../privacy/forgotten.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import { summaryOf } from '../workspace/workspace-store.ts';
import type { Workspaces } from '../workspace/workspaces.ts';

/** Copies of the seller's words and the state of the files, of the open workspace or of one that does not open. */
export function createBackupsService(workspaces: Workspaces, { clock, log }: Ports): Handlers['backups'] {
  const { store } = workspaces;
  const meant = (workspaceId: string | undefined): string => {
    const id = workspaceId ?? workspaces.latestId();
    if (id === null || store.find(id) === null)
      throw new AppFailure({ kind: 'not-found', what: 'workspace' });
    return id;
  };
  const openOne = (id: string): OpenWorkspace | null => {
    const active = workspaces.active();
    return active?.record().id === id ? active : null;
  };
  const backupsOf = (folder: string): BackupStore => createBackupStore({ folder, clock, log });
  return {
    status: ({ workspaceId }) => {
      if (workspaceId === undefined && workspaces.latestId() === null) return NO_WORKSPACE;
      const id = meant(workspaceId);
      const open = openOne(id);
      const folder = store.folder(id);
      return {
        ...{ workspaceId: id, isOpen: open !== null, isRoomLow: isRoomLow(folder) },
        files: open === null ? seenFiles(folder, { clock, log }) : openFiles(open.files),
        newest: backupsOf(folder).newestGood(),
        lastFailure: open?.backups.lastFailure() ?? null,
      };
    },
    list: async ({ workspaceId }) => ({
      backups: await backupsOf(store.folder(meant(workspaceId))).list(),
    }),
    make: () => workspaces.current().backups.make('hand'),
    restore: async ({ workspaceId, id }) => {
      const workspaceMeant = meant(workspaceId);
      // A wrong id must not close what is open.
      backupsOf(store.folder(workspaceMeant)).goodFile(id);
      const { workspace, done } = await workspaces.rework(workspaceMeant, (folder) =>
        restoreYours({ folder, store: backupsOf(folder), clock, log, afterRestore }, id),
      );
      return { workspace: summaryOf(workspace.record()), ...done };
    },
    beginLedger: async ({ workspaceId, recordsThisMonth }) => {
      const id = meant(workspaceId);
      if (openOne(id) !== null) throw ledgerIsSound();
      const { workspace, done } = await workspaces.rework(id, (folder, ownClock) => {
        const { ledger } = inspectFiles(folder, { clock, log });
        return beginLedger(folder, ledger, recordsThisMonth, { clock: ownClock, log });
      });
      return { workspace: summaryOf(workspace.record()), setAside: done };
    },
  };
}

type Status = Awaited<ReturnType<Handlers['backups']['status']>>;

const NO_WORKSPACE: Status = {
  workspaceId: null,
  isOpen: false,
  files: [],
  newest: null,
  isRoomLow: false,
  lastFailure: null,
};

const NAMES = ['yours', 'ledger', 'cache'] as const;

function seenFiles(folder: string, surroundings: Pick<Ports, 'clock' | 'log'>): Status['files'] {
  const seen = inspectFiles(folder, surroundings);
  return NAMES.map((file) => ({
    file,
    state: seen[file],
    remedy: remedyOf(file, seen[file]),
    setAside: null,
  }));
}

const openFiles = ({ isCacheRebuilt, setAside }: WorkspaceFiles): Status['files'] =>
  NAMES.map((file) => ({
    file,
    state: file === 'cache' && isCacheRebuilt ? 'rebuilt' : 'ok',
    remedy: null,
    setAside: file === 'cache' ? setAside : null,
  }));
