import type { AppErrorOf } from '../../../shared/app-error.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Connection } from '../../../shared/model/workspace.ts';
import type { Clock } from '../ports.ts';

/**
 * Whether the service is available, according to the last request. No request is sent just to check this,
 * because every request counts toward the account's limits.
 */
export interface ConnectionState {
  current(): Connection;
  /**
   * Runs `work`, which makes a request, and derives the availability of the service from its result or error.
   */
  watch<T>(work: () => Promise<T>): Promise<T>;
  reset(): void;
}

const stateAfter = (error: unknown): Connection['state'] | null => {
  if (!(error instanceof AppFailure)) return null;
  const { appError } = error;
  switch (appError.kind) {
    case 'network':
      return stateWithoutAnswer(appError);
    case 'unauthorized':
      if (appError.reason === 'key-refused') return 'key-refused';
      return appError.reason === 'plan' ? 'plan-lapsed' : null;
    case 'rate-limited':
      return appError.askedAgain === true || appError.peoplePaced === true ? null : 'online';
    case 'upstream':
      return appError.status >= 500 ? 'failing' : 'online';
    case 'not-available':
      return 'online';
    case 'not-found':
      if (appError.what === 'service') return 'failing';
      return appError.what === 'company' ? 'online' : null;
    case 'quota-exhausted':
    case 'price-changed':
    case 'validation':
    case 'conflict':
    case 'storage':
    case 'unsupported':
    case 'link-refused':
    case 'archive':
    case 'not-confirmed':
    case 'internal':
      return null;
  }
};

/**
 * Returns the state after a network error; null if the error does not show whether the service is available.
 * If the request counts as sent or any response arrived, the network works, so the service is `failing`.
 */
function stateWithoutAnswer({ reason, counted }: AppErrorOf<'network'>): Connection['state'] | null {
  switch (reason) {
    // The request was not sent or was cancelled, so the availability is unknown.
    case 'aborted':
    case 'resting':
      return null;
    case 'offline':
    case 'connection':
      return 'offline';
    case 'timeout':
      return counted === true ? 'failing' : 'offline';
    case 'tls':
    case 'redirect':
    case 'too-large':
    case 'not-json':
      return 'failing';
  }
}

export function createConnectionState(
  clock: Clock,
  onChange: (connection: Connection) => void,
): ConnectionState {
  let connection: Connection = { state: 'idle', sinceMs: null };
  const become = (state: Connection['state'] | null): void => {
    if (state === null || state === connection.state) return;
    connection = { state, sinceMs: state === 'idle' ? null : clock.nowMs() };
    onChange(connection);
  };
  return {
    current: () => connection,
    watch: async (work) => {
      try {
        const value = await work();
        become('online');
        return value;
      } catch (error) {
        become(stateAfter(error));
        throw error;
      }
    },
    reset: () => become('idle'),
  };
}
