import { watch as strings } from './strings.ts';
import type { App } from '../../../session/app.svelte.ts';
import type { WatchedListsState } from './watched-lists.svelte.ts';

/** Refreshes the due companies, up to the total price that the button shows. */
export const refreshDueCompanies = (app: App, watch: WatchedListsState): Promise<boolean> =>
  app.attempt(() => watch.refreshDueCompanies(app.progress, (receipt) => app.receive(receipt)));

/** Marks all changes as seen. The user can undo this. */
export const markAllSeen = (app: App, watch: WatchedListsState): Promise<boolean> =>
  app.change(async () => {
    const count = watch.unseenTotal;
    const undo = await watch.markSeen(null);
    app.undo.offer(strings.markedSeen(count), undo, () => watch.refresh());
  });
