import type { AppError } from '../../../../shared/app-error.ts';
import { yours } from '../../company/user-data/strings.ts';
import { backups } from './strings.ts';
import type { App } from '../../../session/app.svelte.ts';

/** Makes a backup and shows the result in a toast. */
export async function makeBackup(app: App): Promise<void> {
  await app.attempt(async () => {
    const { isNew } = await app.files.make();
    app.toasts.show(isNew ? backups.made : backups.unchanged);
  });
}

/**
 * Adds the backups in a folder to a workspace's own backups, and shows the result in a toast. In the desktop
 * app, the user chooses the folder.
 *
 * @param workspaceId null for the open workspace
 */
export async function findBackups(app: App, workspaceId: string | null = null): Promise<void> {
  await app.attempt(async () => {
    const { found, copied } = await app.api.backups.find(workspaceId === null ? {} : { workspaceId });
    if (found !== null) app.toasts.show(backups.found(found, copied));
  });
}

/** Returns whether a second folder was refused because it is inside the workspace's folder. */
export const isInsideWorkspace = (error: AppError): boolean =>
  error.kind === 'validation' && error.issues.every(({ path }) => path === 'folder');

/**
 * Exports the user data as Markdown files and shows where they are. In the desktop app, the user chooses the
 * folder.
 *
 * @returns a text with the location of the files; null if nothing was exported
 */
export async function exportNotes(app: App): Promise<string | null> {
  let exported: string | null = null;
  await app.attempt(async () => {
    const { place, files } = await app.api.words.export({});
    exported = place === null ? null : yours.exported(files, place);
    app.toasts.show(exported ?? yours.exportedNone);
  });
  return exported;
}
