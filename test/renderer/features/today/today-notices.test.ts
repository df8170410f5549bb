import { expect, test } from 'vitest';
import { firstNotices } from '../../../../renderer/features/today/today-notices.ts';

const none = { month: false, gap: false, review: false, changes: false };

test('Today shows only its most important notice until the user asks for the others', () => {
  expect(firstNotices(none, false)).toEqual({ shown: [], hidden: 0 });
  const some = { ...none, gap: true, changes: true };
  expect(firstNotices(some, false)).toEqual({ shown: ['gap'], hidden: 1 });
  expect(firstNotices({ ...some, month: true }, false)).toEqual({ shown: ['month'], hidden: 2 });
  expect(firstNotices(some, true)).toEqual({ shown: ['gap', 'changes'], hidden: 0 });
});
