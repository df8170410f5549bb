import type { Clock, DemoService } from '../ports.ts';

/**
 * Creates the demo's clock: the system clock plus the time that the user has skipped. Skipped time also
 * advances the monotonic clock, so budgets reset as if the time had really passed.
 */
export function createDemoClock(clock: Clock, demo: Pick<DemoService, 'nowMs'>): Clock {
  const startOffsetMs = demo.nowMs() - clock.nowMs();
  let skippedMs = 0;
  return {
    nowMs: () => demo.nowMs(),
    monotonicMs: () => {
      // The two clocks are not read at exactly the same time, so their difference may be slightly smaller
      // than at the last call. Even then, the monotonic clock must not go back.
      const travelledMs = Math.round(demo.nowMs() - clock.nowMs() - startOffsetMs);
      skippedMs = Math.max(skippedMs, travelledMs);
      return clock.monotonicMs() + skippedMs;
    },
    steadyMs: clock.steadyMs ?? clock.monotonicMs,
    after: (delayMs, task) => clock.after(delayMs, task),
  };
}
