/** The service's clock: the machine's plus an offset, or standing still. */
export interface VirtualClock {
  nowMs(): number;
  advance(ms: number): void;
  set(ms: number): void;
  /** Stops the clock at its present reading, or lets it run again from there. */
  freeze(frozen: boolean): void;
  offsetMs(): number;
}

export function createVirtualClock(realNowMs: () => number, startOffsetMs = 0): VirtualClock {
  let offsetMs = startOffsetMs;
  let frozenAtMs: number | null = null;
  const nowMs = (): number => frozenAtMs ?? realNowMs() + offsetMs;
  return {
    nowMs,
    advance: (ms) => {
      if (frozenAtMs !== null) frozenAtMs += ms;
      else offsetMs += ms;
    },
    set: (ms) => {
      if (frozenAtMs !== null) frozenAtMs = ms;
      else offsetMs = ms - realNowMs();
    },
    freeze: (frozen) => {
      if (frozen) frozenAtMs ??= nowMs();
      else if (frozenAtMs !== null) {
        offsetMs = frozenAtMs - realNowMs();
        frozenAtMs = null;
      }
    },
    offsetMs: () => offsetMs,
  };
}
