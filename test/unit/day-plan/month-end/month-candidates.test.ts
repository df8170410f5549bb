import { describe, expect, it } from 'vitest';
import { monthCandidateOf } from '../../../../electron/core/day-plan/month-end/month-candidates.ts';
import { companyValue, olderRoundsValue, updateValue } from '../../../../electron/core/day-plan/score.ts';
import { DAY_MS } from '../../../../shared/durations.ts';
import { contactsCallOf, CONTACTS_COST } from '../plan-calls.ts';

describe('a possible request of the plan for the rest of the month', () => {
  const call = contactsCallOf('1');
  const valueWith = (changes: Partial<typeof call>): number =>
    monthCandidateOf({ ...call, ...changes }, 0).value;

  it('is preferred to a request of the same value that brings less data', () => {
    const oneRecord = { ...CONTACTS_COST, records: 1 };
    expect(valueWith({})).toBeGreaterThan(valueWith({ cost: oneRecord }));
  });

  it('counts the data that it will probably bring, not its highest price', () => {
    expect(valueWith({ expected: 1 })).toBe(valueWith({ cost: { ...CONTACTS_COST, records: 1 } }));
  });

  it('is never preferred for a record more to a request that is worth a row more', () => {
    const aRecord = valueWith({ expected: 2 }) - valueWith({ expected: 1 });
    const poor = companyValue(null, 0);
    expect(aRecord).toBeLessThan(olderRoundsValue(1, 0));
    expect(aRecord).toBeLessThan(updateValue(poor, 30 * DAY_MS));
  });
});
