import type { WorkspaceFiles } from '../backup/workspace-files.ts';
import type { Clock, Logger } from '../ports.ts';
import { finishOpenedPagesDeletion, type OpenedPagesRecord } from './delete-opened-pages.ts';
import { finishRemoval, type RemovalRecord } from './remove-encrypted-contacts.ts';

interface SavedRecord extends Pick<OpenedPagesRecord, 'update'> {
  record(): RemovalRecord & ReturnType<OpenedPagesRecord['record']>;
}

/** Completes the deletions that failed or that a crash interrupted. Does not throw. */
export function finishDeletions(
  { folder, files, clock, log }: { folder: string; files: WorkspaceFiles; clock: Clock; log: Logger },
  saved: SavedRecord,
): void {
  finishRemoval(files.cache, saved.record(), log);
  finishOpenedPagesDeletion({ folder, yours: files.yours, clock, log }, saved);
}
