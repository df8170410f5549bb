import { AppFailure } from '../../../shared/app-failure.ts';
import type { Connection } from '../../../shared/model/workspace.ts';
import type { Clock } from '../ports.ts';

/**
 * The service's availability according to the last call. The app never sends a request only to check it: that
 * would cost records.
 */
export interface ConnectionState {
  current(): Connection;
  /** Runs a call and records what its result reveals about the service. */
  watch<T>(work: () => Promise<T>): Promise<T>;
  reset(): void;
}

const stateAfter = (error: unknown): Connection['state'] | null => {
  if (!(error instanceof AppFailure)) return null;
  const { appError } = error;
  if (appError.kind === 'network') {
    // The request was not sent or was abandoned, so it reveals nothing about the service.
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

/** These errors include a response, so the service was reached. */
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
