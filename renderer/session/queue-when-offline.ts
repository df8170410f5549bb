import type { AppError } from '../../shared/app-error.ts';
import type { Preview, Receipt, Screen } from '../../shared/model/budget.ts';
import type { OfflineAsk } from '../../shared/model/offline.ts';
import { askName, costOnLaterDay, isSafeToQueue } from './offline/offline-text.ts';
import { fullCostText } from '../ui/text/price-text.ts';
import { offline as words } from './offline/strings.ts';
import type { App } from './app.svelte.ts';

/** A request of a control, with the price shown on the control. */
export interface QueueRequest {
  readonly ask: OfflineAsk;
  readonly preview: Preview | null;
  readonly screen: Screen;
  readonly about?: string;
}

/**
 * Queues a control's request while the app is offline.
 * @returns whether the request was queued; online, the caller sends it
 */
export async function queueWhenOffline(app: App, asked: QueueRequest): Promise<boolean> {
  if (app.connection.state !== 'offline') return false;
  await queue(app, asked);
  return true;
}

/**
 * Fetches, or queues the request while the app is offline. The first request after the network is lost fails; if it cost
 * nothing, it is queued too. @param place holds the error if `make` returns no receipt
 */
export async function fetchOrQueue(
  app: App,
  asked: QueueRequest,
  place: { error: AppError | null },
  make: () => Promise<Receipt | null>,
): Promise<void> {
  if (await queueWhenOffline(app, asked)) return;
  const receipt = await make();
  if (receipt !== null) return app.receive(receipt);
  if (place.error === null || !isSafeToQueue(place.error)) return;
  place.error = null;
  await queue(app, asked);
}

export async function queue(app: App, { ask, preview, screen, about = '' }: QueueRequest): Promise<void> {
  if (preview === null) return;
  await app.attempt(async () => {
    const accepted = costOnLaterDay(ask, preview.cost);
    await app.offline.add(ask, accepted, screen);
    app.toasts.say(words.queued(askName(ask, about), fullCostText(accepted)));
  });
}
