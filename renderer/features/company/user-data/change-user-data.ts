import type { App } from '../../../session/app.svelte.ts';

/** The result of a change: its undo token, or null if nothing changed. */
export interface UndoableChange {
  readonly undo: string | null;
}

/**
 * Changes user data. If `undo` is null, nothing changed; otherwise, shows a toast with the text `message` and
 * an Undo button.
 *
 * @returns whether the change succeeded
 */
export function changeUserData(
  app: App,
  message: string,
  change: () => Promise<UndoableChange>,
): Promise<boolean> {
  return app.change(async () => {
    const { undo } = await change();
    if (undo !== null) app.undo.offer(message, undo);
  });
}

/**
 * Changes user data like `changeUserData` and then reloads the panel. The panel is reloaded even if the
 * change failed, so it always shows the stored data.
 */
export async function changeAndReload(
  { app, reading }: { readonly app: App; readonly reading: { refresh(): Promise<unknown> } },
  message: string,
  change: () => Promise<UndoableChange>,
): Promise<boolean> {
  const done = await changeUserData(app, message, change);
  await reading.refresh();
  return done;
}
