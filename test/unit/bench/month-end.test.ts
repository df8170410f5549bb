import { describe, expect, it } from 'vitest';
import { runEndMonths, valuePerRecord } from '../../../bench/planner/month-end.ts';

/* Tests the part of `npm run bench -- plan` that simulates the last days of months. */

const MONTHS = 30;

describe('the last days of simulated months', () => {
  const frozen = runEndMonths(MONTHS, 'frozen');
  const dayPlan = runEndMonths(MONTHS, 'day plan');
  const monthEnd = runEndMonths(MONTHS, 'month end');

  it('never exceed a limit, a cap or the pace', () => {
    expect(monthEnd.violations).toBe(0);
  });

  it('let fewer records expire than the day plan alone, at no lower value per record than the frozen planner', () => {
    expect(monthEnd.expired).toBeLessThan(0.7 * dayPlan.expired);
    expect(valuePerRecord(monthEnd)).toBeGreaterThanOrEqual(valuePerRecord(frozen));
  });

  it('let few more records expire than a plan that only counts records and leaves the user none', () => {
    expect(monthEnd.expired).toBeLessThan(1.2 * runEndMonths(MONTHS, 'most records').expired);
  });

  it('name what stopped each record that expires', () => {
    const { expired, capped, noRequests, nothingLeft, fullDays } = monthEnd;
    expect(capped + noRequests + nothingLeft + fullDays).toBe(expired);
  });

  it('let two fifths fewer records expire than the frozen planner, apart from those that the user’s caps keep', () => {
    expect(frozen.capped).toBe(monthEnd.capped);
    const [now, before] = [monthEnd, frozen].map(({ expired, capped }) => expired - capped);
    expect(now).toBeLessThan(0.6 * (before ?? 0));
  });

  it('leave the user no fewer records for own requests', () => {
    expect(monthEnd.refused).toBeLessThanOrEqual(frozen.refused);
  });
});
