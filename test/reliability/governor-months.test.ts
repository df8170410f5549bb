import { describe, expect, it } from 'vitest';
import { monthsOnAllCores } from '../support/quota/months-process.ts';
import { runBackgroundMonths } from '../support/quota/background-months.ts';
import { runGhostMonths } from '../support/quota/other-device-months.ts';
import { runMonths, worded } from '../support/quota/figures.ts';
import { reportFigures } from './figures.ts';
import { IS_FULL } from '../support/common/full-size.ts';

/*
 * Tests the real governor and ledger in simulated months (`test/support/quota`). A model of the service
 * checks the counters, and an oracle checks the decisions. To replay a failure, run this command with the
 * failure's seed and month:
 * `node test/support/quota/months-process.ts --seed S --from MONTH --months 1`
 */
const MONTHS = IS_FULL ? 10_000 : 6;
const FAR_MONTHS = IS_FULL ? 2_000 : 5;
const GHOST_MONTHS = IS_FULL ? 5_000 : 5;
const BACKGROUND_MONTHS = IS_FULL ? 5_000 : 5;
const SEED = 20_261;

describe('the governor', () => {
  it(
    `causes no 429, is never below the service and delays or refuses no call needlessly, in ${MONTHS} months`,
    async () => {
      const figures = await monthsOnAllCores({ seed: SEED, from: 0, months: MONTHS }, () => undefined);
      reportFigures(worded(figures));
      expect(figures.failed).toEqual([]);
      expect(figures.months).toBe(MONTHS);
      expect(figures).toMatchObject({ own429s: 0, shortfalls: 0, delayed: 0, refused: 0 });
      expect(figures.calls).toBeGreaterThan(MONTHS * 20);
    },
    Math.max(120_000, MONTHS * 300),
  );

  it(
    `does the same on a laptop whose date is up to 23 days off and changes, in ${FAR_MONTHS} months`,
    async () => {
      const span = { seed: SEED, from: 0, months: FAR_MONTHS, far: true };
      const figures = await runMonths(span, () => undefined);
      reportFigures([
        `Q1 ${FAR_MONTHS} months with a laptop's date off by days: ${figures.own429s} own-caused 429s, ${figures.shortfalls} times below ` +
          `the service (${figures.unplaced} before a run's first response), ${figures.misled429s} 429s by a clock set forward while closed and ${figures.corrections} to /stats requests that checked one, ` +
          `${figures.behind} months used up at the end for a clock that was still in the previous month, or by requests of an uncertain day`,
      ]);
      expect(figures.failed).toEqual([]);
      expect(figures).toMatchObject({ own429s: 0, shortfalls: 0, delayed: 0, refused: 0 });
      expect(figures.misledStarts).toBeGreaterThan(FAR_MONTHS / 3);
      // After the service has begun a new month, the app's clock may still be in the old one. The app may
      // then count the budget as used up, until a response shows that the clock is wrong.
      expect(figures.behind).toBeLessThanOrEqual(FAR_MONTHS / 20);
    },
    Math.max(60_000, FAR_MONTHS * 300),
  );

  it(
    `sends nothing of a refused class before its reset, in ${GHOST_MONTHS} months with another device`,
    async () => {
      const figures = await runGhostMonths({ seed: SEED, from: 0, months: GHOST_MONTHS });
      reportFigures([
        `Q4 ${figures.months} months with another device: ${figures.refusals} 429s, ${figures.sentInSpiteOf} calls sent after a ` +
          `received one, at most ${figures.mostInWindow} in one window; ${figures.belowAfterStats} times below the service after /stats`,
      ]);
      expect(figures).toMatchObject({ sentInSpiteOf: 0, belowAfterStats: 0, traces: [] });
      expect(figures.refusals).toBeGreaterThan(GHOST_MONTHS);
    },
    Math.max(60_000, GHOST_MONTHS * 300),
  );

  it(
    `background calls respect floors and allowances and delay no interactive call, in ${BACKGROUND_MONTHS} months`,
    async () => {
      const figures = await runBackgroundMonths({ seed: SEED, from: 0, months: BACKGROUND_MONTHS });
      reportFigures([
        `Q7 ${figures.months} months with background work: ${figures.background} background calls, ${figures.belowFloor} below the day's floor, ` +
          `${figures.overHalfMinute} over half a minute, ${figures.overAllowance} days over an allowance (${figures.nearAllowance} near it, ` +
          `${figures.overByForwardClock} more because the laptop's clock was set forward); ` +
          `${figures.own429s} own-caused 429s, ${figures.delayed} interactive calls delayed and ${figures.refused} refused needlessly`,
      ]);
      expect(figures).toMatchObject({
        belowFloor: 0,
        overHalfMinute: 0,
        overAllowance: 0,
        own429s: 0,
        delayed: 0,
      });
      expect(figures).toMatchObject({ refused: 0, traces: [] });
      expect(figures.background).toBeGreaterThan(BACKGROUND_MONTHS * 3);
      expect(figures.nearAllowance).toBeGreaterThan(BACKGROUND_MONTHS / 50);
    },
    Math.max(60_000, BACKGROUND_MONTHS * 300),
  );
});
