import { deleteAllOpened } from '../database/queries/yours/outcome-facts.ts';
import { checkpointWal } from '../database/queries/backup.ts';
import { hasTable } from '../database/queries/privacy-state.ts';
import type { WriteDb } from '../database/sql.ts';
import { messageOf } from '../foundation/error-message.ts';
import { amendBackups, type BackupErasureParts } from './erase-in-backups.ts';

/**
 * The part of the workspace record that shows whether backups may still contain the list of opened company
 * pages.
 */
export interface OpenedPagesRecord {
  record(): { readonly openedPagesLeft?: boolean | undefined };
  update(change: { openedPagesLeft: false }): void;
}

/**
 * If the workspace record states that backups may still contain the list of opened company pages, deletes
 * this list from the user data and from every backup. Called whenever a workspace is opened: if a deletion
 * failed or a crash interrupted it, the next start completes it. Does not throw.
 */
export function finishOpenedPagesDeletion(
  { folder, yours, clock, log }: BackupErasureParts & { readonly folder: string; readonly yours: WriteDb },
  { record, update }: OpenedPagesRecord,
): void {
  if (record().openedPagesLeft !== true) return;
  try {
    if (deleteAllOpened(yours) > 0) checkpointWal(yours);
    // Backups made by an older version of the app lack this table.
    const edit = (db: WriteDb): number => (hasTable(db, 'company_opened') ? deleteAllOpened(db) : 0);
    const copies = amendBackups(folder, { clock, log }, edit);
    update({ openedPagesLeft: false });
    log.info('opened-pages-deleted', { ...copies });
  } catch (error) {
    log.error('opened-pages-not-deleted', { error: messageOf(error) });
  }
}
