import { describe, expect, it } from 'vitest';
import { CAUSES, causesOf } from '../../../bench/planner/month-end-causes.ts';
import { sumOfCauses } from '../../../bench/planner/month-end-report.ts';
import { runMonthsWith, totalOf, valuePerRecord } from '../../../bench/planner/month-end.ts';

/* Tests the part of `npm run bench -- plan` that simulates the last days of months. */

const MONTHS = 30;

describe('the last days of simulated months', () => {
  const [frozen, dayPlan, monthEnd, mostRecords] = (
    ['frozen', 'day plan', 'month end', 'most records'] as const
  ).map((strategy) => {
    const runs = runMonthsWith(strategy, MONTHS);
    return { runs, ...totalOf(runs.map(({ figures }) => figures)) };
  });
  if (frozen === undefined || dayPlan === undefined || monthEnd === undefined || mostRecords === undefined)
    throw new Error('a strategy is missing');
  const causes = monthEnd.runs.map(causesOf);
  const sum = sumOfCauses(causes);

  it('never exceed a limit, a cap or the pace', () => {
    expect(monthEnd.violations).toBe(0);
  });

  it('let fewer records expire than the day plan alone, at no lower value per record than the frozen planner', () => {
    expect(monthEnd.expired).toBeLessThan(0.7 * dayPlan.expired);
    expect(valuePerRecord(monthEnd)).toBeGreaterThanOrEqual(valuePerRecord(frozen));
  });

  it('let few more records expire than a plan that only counts records and leaves the user none', () => {
    expect(monthEnd.expired).toBeLessThan(1.2 * mostRecords.expired);
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

  it('give a cause for each record that expires', () => {
    for (const month of causes) {
      expect(CAUSES.reduce((total, cause) => total + month[cause], 0)).toBe(month.expired);
      for (const cause of CAUSES) expect(month[cause]).toBeGreaterThanOrEqual(0);
    }
  });

  it('let no plan get below the floor', () => {
    for (const run of mostRecords.runs)
      expect(run.figures.expired).toBeGreaterThanOrEqual(causesOf(run).floor);
  });

  it('count the records that daily caps keep among those of the user’s own caps', () => {
    expect(sum.ownCaps).toBeGreaterThan(1.4 * monthEnd.capped);
  });

  it('let at most two fifths more records expire than the floor', () => {
    expect(monthEnd.expired).toBeLessThan(1.4 * sum.floor);
  });
});
