import type { Clock, DemoService } from '../ports.ts';

/**
 * The demo's clock: the system clock plus the time the user travelled. Wall-clock and monotonic time shift
 * together, so contact windows close and budgets reset as expected.
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
