import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followUpRulesSchema, type FollowUpRules } from '../../../shared/model/settings/follow-ups.ts';
import { workingDaysAfter } from '../../../shared/working-days.ts';

const DAY_MS = 86_400_000;
const rules = (change: Partial<FollowUpRules> = {}): FollowUpRules => ({
  ...followUpRulesSchema.parse({}),
  ...change,
});
const dayOff = (from: string, to = from) => ({ from, to });
const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7;

describe('working days after a contact', () => {
  it('are 3 and 8 working days later by default, without weekends', () => {
    // A Thursday.
    expect(workingDaysAfter('2026-05-21', rules()).days).toEqual(['2026-05-26', '2026-06-02']);
    // A Saturday. The first working day after it is Monday.
    expect(workingDaysAfter('2026-05-23', rules()).days).toEqual(['2026-05-27', '2026-06-03']);
  });

  it('skip days off, and say which', () => {
    const { days, skipped } = workingDaysAfter('2026-05-21', rules({ daysOff: [dayOff('2026-05-25')] }));
    expect(days).toEqual(['2026-05-27', '2026-06-03']);
    expect(skipped).toEqual(['2026-05-25']);
  });

  it('do not name a weekend in a range of days off, or a day off after the last day', () => {
    const daysOff = [dayOff('2026-05-22', '2026-05-25'), dayOff('2026-06-30')];
    const { days, skipped } = workingDaysAfter('2026-05-21', rules({ daysOff, offsets: [1] }));
    expect(days).toEqual(['2026-05-26']);
    expect(skipped).toEqual(['2026-05-22', '2026-05-25']);
  });

  it('follow the user’s own week', () => {
    // Sunday to Thursday.
    const week = rules({ weekdays: [1, 2, 3, 4, 7], offsets: [1, 2] });
    expect(workingDaysAfter('2026-05-21', week).days).toEqual(['2026-05-24', '2026-05-25']);
  });

  it('go over the end of a year, a leap day and a change of daylight saving time', () => {
    expect(workingDaysAfter('2026-12-30', rules()).days).toEqual(['2027-01-04', '2027-01-11']);
    expect(workingDaysAfter('2028-02-25', rules({ offsets: [2] })).days).toEqual(['2028-02-29']);
    // Clocks change on 29 March and on 25 October 2026 in Europe.
    expect(workingDaysAfter('2026-03-27', rules({ offsets: [1] })).days).toEqual(['2026-03-30']);
    expect(workingDaysAfter('2026-10-23', rules({ offsets: [1] })).days).toEqual(['2026-10-26']);
  });

  it('end if no working day is left', () => {
    const always = rules({ daysOff: [dayOff('2026-01-01', '2099-12-31')] });
    expect(workingDaysAfter('2026-05-21', always)).toEqual({ days: [], skipped: [] });
  });

  it('are never a weekend or a day off, increase, and have the wanted number of working days between', () => {
    const day = fc
      .integer({ min: Date.UTC(2020, 0, 1) / DAY_MS, max: Date.UTC(2035, 11, 31) / DAY_MS })
      .map((days) => new Date(days * DAY_MS).toISOString().slice(0, 10));
    const off = fc.tuple(day, fc.nat(20)).map(([from, length]) => ({
      from,
      to: new Date(Date.parse(from) + length * DAY_MS).toISOString().slice(0, 10),
    }));
    const increasing = (most: number, max: number) =>
      fc
        .uniqueArray(fc.integer({ min: 1, max }), { minLength: 1, maxLength: most })
        .map((values) => values.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(
        day,
        increasing(5, 40),
        increasing(7, 7),
        fc.array(off, { maxLength: 30 }),
        (from, offsets, weekdays, daysOff) => {
          const { days, skipped } = workingDaysAfter(from, rules({ offsets, weekdays, daysOff }));
          const isOff = (date: string): boolean =>
            daysOff.some((each) => each.from <= date && date <= each.to);
          expect(days).toHaveLength(offsets.length);
          for (const date of days)
            expect([weekdays.includes(weekdayOf(date)), isOff(date)]).toEqual([true, false]);
          for (const date of skipped)
            expect([weekdays.includes(weekdayOf(date)), isOff(date)]).toEqual([true, true]);
          expect([from, ...days]).toEqual([...new Set([from, ...days])].toSorted());
          days.forEach((date, index) => {
            let count = 0;
            for (let at = Date.parse(from) + DAY_MS; at <= Date.parse(date); at += DAY_MS) {
              const each = new Date(at).toISOString().slice(0, 10);
              if (weekdays.includes(weekdayOf(each)) && !isOff(each)) count += 1;
            }
            expect(count).toBe(offsets[index]);
          });
        },
      ),
    );
  });
});
