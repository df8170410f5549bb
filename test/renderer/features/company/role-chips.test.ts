import { expect, it } from 'vitest';
import { roleChips } from '../../../../renderer/features/company/panels/role-chips.ts';

const counts = (...values: readonly (readonly [string, number])[]) =>
  values.map(([value, count]) => ({ value, count }));

it('sorts chips by number of roles, and leaves out a single one', () => {
  expect(roleChips(counts(['sales', 2], ['it', 6]), null)).toEqual(counts(['it', 6], ['sales', 2]));
  expect(roleChips(counts(['it', 6]), null)).toEqual([]);
  expect(roleChips([], null)).toEqual([]);
});

it('always shows the selected chip', () => {
  expect(roleChips(counts(['it', 6]), 'it')).toEqual(counts(['it', 6]));
  expect(roleChips(counts(['it', 6]), 'sales')).toEqual(counts(['it', 6], ['sales', 0]));
});

it('limits the number of chips, and includes the selected one', () => {
  const many = Array.from({ length: 40 }, (_, at) => ({ value: `team-${at}`, count: 40 - at }));
  expect(roleChips(many, null)).toHaveLength(12);
  expect(roleChips(many, 'team-39').at(-1)).toEqual({ value: 'team-39', count: 1 });
});
