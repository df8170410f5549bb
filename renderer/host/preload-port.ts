import type { Port } from '../../shared/contract/kit.ts';
import { parseReply, isRecord, failureReply } from './reply.ts';

type AnyFunction = (...args: readonly unknown[]) => unknown;
const isFunction = (value: unknown): value is AnyFunction => typeof value === 'function';

/**
 * Returns the port to `window.roundwatch`, which the preload script exposes; null if there is no preload
 * script.
 */
export function preloadPort(window: object): Port | null {
  const bridge: unknown = Reflect.get(window, 'roundwatch');
  if (!isRecord(bridge)) return null;
  const { request, subscribe } = bridge;
  if (!isFunction(request) || !isFunction(subscribe)) return null;
  return {
    async request(channel, input) {
      try {
        return parseReply(await request(channel, input));
      } catch {
        return failureReply({ kind: 'internal', ref: 'bridge' });
      }
    },
    subscribe(listener) {
      const stop = subscribe((channel: unknown, payload: unknown) => {
        if (typeof channel === 'string') listener(channel, payload);
      });
      return () => {
        if (isFunction(stop)) stop();
      };
    },
  };
}
