import { describe, expect, it } from 'vitest';
import type { GovernorOptions } from '../../../electron/core/quota/governor.ts';
import { runGhostMonths } from '../../support/quota-ghost.ts';
import { monthThatCatches, runMonths, worded } from '../../support/quota-figures.ts';
import { CRASH_STEPS } from '../../support/quota-mortal.ts';

/**
 * Months such as those of test/reliability/governor-months.test.ts (600 of them in `npm test`), fewer of them: see there. Of all spans of this
 * length among the first 240, in this one the rarest way to die comes most often.
 */
const SPAN = { seed: 20_260, from: 141, months: 24 };
const print = (lines: readonly string[]): void => console.info(lines.join('\n'));

const DEFECTS = {
  'fixed-window-minute': true,
  'send-time-minute': true,
  'client-clock': true,
  'release-after-timeout': true,
  'reserve-after-send': true,
  'double-settle': true,
  'forgotten-budget': true,
} satisfies Record<NonNullable<GovernorOptions['plantedDefect']>, true>;

describe('simulated months', () => {
  it(`${SPAN.months} months: no 429 of our own making, never below the service, and as the oracle decides`, async () => {
    const figures = await runMonths(SPAN, () => undefined);
    print(worded(figures));
    expect(figures.failed).toEqual([]);
    // Months in which nothing happens prove nothing.
    expect(figures.months).toBe(SPAN.months);
    expect(figures.calls).toBeGreaterThan(SPAN.months * 20);
    expect(figures.decisions).toBeGreaterThan(SPAN.months * 40);
    expect(Object.keys(figures.deaths).sort()).toEqual([...CRASH_STEPS].sort());
    expect(Object.keys(figures.held)).toHaveLength(6);
  }, 600_000);

  it('a laptop whose date is off by up to 23 days, and gets changed: the same', async () => {
    const figures = await runMonths({ ...SPAN, months: 12, far: true }, () => undefined);
    expect(figures.failed).toEqual([]);
    expect(figures.misledStarts).toBeGreaterThan(8);
  }, 600_000);

  it('every planted defect is caught', async () => {
    const caught: string[] = [];
    const missed: string[] = [];
    for (const defect of Object.keys(DEFECTS) as Array<keyof typeof DEFECTS>) {
      const found = await monthThatCatches(defect, { ...SPAN, months: 30 });
      if (found === null) missed.push(defect);
      else caught.push(`${defect} (month ${found.months}: ${found.by.join(', ')})`);
    }
    print([
      `Q3 planted defects caught: ${caught.length}/${Object.keys(DEFECTS).length}: ${caught.join('; ')}`,
    ]);
    expect(missed).toEqual([]);
  }, 600_000);

  it('with other devices: nothing of a refused class before its reset, never below the service after stats', async () => {
    const figures = await runGhostMonths({ ...SPAN, months: 12 });
    print([JSON.stringify(figures)]);
    expect(figures.refusals).toBeGreaterThan(25);
    expect(figures).toMatchObject({ sentInSpiteOf: 0, belowAfterStats: 0, traces: [] });
  }, 600_000);
});
