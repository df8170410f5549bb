/** Virtual time: real time plus an offset, or frozen. Every window, reset and age of the service follows it. */
export interface VirtualClock {
  nowMs(): number;
  /** Negative values move back. */
  advance(ms: number): void;
  setMs(ms: number): void;
  /** Sets the clock exactly `ms` ahead of (or behind) real time. */
  skew(ms: number): void;
  /** A frozen clock moves only by `advance` and `setMs`; after release it continues from there. */
  freeze(isFrozen: boolean): void;
  snapshot(): ClockSnapshot;
  /**
   * Called after each jump.
   * @returns a function that unsubscribes
   */
  onJump(listener: () => void): () => void;
}

export interface ClockSnapshot {
  readonly offsetMs: number;
  readonly frozenAtMs: number | null;
}

export function createVirtualClock(realNowMs: () => number, start: ClockSnapshot): VirtualClock {
  let { offsetMs, frozenAtMs } = start;
  const listeners = new Set<() => void>();
  const nowMs = (): number => frozenAtMs ?? realNowMs() + offsetMs;
  const setMs = (ms: number): void => {
    if (frozenAtMs !== null) frozenAtMs = ms;
    offsetMs = ms - realNowMs();
    listeners.forEach((listener) => listener());
  };
  return {
    nowMs,
    setMs,
    advance: (ms) => setMs(nowMs() + ms),
    skew: (ms) => setMs(realNowMs() + ms),
    freeze: (isFrozen) => {
      const currentMs = nowMs();
      frozenAtMs = isFrozen ? currentMs : null;
      offsetMs = currentMs - realNowMs();
    },
    snapshot: () => ({ offsetMs, frozenAtMs }),
    onJump: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
