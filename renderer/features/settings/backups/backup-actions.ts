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
 * Exports the user data as Markdown files and shows where they are. In the desktop app, the user chooses the
 * folder.
 */
export async function exportNotes(app: App): Promise<void> {
  await app.attempt(async () => {
    const { place, files } = await app.api.words.export({});
    app.toasts.show(place === null ? yours.exportedNone : yours.exported(files, place));
  });
}
