import { expect, it } from 'vitest';
import { createConnectedClients } from '../../../electron/core/assistants/connected-clients.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';

const MINUTE_MS = 60_000;

it('a client is connected for a minute after its last request, and its end is announced', async () => {
  const clock = createFakeClock(0);
  let changes = 0;
  const connected = createConnectedClients(clock, () => (changes += 1));
  connected.note('desk', 's1');
  expect([connected.isConnected('desk'), connected.isConnected('other'), changes]).toEqual([true, false, 1]);
  await clock.advance(MINUTE_MS - 1);
  connected.note('desk', 's1');
  expect(changes).toBe(1);
  await clock.advance(MINUTE_MS - 1);
  expect(connected.isConnected('desk')).toBe(true);
  await clock.advance(MINUTE_MS);
  expect([connected.isConnected('desk'), changes > 1]).toEqual([false, true]);
  const before = changes;
  await clock.advance(10 * MINUTE_MS);
  expect(changes).toBe(before);
});

it('a client is connected until it has closed its last session', () => {
  let changes = 0;
  const connected = createConnectedClients(createFakeClock(0), () => (changes += 1));
  connected.note('desk', 's1');
  connected.note('desk', 's2');
  connected.end('desk', 's1');
  connected.end('desk', 'unknown');
  connected.end('nobody', 's2');
  expect([connected.isConnected('desk'), changes]).toEqual([true, 2]);
  connected.end('desk', 's2');
  expect([connected.isConnected('desk'), changes]).toEqual([false, 3]);
});

it('a client cannot fill the memory with sessions', () => {
  const connected = createConnectedClients(createFakeClock(0), () => undefined);
  for (let session = 0; session < 500; session += 1) connected.note('desk', `s${session}`);
  for (let session = 480; session < 500; session += 1) connected.end('desk', `s${session}`);
  expect(connected.isConnected('desk')).toBe(false);
});
