import { describe, expect, it } from 'vitest';
import { examplesOf, groupSkips } from '../../../electron/core/day-plan/group-skips.ts';
import { skipOf } from '../../../electron/core/day-plan/plan-inputs.ts';
import type { PlanSkip, PlanSkipWhy } from '../../../shared/model/plan.ts';

const skipsOf = (why: PlanSkipWhy, count: number): PlanSkip[] =>
  Array.from({ length: count }, (_, at) =>
    skipOf(
      `${why.why}/${at}`,
      'profile',
      { companyId: `c${at}`, companyName: null, searchId: null, searchName: null },
      why,
    ),
  );
const countsOf = (skips: readonly PlanSkip[]) =>
  groupSkips(skips).map(({ why, skips: own }) => [why, own.length]);

describe('skipped requests of a plan', () => {
  const many = [
    ...skipsOf({ why: 'kept' }, 2),
    ...skipsOf({ why: 'done' }, 80),
    ...skipsOf({ why: 'no-room' }, 100),
  ];

  it('are counted by reason; reasons that the user can act on come first', () => {
    expect(countsOf(many)).toEqual([
      ['no-room', 100],
      ['done', 80],
      ['kept', 2],
    ]);
    expect(groupSkips([])).toEqual([]);
  });

  it('are all returned if they fit, and otherwise have examples of every reason', () => {
    expect(examplesOf(groupSkips(many.slice(0, 50)), 50)).toHaveLength(50);
    const examples = examplesOf(groupSkips(many), 50);
    expect(countsOf(examples)).toEqual([
      ['no-room', 24],
      ['done', 24],
      ['kept', 2],
    ]);
    expect(examples[0]?.key).toBe('no-room/0');
  });
});
