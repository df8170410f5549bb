import { describe, expect, it } from 'vitest';
import { runGhostMonths } from '../../support/quota/other-device-months.ts';
import { harmIn, runMonths, worded } from '../../support/quota/figures.ts';
import { CRASH_STEPS } from '../../support/quota/crash-points.ts';

/**
 * A few months like those in `test/reliability/governor-months.test.ts`, chosen because they include a crash
 * at every crash point.
 */
const SPAN = { seed: 20_260, from: 141, months: 24 };
const print = (lines: readonly string[]): void => console.info(lines.join('\n'));

describe('simulated months', () => {
  it(`cause no avoidable 429, no count below the service’s and no decision unlike the oracle’s: ${SPAN.months} months`, async () => {
    const figures = await runMonths(SPAN, () => undefined);
    print(worded(figures));
    expect(figures.failed).toEqual([]);
    // The check above is meaningful only if these months contain enough calls, decisions and crashes.
    expect(figures.months).toBe(SPAN.months);
    expect(figures.calls).toBeGreaterThan(SPAN.months * 20);
    expect(figures.decisions).toBeGreaterThan(SPAN.months * 40);
    expect(Object.keys(figures.deaths).sort()).toEqual([...CRASH_STEPS].sort());
    expect(Object.keys(figures.held)).toHaveLength(6);
  }, 600_000);

  it('give the same result with a laptop date that is up to 23 days off and gets changed', async () => {
    const figures = await runMonths({ ...SPAN, months: 12, far: true }, () => undefined);
    expect(figures.failed).toEqual([]);
    expect(figures.misledStarts).toBeGreaterThan(8);
  }, 600_000);

  // The real product has no harmful faults in these months. Each mutation that `inMonth` creates
  // (`test/mutations/areas/quota.mutations.ts`) causes a harmful fault in at least one of these months.
  it.each([141, 145])('month %i shows no harm', async (number) => {
    expect(await harmIn(SPAN.seed, number)).toEqual({});
  });

  it('send no request of a closed kind before its reset, and count no less than the service after /stats, with other devices', async () => {
    const figures = await runGhostMonths({ ...SPAN, months: 12 });
    print([JSON.stringify(figures)]);
    expect(figures.refusals).toBeGreaterThan(25);
    expect(figures).toMatchObject({ sentInSpiteOf: 0, belowAfterStats: 0, traces: [] });
  }, 600_000);
});
