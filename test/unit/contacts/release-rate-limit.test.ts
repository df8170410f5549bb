import { describe, expect, it } from 'vitest';
import {
  createReleaseRateLimit,
  RELEASED_A_MINUTE,
} from '../../../electron/core/contacts/release-rate-limit.ts';

const MINUTE_MS = 60_000;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Creates a clock that only the test advances. */
function createTime() {
  let nowMs = 0;
  return { monotonicMs: () => nowMs, pass: (ms: number) => void (nowMs += ms) };
}

function createAsk(): { clock: ReturnType<typeof createTime>; ask: (id: string) => boolean } {
  const clock = createTime();
  const release = createReleaseRateLimit({ clock, log });
  return { clock, ask: (id) => release.ask(id).allowed };
}

describe('contacts leave the main process', () => {
  it('for sixty companies in a minute, and for the next once the first is a minute old', () => {
    const clock = createTime();
    const release = createReleaseRateLimit({ clock, log });
    for (let at = 0; at < RELEASED_A_MINUTE; at += 1) {
      expect(release.ask(`company ${at}`)).toEqual({ allowed: true });
      clock.pass(100);
    }
    const nowMs = RELEASED_A_MINUTE * 100;
    expect(release.ask('one more')).toEqual({ allowed: false, afterMs: MINUTE_MS - nowMs });
    clock.pass(MINUTE_MS - nowMs - 1);
    expect(release.ask('one more')).toEqual({ allowed: false, afterMs: 1 });
    clock.pass(1);
    expect(release.ask('one more')).toEqual({ allowed: true });
    expect(release.ask('another')).toMatchObject({ allowed: false });
  });

  it('after a whole number of milliseconds, although the clock is finer', () => {
    const clock = createTime();
    const release = createReleaseRateLimit({ clock, log });
    for (let at = 0; at < RELEASED_A_MINUTE; at += 1) release.ask(`company ${at}`);
    clock.pass(0.25);
    expect(release.ask('one more')).toEqual({ allowed: false, afterMs: MINUTE_MS });
  });

  it('for the same company any number of times', () => {
    const { ask } = createAsk();
    for (let at = 0; at < 1_000; at += 1) expect(ask('the same')).toBe(true);
    for (let at = 1; at < RELEASED_A_MINUTE; at += 1) expect(ask(`company ${at}`)).toBe(true);
    expect(ask('one more')).toBe(false);
    expect(ask('the same')).toBe(true);
  });

  it('for sixty companies at most in any minute, however fast the page requests them', () => {
    const { clock, ask } = createAsk();
    const releases: { id: string; atMs: number }[] = [];
    for (let attempt = 0; attempt < 60_000; attempt += 1) {
      const id = `company ${(attempt * 7_919) % 3_000}`;
      if (ask(id)) releases.push({ id, atMs: clock.monotonicMs() });
      clock.pass(17);
    }
    for (let first = 0; first < releases.length; first += 1) {
      const start = releases[first]?.atMs ?? 0;
      const inSameMinute = releases.slice(first).filter(({ atMs }) => atMs - start < MINUTE_MS);
      expect(new Set(inSameMinute.map(({ id }) => id)).size).toBeLessThanOrEqual(RELEASED_A_MINUTE);
      first += 20;
    }
    expect(releases.length).toBeGreaterThan(RELEASED_A_MINUTE * 10);
  });
});
