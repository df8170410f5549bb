import { backups } from './strings.ts';
import type { App } from '../../../session/app.svelte.ts';

/** Makes a backup and shows the result in a toast. */
export async function makeBackup(app: App): Promise<void> {
  await app.attempt(async () => {
    const { isNew } = await app.files.make();
    app.toasts.show(isNew ? backups.made : backups.unchanged);
  });
}
