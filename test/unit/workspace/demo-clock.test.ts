import { expect, it } from 'vitest';
import { createDemoClock } from '../../../electron/core/workspace/demo-clock.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';

it('the monotonic clock of the demo never goes back, even if a millisecond passes between two readings', () => {
  let demoMs = 1_000;
  const clock = createDemoClock({ ...createFakeClock(0), nowMs: () => 1_000 }, { nowMs: () => demoMs });
  const startMs = clock.monotonicMs();
  demoMs += 86_400_001;
  const travelledMs = clock.monotonicMs();
  demoMs -= 1;
  expect(clock.monotonicMs()).toBe(travelledMs);
  expect(travelledMs - startMs).toBe(86_400_001);
});
