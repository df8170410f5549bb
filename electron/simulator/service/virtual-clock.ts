/**
 * Virtual time: real time plus an offset, or a frozen time. All of the service's time windows, resets and
 * ages are based on virtual time.
 */
export interface VirtualClock {
  nowMs(): number;
  /** Moves the clock forward, or back if `ms` is negative. */
  advance(ms: number): void;
  setMs(ms: number): void;
  /** Sets the clock `ms` ahead of real time, or behind it if `ms` is negative. */
  skew(ms: number): void;
  /**
   * Freezes or unfreezes the clock. A frozen clock moves only when `advance`, `setMs` or `skew` is called.
   * When unfrozen, it continues from its current time.
   */
  freeze(isFrozen: boolean): void;
  snapshot(): ClockSnapshot;
  /**
   * Calls the listener whenever the clock is set or moved.
   * @returns a function that unsubscribes the listener
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
