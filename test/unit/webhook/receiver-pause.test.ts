import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import { memoryCache, memoryYours } from '../../support/app/library-fixtures.ts';
import { createMapSettings } from '../../support/app/test-app.ts';
import { openSignalsWorld } from '../../support/webhook/webhook-receiver.ts';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.UTC(2026, 4, 27, 9, 40);

async function createWorld() {
  const files = { cache: memoryCache(), yours: memoryYours() };
  const settings = createMapSettings();
  const clock = createFakeClock(NOW_MS);
  const world = await openSignalsWorld({ files, settings, clock });
  const { receiver } = world.signals;
  return { files, settings, clock, world, receiver };
}

describe('a pause of the receiver', () => {
  it('ends by itself', async () => {
    const { world, receiver, clock } = await createWorld();
    expect(receiver.view()).toMatchObject({ state: 'listening', resumesAtMs: null });
    await receiver.pauseFor(HOUR_MS);
    expect(receiver.view()).toMatchObject({ state: 'off', resumesAtMs: NOW_MS + HOUR_MS });
    expect((await world.deliver({})).status).toBe(0);
    await clock.advance(HOUR_MS - 1_000);
    expect(receiver.view().state).toBe('off');
    await clock.advance(1_000);
    await expect.poll(() => receiver.view()).toMatchObject({ state: 'listening', resumesAtMs: null });
    await world.close();
  });

  it('is forgotten when the user resumes the receiver or switches it off', async () => {
    const { world, receiver, clock } = await createWorld();
    await receiver.pauseFor(HOUR_MS);
    await receiver.change({ enabled: true });
    await receiver.change({ enabled: false });
    expect(receiver.view()).toMatchObject({ state: 'off', resumesAtMs: null });
    await clock.advance(2 * HOUR_MS);
    expect(receiver.view().state).toBe('off');
    await world.close();
  });

  it('ends after a restart, at its time or as soon as the app starts', async () => {
    const { world, receiver, files, settings, clock } = await createWorld();
    await receiver.pauseFor(HOUR_MS);
    await world.signals.dispose();
    await clock.advance(2 * HOUR_MS);
    const later = await openSignalsWorld({ files, settings, clock, ready: false });
    await expect.poll(() => later.signals.receiver.view().resumesAtMs).toBe(NOW_MS + HOUR_MS);
    await clock.advance(1);
    await expect
      .poll(() => later.signals.receiver.view())
      .toMatchObject({ enabled: true, resumesAtMs: null });
    await later.close();
  });

  it('of another workspace is left alone', async () => {
    const { world, receiver, settings } = await createWorld();
    settings.set('receiver-pauses', { other: 7 });
    await receiver.pauseFor(HOUR_MS);
    await receiver.change({ enabled: true });
    expect(settings.get('receiver-pauses')).toEqual({ other: 7 });
    settings.set('receiver-pauses', 'damaged');
    expect(receiver.view().resumesAtMs).toBeNull();
    await world.close();
  });
});
