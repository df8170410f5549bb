import { expect, it } from 'vitest';
import { createResumeConditions } from '../../../electron/core/jobs/resume-conditions.ts';
import type { Connection } from '../../../shared/model/workspace.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';

function world() {
  const clock = createFakeClock(0);
  let state: Connection['state'] = 'offline';
  const tried: number[] = [];
  let hasRoom = false;
  const conditions = createResumeConditions({
    clock,
    connection: { current: () => ({ state, sinceMs: null }) },
    hasRoom: () => hasRoom,
    resume: (reason) => {
      tried.push(Math.round(clock.elapsedMs() / 1_000));
      if (reason === 'network' && state === 'offline') conditions.wait('network');
    },
  });
  return {
    clock,
    conditions,
    tried,
    become: (next: Connection['state']) => void (state = next),
    makeRoom: () => void (hasRoom = true),
  };
}

it('retries the network with growing delays, and immediately when another request succeeds', async () => {
  const { clock, conditions, tried, become } = world();
  conditions.wait('network');
  await clock.advance(240_000);
  expect(tried).toEqual([15, 45, 105, 225]);
  become('online');
  await clock.advance(5_000);
  expect(tried).toEqual([15, 45, 105, 225, 245]);
  await clock.advance(3_600_000);
  expect(tried).toHaveLength(5);
});

it('waits for the whole delay if the service stayed reachable, and starts over after a long time', async () => {
  const { clock, conditions, tried, become } = world();
  become('online');
  conditions.wait('network');
  await clock.advance(14_000);
  expect(tried).toEqual([]);
  await clock.advance(1_000);
  expect(tried).toEqual([15]);
  conditions.wait('network');
  await clock.advance(29_000);
  expect(tried).toEqual([15]);
  await clock.advance(700_000);
  expect(tried).toEqual([15, 45]);
  conditions.wait('network');
  await clock.advance(15_000);
  expect(tried.at(-1)).toBe(759);
});

it('does nothing after it is disposed', async () => {
  const { clock, conditions, tried } = world();
  conditions.wait('network');
  conditions.dispose();
  await clock.advance(100_000);
  expect(tried).toEqual([]);
});

it('does not delay a planned attempt when another job fails, and starts over when a job succeeds', async () => {
  const { clock, conditions, tried } = world();
  conditions.wait('network');
  await clock.advance(14_000);
  conditions.wait('network');
  await clock.advance(31_000);
  expect(tried).toEqual([15, 45]);
  conditions.succeeded();
  conditions.wait('network');
  await clock.advance(15_000);
  expect(tried).toEqual([15, 45, 60]);
});

it('retries the network at the time that the service named, but not within a second', async () => {
  const { clock, conditions, tried, become } = world();
  become('online');
  conditions.wait('network', 42_000);
  await clock.advance(100_000);
  conditions.wait('network', -5);
  await clock.advance(2_000);
  expect(tried).toEqual([42, 101]);
});

it('ends a turn’s wait at the named time, and checks the disk every minute until it has room', async () => {
  const { clock, conditions, tried, makeRoom } = world();
  conditions.wait('turn', 7_000);
  conditions.wait('storage');
  await clock.advance(130_000);
  expect(tried).toEqual([7]);
  makeRoom();
  await clock.advance(60_000);
  expect(tried).toEqual([7, 180]);
});

it('does not poll for a key or an approval', async () => {
  const { clock, conditions, tried } = world();
  conditions.wait('key');
  conditions.wait('price');
  await clock.advance(3_600_000);
  expect(tried).toEqual([]);
});
