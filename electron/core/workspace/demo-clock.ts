import type { Clock, DemoService } from '../ports.ts';

/**
 * Creates the demo's clock: the system clock plus the time that the user has skipped. Skipped time also
 * advances the monotonic clock, so budgets reset as if the time had really passed.
 */
export function createDemoClock(clock: Clock, demo: Pick<DemoService, 'nowMs'>): Clock {
  const startOffsetMs = demo.nowMs() - clock.nowMs();
  const travelledMs = (): number => demo.nowMs() - clock.nowMs() - startOffsetMs;
  return {
    nowMs: () => demo.nowMs(),
    monotonicMs: () => clock.monotonicMs() + Math.max(0, Math.round(travelledMs())),
    steadyMs: clock.steadyMs ?? clock.monotonicMs,
    after: (delayMs, task) => clock.after(delayMs, task),
  };
}
