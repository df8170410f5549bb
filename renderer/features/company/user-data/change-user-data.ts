import type { App } from '../../../session/app.svelte.ts';

/** Makes one change of the seller's words and says what it was, with its undo. @returns whether it was made */
export function changeUserData(
  app: App,
  said: string,
  change: () => Promise<{ readonly undo: string | null }>,
): Promise<boolean> {
  return app.change(async () => {
    const { undo } = await change();
    // Nothing changed, nothing to say.
    if (undo !== null) app.undo.offer(said, undo);
  });
}

/** The same of what a panel reads, which is read again, refused or not: a check box shows again what stands. */
export async function changeRead(
  { app, reading }: { readonly app: App; readonly reading: { refresh(): Promise<unknown> } },
  said: string,
  change: () => Promise<{ readonly undo: string | null }>,
): Promise<boolean> {
  const done = await changeUserData(app, said, change);
  await reading.refresh();
  return done;
}
