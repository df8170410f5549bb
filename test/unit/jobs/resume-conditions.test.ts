import { expect, it } from 'vitest';
import { waitForNetwork } from '../../../electron/core/jobs/resume-conditions.ts';
import type { Connection } from '../../../shared/model/workspace.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';

function world() {
  const clock = createFakeClock(0);
  let state: Connection['state'] = 'offline';
  const tried: number[] = [];
  const comeback = waitForNetwork(clock, { current: () => ({ state, sinceMs: null }) }, () => {
    tried.push(Math.round(clock.elapsedMs() / 1_000));
    if (state === 'offline') comeback.wait();
  });
  return { clock, comeback, tried, become: (next: Connection['state']) => void (state = next) };
}

it('tries at growing pauses, and at once when anything else got through', async () => {
  const { clock, comeback, tried, become } = world();
  comeback.wait();
  await clock.advance(240_000);
  expect(tried).toEqual([15, 45, 105, 225]);
  become('online');
  await clock.advance(5_000);
  expect(tried).toEqual([15, 45, 105, 225, 245]);
  await clock.advance(3_600_000);
  expect(tried).toHaveLength(5);
});

it('a service that was reached all the time is left alone until the pause is over; after a long time it begins anew', async () => {
  const { clock, comeback, tried, become } = world();
  become('online');
  comeback.wait();
  await clock.advance(14_000);
  expect(tried).toEqual([]);
  await clock.advance(1_000);
  expect(tried).toEqual([15]);
  comeback.wait();
  await clock.advance(29_000);
  expect(tried).toEqual([15]);
  await clock.advance(700_000);
  expect(tried).toEqual([15, 45]);
  comeback.wait();
  await clock.advance(15_000);
  expect(tried.at(-1)).toBe(759);
});

it('does nothing once it is over', async () => {
  const { clock, comeback, tried } = world();
  comeback.wait();
  comeback.dispose();
  await clock.advance(100_000);
  expect(tried).toEqual([]);
});
