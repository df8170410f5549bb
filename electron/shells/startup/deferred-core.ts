import type { Dispatch } from '../../../shared/contract/kit.ts';

/** The core as seen by a shell. */
export interface Core {
  readonly dispatch: Dispatch;
  dispose(): Promise<void>;
}

export interface DeferredCore<T extends Core> extends Core {
  /** Resolves when the core is open. Remains pending if the app is closed before `ready` resolves. */
  readonly opened: Promise<T>;
}

export interface DeferredCoreOptions<T extends Core> {
  /** The core is opened when this promise resolves. */
  readonly ready: Promise<unknown>;
  readonly open: () => Promise<T>;
}

/**
 * Creates a core that is opened later, when the page has been sent. Requests wait until it is open. `dispose`
 * waits for an opening in progress; afterwards, the core is not opened.
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
