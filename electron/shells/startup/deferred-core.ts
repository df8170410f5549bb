import type { Dispatch } from '../../../shared/contract/kit.ts';

/** The part of the core that a shell uses. */
export interface Core {
  readonly dispatch: Dispatch;
  /**
   * Closes the files. First waits for `beforeClosing`, which can still send requests through the function that it
   * receives.
   */
  dispose(beforeClosing?: (dispatch: Dispatch) => Promise<void>): Promise<void>;
}

interface DeferredCore<T extends Core> extends Core {
  /**
   * Resolves when the core is open. Never resolves if the app is closed before `ready` has resolved, because
   * the core is then never opened.
   */
  readonly opened: Promise<T>;
}

interface DeferredCoreOptions<T extends Core> {
  /** The core calls `open` once this promise has resolved. */
  readonly ready: Promise<unknown>;
  readonly open: () => Promise<T>;
}

/**
 * Creates a core that is not opened until `ready` resolves. Requests wait until the core is open. If
 * `dispose` is called before `ready` resolves, the core is never opened. If `dispose` is called while the
 * core is opening, `dispose` waits for the core to open and then disposes of it.
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
    dispose: async (beforeClosing) => {
      isClosed = true;
      await (await opening)?.dispose(beforeClosing);
    },
  };
}
