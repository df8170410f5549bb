/** Timeouts that `dispose` cancels together. */
export interface Timers {
  /** Resolves after `ms` of real time; never resolves if the timers are disposed first. */
  wait(ms: number): Promise<void>;
  dispose(): void;
}

export function createTimers(): Timers {
  const running = new Set<NodeJS.Timeout>();
  let isDisposed = false;
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        if (isDisposed) return;
        const timer = setTimeout(() => {
          running.delete(timer);
          resolve();
        }, ms);
        running.add(timer);
      }),
    dispose: () => {
      isDisposed = true;
      running.forEach((timer) => clearTimeout(timer));
      running.clear();
    },
  };
}
