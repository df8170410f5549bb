import type { Handlers, Publish } from '../../../../shared/contract/index.ts';
import type { BackupStore } from '../../backup/backup-store.ts';
import { findBackups } from '../../backup/second-place.ts';
import { readBackup } from '../../backup/read-backup.ts';
import { fileFailure } from '../../backup/file-errors.ts';
import type { ReadDb } from '../../database/sql.ts';
import { messageOf } from '../../foundation/error-message.ts';
import type { Ports } from '../../ports.ts';
import { afterRestore } from '../../privacy/erasure-records.ts';
import { backupItems, restoreItem } from '../../user-data/restore-items.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';
import { createChangeUserData } from '../change-user-data.ts';

type Handled =
  | 'chooseSecondPlace'
  | 'forgetSecondPlace'
  | 'copyToSecondPlace'
  | 'find'
  | 'contents'
  | 'restoreItem';

/**
 * Handlers for the second backup folder, and for restoring single notes and lists from a backup.
 *
 * @param backupsOf returns the backups of a workspace, even if the workspace cannot be opened
 */
export function createSecondBackupsHandlers(
  workspaces: Workspaces,
  { clock, log, chooseFolder }: Ports,
  publish: Publish,
  backupsOf: (workspaceId: string | undefined) => Pick<BackupStore, 'root'>,
): Pick<Handlers['backups'], Handled> {
  const change = createChangeUserData(workspaces, publish);
  const inside = <T>(id: string, read: (copy: ReadDb) => T): T => {
    const { backups, files } = workspaces.current();
    const { root } = backups.store;
    const { file } = backups.store.goodFile(id);
    return readBackup({ root, backup: file, yours: files.yours, afterRestore, clock, log }, read);
  };
  return {
    chooseSecondPlace: async () => {
      const { secondBackups } = workspaces.current();
      const folder = await chooseFolder('second-backups');
      if (folder !== null) await secondBackups.choose(folder);
      return { isChosen: folder !== null };
    },
    forgetSecondPlace: () => {
      workspaces.current().secondBackups.forget();
      return {};
    },
    copyToSecondPlace: async () => {
      await workspaces.current().secondBackups.copy();
      return {};
    },
    find: async ({ workspaceId }) => {
      const { root } = backupsOf(workspaceId);
      const folder = await chooseFolder('find-backups');
      if (folder === null) return { found: null, copied: 0 };
      const found = await findBackups(folder, root).catch((error: unknown) => {
        log.warn('backups-not-found', { error: messageOf(error) });
        throw fileFailure('backup', 'unavailable');
      });
      if (found.copied > 0) publish('backups', 'onChanged', {});
      return found;
    },
    contents: ({ id, kind, text, offset, limit }) => {
      const { yours } = workspaces.current().files;
      const items = inside(id, (copy) => backupItems(copy, yours, kind, text));
      return { items: items.slice(offset, offset + limit), total: items.length };
    },
    restoreItem: ({ id, kind, itemId }) =>
      inside(id, (copy) => {
        const { undo } = change(
          kind === 'note' ? 'note-restored' : 'list-restored',
          ({ files, journal, atMs }) =>
            restoreItem({ backup: copy, yours: files.yours, journal, atMs }, kind, itemId),
        );
        return { undo };
      }),
  };
}
