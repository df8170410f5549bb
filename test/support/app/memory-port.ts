import type { contract, Api } from '../../../shared/contract/index.ts';
import { createApi, type Dispatch, type Port } from '../../../shared/contract/kit.ts';
import { createAppDispatcher } from '../../../electron/core/handlers/app-dispatcher.ts';
import type { App } from '../../../electron/core/create-app.ts';

/** A contract port in memory. Payloads are converted to JSON and back, as in both shells. */
export interface MemoryPort extends Port {
  /** Sends a push message to the channel's listeners. */
  publish(channel: string, payload: unknown): void;
  connect(app: App): void;
}

const throughJson = (value: unknown): unknown => {
  const text = JSON.stringify(value);
  return text === undefined ? null : JSON.parse(text);
};

export function createMemoryPort(onInternal: (channel: string, error: unknown) => string): MemoryPort {
  const listeners = new Set<(channel: string, payload: unknown) => void>();
  let dispatch: Dispatch | null = null;
  return {
    connect: (app) => {
      dispatch = createAppDispatcher(app.handlers, onInternal);
    },
    publish: (channel, payload) => {
      const copy = throughJson(payload);
      for (const listener of listeners) listener(channel, copy);
    },
    request: async (channel, input) => {
      if (dispatch === null) throw new Error('no app behind this port');
      const reply = await dispatch(channel, throughJson(input));
      return reply.ok ? { ok: true, value: throughJson(reply.value) } : { ok: false, error: reply.error };
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const apiOver = (port: Port): Api => createApi<typeof contract>(port);
