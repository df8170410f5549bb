import { describe, expect, it } from 'vitest';
import { createProgress, withProgress } from '../../../electron/core/foundation/progress.ts';
import { PROGRESS_MAX, type Progress } from '../../../shared/model/progress.ts';
import type { Publish } from '../../../shared/contract/index.ts';

/** Creates a clock that only the test advances, and records all published progress. */
function board() {
  let nowMs = 1_000;
  let timers: { atMs: number; task: () => void }[] = [];
  const pushes: (readonly Progress[])[] = [];
  const publish: Publish = (_group, _name, payload) => {
    pushes.push((payload as { works: readonly Progress[] }).works);
  };
  const clock = {
    nowMs: () => nowMs,
    monotonicMs: () => nowMs,
    after: (delayMs: number, task: () => void) => {
      const timer = { atMs: nowMs + delayMs, task };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
  };
  const pass = (ms: number): void => {
    const untilMs = nowMs + ms;
    for (;;) {
      const next = timers.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
      if (next === undefined) break;
      timers = timers.filter((each) => each !== next);
      nowMs = next.atMs;
      next.task();
    }
    nowMs = untilMs;
  };
  return { progress: createProgress(clock, publish), pushes, pass, timers: () => timers.length };
}
const COST = { requests: 1, records: 21, pageTurns: 0, companies: 0 };

describe('progress of long work', () => {
  it('is reported once the work lasts, step by step, and no longer after its end', () => {
    const { progress, pushes, pass } = board();
    const work = progress.begin({ kind: 'index', total: 10 });
    work.step(1);
    pass(299);
    expect(pushes).toEqual([]);
    pass(1);
    expect(pushes.at(-1)).toEqual([
      {
        id: '1',
        kind: 'index',
        done: 1,
        total: 10,
        startedAtMs: 1_000,
        cost: null,
        canCancel: false,
        isStopping: false,
      },
    ]);
    work.step(4, COST);
    work.of(12);
    pass(150);
    expect(pushes.at(-1)?.[0]).toMatchObject({ done: 4, total: 12, cost: COST });
    work.end();
    expect(pushes.at(-1)).toEqual([]);
    work.step(9);
    pass(1_000);
    expect(pushes).toHaveLength(3);
  });

  it('is not reported for short work', () => {
    const { progress, pushes, pass, timers } = board();
    progress.begin({ kind: 'backup', total: null }).end();
    pass(10_000);
    expect(pushes).toEqual([]);
    expect(timers()).toBe(0);
  });

  it('is reported a few times a second, however many steps there are, always with the latest', () => {
    const { progress, pushes, pass } = board();
    const work = progress.begin({ kind: 'export', total: 1_000 });
    pass(300);
    pushes.length = 0;
    for (let step = 1; step <= 1_000; step += 1) {
      work.step(step);
      pass(1);
    }
    pass(150);
    expect(pushes.length).toBeLessThanOrEqual(8);
    expect(pushes.at(-1)?.[0]?.done).toBe(1_000);
  });

  it('can be cancelled once, if the work allows it', () => {
    const { progress, pass } = board();
    let stops = 0;
    progress.begin({ kind: 'plan', total: 3, cancel: () => (stops += 1) });
    progress.begin({ kind: 'restore', total: null });
    pass(300);
    expect(progress.cancel('2')).toBe(false);
    expect(progress.cancel('9')).toBe(false);
    expect([progress.cancel('1'), progress.cancel('1')]).toEqual([true, false]);
    expect(stops).toBe(1);
    expect(progress.list()[0]).toMatchObject({ canCancel: false, isStopping: true });
  });

  it('stays within its bounds, and ends however the work ends', async () => {
    const { progress, pass } = board();
    const failing = withProgress(progress, { kind: 'index', total: null }, () =>
      Promise.reject(new Error('planted')),
    );
    await expect(failing).rejects.toThrow('planted');
    for (let at = 0; at < PROGRESS_MAX + 5; at += 1) progress.begin({ kind: 'catch-up', total: null });
    pass(300);
    expect(progress.list()).toHaveLength(PROGRESS_MAX);
    progress.dispose();
    expect(progress.list()).toEqual([]);
  });
});
