import { AppFailure } from '../../../shared/app-failure.ts';
import type { Connection } from '../../../shared/model/workspace.ts';
import type { Clock } from '../ports.ts';

/** What the last call told of the service. The app never asks the service merely to find out: that would cost. */
export interface ConnectionState {
  current(): Connection;
  /** Runs a call and remembers what its end says about the service. */
  watch<T>(work: () => Promise<T>): Promise<T>;
  reset(): void;
}

const stateAfter = (error: unknown): Connection['state'] | null => {
  if (!(error instanceof AppFailure)) return null;
  const { appError } = error;
  if (appError.kind === 'network') {
    // Nothing was sent, or nobody waited for the answer: neither says anything of the service.
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

/** These came with a response, however odd: the service was reached. */
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
