import type { AppError } from '../../shared/app-error.ts';
import type { Cost, Preview, Receipt, Screen } from '../../shared/model/budget.ts';
import type { OfflineRequest } from '../../shared/model/offline.ts';
import { queuedCost, requestName } from './offline/offline-text.ts';
import { fullCostText } from '../ui/text/price-text.ts';
import { offline as strings } from './offline/strings.ts';
import type { App } from './app.svelte.ts';

/**
 * Returns the amount that the request may cost on a later day. A company counts toward the company limit once
 * a day, so a company that was already counted today counts again on another day.
 */
export const costOnLaterDay = (ask: OfflineRequest, cost: Cost): Cost =>
  'companyId' in ask ? { ...cost, companies: Math.max(1, cost.companies) } : cost;

/**
 * Returns whether the request failed because of the network and is known to have cost nothing. Other failed
 * requests must not be queued.
 */
export const isSafeToQueue = (error: AppError): boolean =>
  error.kind === 'network' &&
  error.counted !== true &&
  ['offline', 'connection', 'timeout'].includes(error.reason);

/** The request that a control makes, with the price that the control shows. */
interface QueueRequest {
  readonly ask: OfflineRequest;
  readonly preview: Preview | null;
  readonly screen: Screen;
  readonly about?: string;
}

/**
 * Queues a control's request if the app is offline.
 *
 * @returns whether the request was queued; if not, the caller must send it
 */
export async function queueWhenOffline(app: App, request: QueueRequest): Promise<boolean> {
  if (app.connection.state !== 'offline') return false;
  await queue(app, request);
  return true;
}

/**
 * Sends a request, or queues it while the app is offline. If the request fails because the connection has
 * dropped, and the failure is known to have cost nothing, the request is also queued.
 *
 * @param target if `send` returns null, `target.error` must contain the error
 */
export async function fetchOrQueue(
  app: App,
  request: QueueRequest,
  target: { error: AppError | null },
  send: () => Promise<Receipt | null>,
): Promise<void> {
  if (await queueWhenOffline(app, request)) return;
  const receipt = await send();
  if (receipt !== null) return app.receive(receipt, request.ask.kind);
  if (target.error === null || !isSafeToQueue(target.error)) return;
  target.error = null;
  await queue(app, request);
}

export async function queue(app: App, { ask, preview, screen, about = '' }: QueueRequest): Promise<void> {
  if (preview === null) return;
  await app.attempt(async () => {
    const accepted = costOnLaterDay(ask, preview.cost);
    await app.offline.add(ask, accepted, screen);
    app.toasts.show(strings.queued(requestName(ask, about), queuedCost(ask, fullCostText(accepted))));
  });
}
