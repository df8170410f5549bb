import { describe, expect, it } from 'vitest';
import {
  createReleaseRateLimit,
  RELEASED_A_MINUTE,
  RELEASED_BEFORE_SEARCH_PAUSES,
  TEXTS_A_MINUTE,
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

describe('a search of contacts', () => {
  const createLimit = () => {
    const clock = createTime();
    const logged: string[] = [];
    const warn = (event: string): void => void logged.push(event);
    return { clock, logged, release: createReleaseRateLimit({ clock, log: { ...log, warn } }) };
  };

  it('pauses after fifty companies and leaves the rest of the limit to opened companies', () => {
    const { clock, logged, release } = createLimit();
    for (let at = 0; at < RELEASED_BEFORE_SEARCH_PAUSES; at += 1) {
      expect(release.releaseMatch(`match ${at}`)).toBe(true);
      clock.pass(100);
    }
    expect(release.releaseMatch('one more')).toBe(false);
    expect(release.searchPauseMs()).toBe(MINUTE_MS - RELEASED_BEFORE_SEARCH_PAUSES * 100);
    expect(logged).toEqual(['search-paced']);
    // A search may still return a company that has already been counted.
    expect([release.released().has('match 3'), release.releaseMatch('match 3')]).toEqual([true, true]);
    expect([release.released().has('one more'), release.ask('one more').allowed]).toEqual([false, true]);
    const rest = RELEASED_A_MINUTE - RELEASED_BEFORE_SEARCH_PAUSES - 1;
    for (let at = 0; at < rest; at += 1) expect(release.ask(`opened ${at}`).allowed).toBe(true);
    expect(release.ask('too many').allowed).toBe(false);
    // After the first `pass`, even the oldest match is 1 ms less than a minute old, so the search is still
    // paused. After the second `pass`, all matches are older than a minute, so the search continues. The
    // companies that were opened later still count.
    clock.pass(MINUTE_MS - RELEASED_BEFORE_SEARCH_PAUSES * 100 - 1);
    expect(release.releaseMatch('later')).toBe(false);
    clock.pass(RELEASED_BEFORE_SEARCH_PAUSES * 100);
    expect([release.searchPauseMs(), release.releaseMatch('later')]).toEqual([0, true]);
  });

  it('compares at most sixty different texts a minute, and the same text any number of times', () => {
    const { clock, release } = createLimit();
    for (let at = 0; at < TEXTS_A_MINUTE; at += 1)
      for (let again = 0; again < 3; again += 1)
        expect(release.compareText(`text ${at}`)).toEqual({ allowed: true });
    clock.pass(1_000);
    expect(release.compareText('one more')).toEqual({ allowed: false, afterMs: MINUTE_MS - 1_000 });
    expect(release.compareText('text 0')).toEqual({ allowed: true });
    clock.pass(MINUTE_MS - 1_000);
    expect(release.compareText('one more')).toEqual({ allowed: true });
  });
});
