import { expect, it } from 'vitest';
import { withoutOwnUse } from '../../../../electron/core/day-plan/month-end/own-use.ts';
import { FREE } from '../../../../shared/add-costs.ts';

it('the plan leaves room for the usual requests of the user on every day, today included', () => {
  const daily = {
    unit: 'requests',
    lane: null,
    isShared: true,
    aDay: [9, 12],
    total: 60,
    approved: [],
    paced: null,
  } as const;
  const outlook = { days: 4, resetsAtMs: 0, limits: [daily, { ...daily, isShared: false }] };
  const aDay = { ...FREE, requests: 3 };
  const [shared, own] = withoutOwnUse(outlook, aDay, { ...FREE, requests: 12 }).limits;
  expect(shared).toMatchObject({ aDay: [6, 9, 9, 9], total: 48 });
  // The user's own requests do not count toward a cap for background requests.
  expect(own).toMatchObject({ aDay: [9, 12], total: 60 });
});
