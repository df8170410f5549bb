import type { Dispatch } from '../../shared/contract-kit.ts';

/** What a shell carries requests to. */
export interface Core {
  readonly dispatch: Dispatch;
  dispose(): Promise<void>;
}

export interface LateCore<T extends Core> extends Core {
  /** Rejects with what `open` throws. Never settles where the app is closed before `begins`. */
  readonly opened: Promise<T>;
}

export interface LateCoreOptions<T extends Core> {
  /** The core is opened once this has resolved. */
  readonly begins: Promise<unknown>;
  readonly open: () => Promise<T>;
  /** Breaks a guarantee to prove that the tests find it. Tests only. */
  readonly plantedDefect?: 'early-refused' | 'closed-at-once' | 'opened-after-close';
}

/**
 * A core that is still to be opened: the window is made meanwhile. What the page asks until then waits and is answered once the
 * core is there. Closing waits for a core that is just being opened, and nothing is opened behind a closed app.
 */
export function createLateCore<T extends Core>(options: LateCoreOptions<T>): LateCore<T> {
  const { begins, open, plantedDefect } = options;
  let opening: Promise<T> | null = null;
  let isClosed = false;
  const opened = begins.then(() => {
    if (isClosed && plantedDefect !== 'opened-after-close') return new Promise<never>(() => undefined);
    opening = open();
    return opening;
  });
  return {
    opened,
    dispatch: async (channel, input) => {
      if (plantedDefect === 'early-refused' && opening === null)
        return { ok: false, error: { kind: 'storage', reason: 'unavailable' } };
      return (await opened).dispatch(channel, input);
    },
    dispose: async () => {
      isClosed = true;
      if (plantedDefect !== 'closed-at-once') await (await opening)?.dispose();
    },
  };
}
