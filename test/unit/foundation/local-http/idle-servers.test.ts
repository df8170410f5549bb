import { createHook } from 'node:async_hooks';
import { expect, it } from 'vitest';
import { createSystemClock } from '../../../../electron/adapters/system-clock.ts';
import { listenLocally } from '../../../../electron/core/foundation/local-http/local-server.ts';
import { openListener } from '../../../../electron/simulator/service/listener.ts';
import { HOUR_MS } from '../../../../shared/durations.ts';

/* Tests that a server without requests does not wake up an idle app. */

/**
 * Returns the intervals, in ms, of all repeated timers that start during `open`, including Node's own timers.
 */
async function intervalsOf(open: () => Promise<() => Promise<void>>): Promise<number[]> {
  const intervals: number[] = [];
  const hook = createHook({
    init: (_id, type, _trigger, resource: { readonly _repeat?: number | null }) => {
      if (type === 'Timeout' && typeof resource._repeat === 'number') intervals.push(resource._repeat);
    },
  }).enable();
  const close = await open();
  hook.disable();
  await close();
  return intervals;
}

it('a local server sets no frequent timer while no request arrives', async () => {
  const intervals = await intervalsOf(async () => {
    const parts = {
      clock: createSystemClock(),
      rules: () => {
        throw new Error('no request was sent');
      },
      recognises: () => false,
      answer: () => Promise.resolve(null),
      onRefused: () => undefined,
    };
    const listening = await listenLocally(parts, 0);
    if ('failed' in listening) throw new Error(listening.failed);
    return () => listening.server.close();
  });
  expect(intervals).toHaveLength(1);
  expect(Math.min(...intervals)).toBeGreaterThanOrEqual(HOUR_MS);
});

it('the simulated service sets no frequent timer while no request arrives', async () => {
  const intervals = await intervalsOf(async () => {
    const { close } = await openListener(0, () => undefined);
    return close;
  });
  expect(intervals).toHaveLength(1);
  expect(Math.min(...intervals)).toBeGreaterThanOrEqual(HOUR_MS);
});
