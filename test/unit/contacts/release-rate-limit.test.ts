import { describe, expect, it } from 'vitest';
import {
  createReleaseRateLimit,
  RELEASED_A_MINUTE,
} from '../../../electron/core/contacts/release-rate-limit.ts';

const MINUTE_MS = 60_000;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A clock that only the test advances. */
function createTime() {
  let nowMs = 0;
  return { monotonicMs: () => nowMs, pass: (ms: number) => void (nowMs += ms) };
}

function released(): { clock: ReturnType<typeof createTime>; ask: (id: string) => boolean } {
  const clock = createTime();
  const release = createReleaseRateLimit({ clock, log });
  return { clock, ask: (id) => release.ask(id).allowed };
}

describe('people of companies leave the main process', () => {
  it('of sixty companies in a minute, and of the next when the first is a minute old', () => {
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

  it('of the same company as often as it is looked at', () => {
    const { ask } = released();
    for (let at = 0; at < 1_000; at += 1) expect(ask('the same')).toBe(true);
    for (let at = 1; at < RELEASED_A_MINUTE; at += 1) expect(ask(`company ${at}`)).toBe(true);
    expect(ask('one more')).toBe(false);
    expect(ask('the same')).toBe(true);
  });

  it('in no minute, wherever it begins, of more than sixty, whatever a page asks for and however fast', () => {
    const { clock, ask } = released();
    const outAtMs: { id: string; atMs: number }[] = [];
    for (let turn = 0; turn < 60_000; turn += 1) {
      const id = `company ${(turn * 7_919) % 3_000}`;
      if (ask(id)) outAtMs.push({ id, atMs: clock.monotonicMs() });
      clock.pass(17);
    }
    for (let first = 0; first < outAtMs.length; first += 1) {
      const start = outAtMs[first]?.atMs ?? 0;
      const within = outAtMs.slice(first).filter(({ atMs }) => atMs - start < MINUTE_MS);
      expect(new Set(within.map(({ id }) => id)).size).toBeLessThanOrEqual(RELEASED_A_MINUTE);
      first += 20;
    }
    expect(outAtMs.length).toBeGreaterThan(RELEASED_A_MINUTE * 10);
  });
});
