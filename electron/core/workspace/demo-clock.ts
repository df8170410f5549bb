import type { Clock, DemoService } from '../ports.ts';

/**
 * Creates the demo's clock: the system clock plus the time that the user skipped. The monotonic time is
 * shifted like the wall clock, so that budgets reset as they would have after that time.
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
