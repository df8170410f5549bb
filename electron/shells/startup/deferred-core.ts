import type { Dispatch } from '../../../shared/contract/kit.ts';

/** The request handler behind a shell. */
export interface Core {
  readonly dispatch: Dispatch;
  dispose(): Promise<void>;
}

export interface DeferredCore<T extends Core> extends Core {
  /** Rejects with the error of `open`. Never settles if the app is closed before `ready` resolves. */
  readonly opened: Promise<T>;
}

export interface DeferredCoreOptions<T extends Core> {
  /** The core is opened once this has resolved. */
  readonly ready: Promise<unknown>;
  readonly open: () => Promise<T>;
}

/**
 * A core that is opened while the window is created. Requests wait until it is open. Closing waits for an
 * opening in progress, and a closed app opens nothing.
 */
export function createDeferredCore<T extends Core>({ ready, open }: DeferredCoreOptions<T>): DeferredCore<T> {
  let opening: Promise<T> | null = null;
  let isClosed = false;
  const opened = ready.then(() => {
    if (isClosed) return new Promise<never>(() => undefined);
    opening = open();
    return opening;
  });
  return {
    opened,
    dispatch: async (channel, input) => (await opened).dispatch(channel, input),
    dispose: async () => {
      isClosed = true;
      await (await opening)?.dispose();
    },
  };
}
