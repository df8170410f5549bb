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
