import type { Source } from './model/company.ts';

/** How an event came into the app: delivered with the webhook key, or pasted by the user. */
export type EventSource = Extract<Source, 'webhook' | 'paste'>;

/** Returns whether data came from an event instead of a response of the service. */
export const isEventSource = (source: Source): source is EventSource =>
  source === 'webhook' || source === 'paste';
