import { AppFailure } from '../../../shared/app-failure.ts';
import type { Connection } from '../../../shared/model/workspace.ts';
import type { Clock } from '../ports.ts';

/**
 * Whether the service is available, according to the last request. The app sends no requests just to check
 * this, because requests cost records.
 */
export interface ConnectionState {
  current(): Connection;
  /** Makes a request and derives the availability of the service from its result or error. */
  watch<T>(work: () => Promise<T>): Promise<T>;
  reset(): void;
}

const stateAfter = (error: unknown): Connection['state'] | null => {
  if (!(error instanceof AppFailure)) return null;
  const { appError } = error;
  if (appError.kind === 'network') {
    // The request was not sent or was cancelled, so the availability is unknown.
    if (appError.reason === 'aborted' || appError.reason === 'resting') return null;
    return isAnswer(appError.reason) ? 'online' : 'offline';
  }
  if (appError.kind === 'unauthorized') {
    if (appError.reason === 'key-refused') return 'key-refused';
    return appError.reason === 'plan' ? 'plan-lapsed' : null;
  }
  if (appError.kind === 'rate-limited' && appError.askedAgain === true) return null;
  const answered = ['upstream', 'not-available', 'rate-limited'].includes(appError.kind);
  return answered || (appError.kind === 'not-found' && appError.what === 'company') ? 'online' : null;
};

/** Returns whether the service sent a response, though not a usable one. */
const isAnswer = (reason: string): boolean => ['redirect', 'too-large', 'not-json'].includes(reason);

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
