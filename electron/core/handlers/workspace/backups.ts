import { dirname } from 'node:path';
import { AppFailure } from '../../../../shared/app-failure.ts';
import type { Backup } from '../../../../shared/contract/backups.ts';
import type { Handlers, Publish } from '../../../../shared/contract/index.ts';
import { FOLDER_LENGTH_MAX } from '../../../../shared/model/workspace.ts';
import { createRateLimit } from '../../foundation/rate-limit.ts';
import { recreateLedger, ledgerIsSound } from '../../backup/recreate-ledger.ts';
import { createBackupStore, type BackupStore } from '../../backup/backup-store.ts';
import { remedyOf } from '../../backup/file-errors.ts';
import { isRoomLow } from '../../backup/disk-reserve.ts';
import { restoreYours, type AfterRestore } from '../../backup/restore.ts';
import { inspectFiles, type WorkspaceFiles } from '../../backup/open-workspace-files.ts';
import { restorePlanRules } from '../../day-plan/plan-rules.ts';
import type { Ports } from '../../ports.ts';
import { withProgress, type ProgressBoard } from '../../foundation/progress.ts';
import { afterRestore } from '../../privacy/erasure-records.ts';
import type { OpenWorkspace } from '../../workspace/open-workspace.ts';
import { summaryOf } from '../../workspace/workspace-store.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';
import { createSecondBackupsHandlers } from './second-backups.ts';
import { MINUTE_MS } from '../../../../shared/durations.ts';

const SHOWN_A_MINUTE = 10;

/** Handlers for backups and damaged files. They also work if a workspace cannot be opened. */
export function createBackupsHandlers(
  workspaces: Workspaces,
  ports: Ports,
  progress: Pick<ProgressBoard, 'begin'>,
  publish: Publish,
): Handlers['backups'] {
  const { clock, log, showInFolder } = ports;
  const { store } = workspaces;
  const idOf = (id: string | undefined): string => requestedId(workspaces, id);
  const openOne = (id: string): OpenBackups | null => openIn(workspaces, id);
  /** Limits how many times per minute a page can open a file manager window. */
  const shown = createRateLimit(SHOWN_A_MINUTE, clock);
  const backupsOf = (folder: string): BackupStore => createBackupStore({ folder, clock, log });
  return {
    ...createSecondBackupsHandlers(workspaces, ports, publish, (id) => backupsOf(store.folder(idOf(id)))),
    status: ({ workspaceId }) => {
      if (workspaceId === undefined && workspaces.latestId() === null) return NO_WORKSPACE;
      const id = idOf(workspaceId);
      const open = openOne(id);
      const folder = store.folder(id);
      return {
        workspaceId: id,
        isOpen: open !== null,
        isRoomLow: isRoomLow(folder),
        readOnly: open?.files.readOnly?.reason ?? null,
        files: open === null ? seenFiles(folder, { clock, log }) : openFiles(open.files),
        newest: backupsOf(folder).newestGood(),
        lastFailure: open?.backups.lastFailure() ?? null,
        secondPlace: open?.secondBackups.state() ?? null,
      };
    },
    list: async ({ workspaceId }) => ({
      backups: await checked(backupsOf(store.folder(idOf(workspaceId))), progress),
    }),
    place: () => {
      const { root } = workspaces.current().backups.store;
      return {
        folder: root.slice(0, FOLDER_LENGTH_MAX),
        dataFolder: dirname(root).slice(0, FOLDER_LENGTH_MAX),
        canShow: showInFolder !== undefined,
      };
    },
    showInFolder: ({ what }) => {
      const { store: backups } = workspaces.current().backups;
      if (showInFolder === undefined)
        throw new AppFailure({ kind: 'unsupported', capability: 'show-in-folder' });
      if (!shown.take()) throw new AppFailure({ kind: 'rate-limited', retryAtMs: clock.nowMs() + MINUTE_MS });
      // Before the first backup, there is no backup folder, so the workspace's folder is shown.
      const newest = what === 'backup' ? backups.newestFile() : null;
      showInFolder(newest ?? dirname(backups.root));
      return {};
    },
    make: () => withProgress(progress, BACKUP, () => workspaces.current().backups.make('hand')),
    restore: async ({ workspaceId, id }) => {
      const targetId = idOf(workspaceId);
      // Checked before `rework` closes the open workspace. Throws if there is no usable backup with this id.
      backupsOf(store.folder(targetId)).goodFile(id);
      const { workspace, done } = await withProgress(progress, RESTORE, () =>
        workspaces.rework(targetId, (folder, ownClock) => {
          const dated = createBackupStore({ folder, clock: ownClock, log });
          return restoreYours({ folder, store: dated, clock, log, afterRestore: carryOver }, id);
        }),
      );
      return { workspace: summaryOf(workspace.record()), ...done };
    },
    recreateLedger: async ({ workspaceId, recordsThisMonth }) => {
      const id = idOf(workspaceId);
      if (openOne(id) !== null) throw ledgerIsSound();
      const { workspace, done } = await workspaces.rework(id, (folder, ownClock) => {
        const { ledger } = inspectFiles(folder, { clock, log });
        return recreateLedger(folder, ledger, recordsThisMonth, { clock: ownClock, log });
      });
      return { workspace: summaryOf(workspace.record()), ...done };
    },
  };
}

/**
 * Copies suppressions, erasures and plan rules from the replaced file to the restored one, because a restore
 * must not undo an erasure or the user's decision about automatic spending.
 */
const carryOver: AfterRestore = (restored, before) => {
  afterRestore(restored, before);
  restorePlanRules(restored, before);
};

/**
 * Returns `workspaceId` or, if it is undefined, the id of the workspace that is open or was open last.
 * @throws AppFailure `not-found` (`workspace`) if there is no such workspace
 */
function requestedId({ latestId, store }: Workspaces, workspaceId: string | undefined): string {
  const id = workspaceId ?? latestId();
  if (id === null || store.find(id) === null) throw new AppFailure({ kind: 'not-found', what: 'workspace' });
  return id;
}

type OpenBackups = Pick<OpenWorkspace, 'files' | 'backups' | 'secondBackups'>;

function openIn({ active }: Workspaces, id: string): OpenBackups | null {
  const open = active();
  return open?.record().id === id ? open : null;
}

const BACKUP = { kind: 'backup', total: null } as const;
const RESTORE = { kind: 'restore', total: null } as const;

/** Lists the backups. Reads each backup completely to check its integrity. */
const checked = (backups: BackupStore, progress: Pick<ProgressBoard, 'begin'>): Promise<Backup[]> =>
  withProgress(progress, { kind: 'backup-check', total: null }, (work) =>
    backups.list((done, total) => {
      work.of(total);
      work.step(done);
    }),
  );

type Status = Awaited<ReturnType<Handlers['backups']['status']>>;

const NO_WORKSPACE: Status = {
  workspaceId: null,
  isOpen: false,
  files: [],
  newest: null,
  isRoomLow: false,
  readOnly: null,
  lastFailure: null,
  secondPlace: null,
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

const openFiles = (files: WorkspaceFiles): Status['files'] =>
  NAMES.map((file) => ({
    file,
    state: openState(file, files),
    remedy: null,
    setAside: file === 'cache' ? files.setAside : null,
  }));

function openState(
  file: (typeof NAMES)[number],
  { isCacheRebuilt, isYoursOlder }: WorkspaceFiles,
): Status['files'][number]['state'] {
  if (file === 'cache' && isCacheRebuilt) return 'rebuilt';
  return file === 'yours' && isYoursOlder ? 'older' : 'ok';
}
