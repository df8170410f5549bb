import type { App } from '../../../session/app.svelte.ts';

/** Result of a change: its undo token, or null if nothing changed. */
export interface UndoableChange {
  readonly undo: string | null;
}

/** Changes user data and offers undo in a toast with the text `said`. @returns whether the change was made */
export function changeUserData(
  app: App,
  said: string,
  change: () => Promise<UndoableChange>,
): Promise<boolean> {
  return app.change(async () => {
    const { undo } = await change();
    if (undo !== null) app.undo.offer(said, undo);
  });
}

/** The same, and reloads the panel in any case, to show the actual state after a failure too. */
export async function changeAndReload(
  { app, reading }: { readonly app: App; readonly reading: { refresh(): Promise<unknown> } },
  said: string,
  change: () => Promise<UndoableChange>,
): Promise<boolean> {
  const done = await changeUserData(app, said, change);
  await reading.refresh();
  return done;
}
