import type { Source } from './model/company.ts';

/** How the app received an event: delivered with the webhook key, or pasted by the user. */
export type EventSource = Extract<Source, 'webhook' | 'paste'>;

/** Returns whether data came from an event rather than from a response of the service. */
export const isEventSource = (source: Source): source is EventSource =>
  source === 'webhook' || source === 'paste';
