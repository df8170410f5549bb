import X from '@lucide/svelte/icons/x';
import type { OfflineCall } from '../../../shared/contract/offline.ts';
import type { Command } from '../../session/commands/command.ts';
import { requestName } from '../../session/offline/offline-text.ts';
import { offline as strings } from '../../session/offline/strings.ts';
import type { App } from '../../session/app.svelte.ts';
import type { OfflineQueue } from '../../session/offline/offline-queue.svelte.ts';

/**
 * Whether a queued request was never sent. A request that failed or whose response was lost was sent, and may
 * have been charged.
 */
export const isUnsent = ({ state }: OfflineCall): boolean => state === 'waiting' || state === 'dearer';

/**
 * Cancels a queued request. Undo adds the request to the queue again at the accepted price. A request that
 * may have been charged cannot be restored with Undo, because the app would immediately send it a second
 * time.
 */
export const cancelFetch = (app: App, queue: OfflineQueue, call: OfflineCall): Promise<boolean> =>
  app.attempt(async () => {
    const { id, ask, about, accepted, screen } = call;
    const what = requestName(ask, about);
    if (!(await queue.cancel(id))) return app.toasts.show(strings.underWay(what));
    if (!isUnsent(call)) return app.toasts.show(strings.removed(what));
    app.toasts.show(strings.cancelled(what), { undo: () => queue.add(ask, accepted, screen) });
  });

/** Removes a finished request from the list. The receipt stays in the request history. */
export const dismissFetch = (app: App, queue: OfflineQueue, { id }: OfflineCall): Promise<boolean> =>
  app.attempt(() => queue.cancel(id));

export const offlineCommands = (app: App, queue: OfflineQueue): readonly Command[] =>
  [...queue.waiting, ...queue.needingDecision]
    .filter(({ state }) => state !== 'running')
    .map((call) => ({
      id: `offline.cancel.${call.id}`,
      group: strings.group,
      label: (isUnsent(call) ? strings.cancelWhat : strings.removeWhat)(requestName(call.ask, call.about)),
      icon: X,
      keywords: ['queue', 'offline', 'waiting'],
      run: () => void cancelFetch(app, queue, call),
    }));
