import { backups } from '../lib/words.ts';
import type { App } from '../state/app.svelte.ts';

/** From Settings and from the palette: makes a copy and says what came of it. */
export async function makeBackup(app: App): Promise<void> {
  await app.attempt(async () => {
    const { isNew } = await app.files.make();
    app.toasts.say(isNew ? backups.made : backups.unchanged);
  });
}
