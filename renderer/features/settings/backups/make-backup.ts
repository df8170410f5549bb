import { backups } from './strings.ts';
import type { App } from '../../../session/app.svelte.ts';

/** From Settings and from the palette: makes a copy and says what came of it. */
export async function makeBackup(app: App): Promise<void> {
  await app.attempt(async () => {
    const { isNew } = await app.files.make();
    app.toasts.show(isNew ? backups.made : backups.unchanged);
  });
}
