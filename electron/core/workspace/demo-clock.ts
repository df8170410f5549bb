import type { Clock, DemoService } from '../ports.ts';

/**
 * The demo's clock: the laptop's, moved by as much as the seller travelled. Both readings move together, so that windows
 * close and budgets reset as they would after that time.
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
