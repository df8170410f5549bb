import assert from 'node:assert/strict';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import { openSignalsWorld } from '../../support/webhook/webhook-receiver.ts';
import type { Bench, Row } from '../kit/bench.ts';
import { companyIds, numberAt, required } from '../kit/requests.ts';
import { NOON_MS } from '../kit/time.ts';
import { deliveries } from '../kit/webhook-listener.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** The row for a tunnel that stops delivering. */
export const ROWS_WEBHOOK_TUNNEL: readonly Row[] = [
  {
    id: 'tunnel-silence',
    title: 'the receiver notices that deliveries through the tunnel stopped, and that they came back',
    part: 'C+S',
    run: async ({ open }) => noticesSilence(await open()),
  },
];

async function noticesSilence(bench: Bench): Promise<void> {
  const clock = createFakeClock(NOON_MS);
  const world = await openSignalsWorld({ clock });
  const ids = await companyIds(bench);
  const silence = () => world.signals.receiver.view().silence;
  let sent = 0;
  const send = async (status: number): Promise<void> => {
    sent += 1;
    await bench.control('webhook/send', { companyId: required(ids[sent], 'no company') });
    assert.equal(numberAt((await deliveries(bench, sent))[sent - 1], 'status'), status);
  };
  try {
    const url = `http://127.0.0.1:${world.port}${world.path()}`;
    await bench.control('webhook', { url, key: world.key, tunnel: true });
    for (let hour = 0; hour < 6; hour += 1) {
      await send(202);
      await clock.passQuietly(HOUR_MS);
    }
    assert.equal(silence(), null, 'a false alarm after an hour');
    // Simulates a broken tunnel: the only request that arrives has a wrong key, so it must not count as a
    // delivery.
    await bench.control('webhook', { url, key: world.key, authorization: 'wrong' });
    await clock.passQuietly(3 * DAY_MS);
    await send(401);
    assert.equal(silence()?.usualGapMs, HOUR_MS);
    assert.equal(silence()?.listenedMs, 3 * DAY_MS + HOUR_MS);
    await bench.control('webhook', { url, key: world.key, authorization: 'right' });
    await send(202);
    assert.notEqual(silence(), null, 'a delivery from this computer is no proof of the tunnel');
    await bench.control('webhook', { url, key: world.key, tunnel: true });
    await send(202);
    assert.equal(silence(), null);
  } finally {
    await world.close();
  }
}
