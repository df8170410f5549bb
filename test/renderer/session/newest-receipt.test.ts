import { expect, test } from 'vitest';
import { newestReceipt } from '../../../renderer/session/newest-receipt.ts';
import type { LastReceipt, Receipt } from '../../../shared/model/budget.ts';

const costOf = (records: number, requests = 1) => ({ requests, records, pageTurns: 0, companies: 0 });
const receipt = (ledgerId: number, records: number, left: number): Receipt => {
  const cost = costOf(records);
  const binding = { budget: 'month-records', left, resetsAtMs: null } as const;
  return { ledgerId, atMs: 1_000, reserved: cost, cost, outcome: 'spent', binding };
};
const automatic = (ledgerId: number, records: number, left: number): LastReceipt => {
  const own = receipt(ledgerId, records, left);
  return {
    ...own,
    isBackground: true,
    burst: { requests: 1, reserved: own.reserved, cost: own.cost, unknown: 0 },
  };
};
const alone = { requests: 1, unknown: 0 };

test('shows a request that the app made after the last click', () => {
  const shown = { receipt: receipt(4, 6, 2_911), isBackground: true, ...alone };
  expect(newestReceipt(null, null)).toBeNull();
  expect(newestReceipt(null, automatic(4, 6, 2_911))).toEqual(shown);
  expect(newestReceipt(receipt(3, 1, 2_917), automatic(4, 6, 2_911))).toEqual(shown);
});

test('shows the receipt of a click until the core reports a newer one', () => {
  const shown = newestReceipt(receipt(5, 1, 2_910), automatic(4, 6, 2_911));
  expect(shown).toEqual({ receipt: receipt(5, 1, 2_910), isBackground: false, ...alone });
});

test('merges consecutive requests, such as the requests of a plan, into one sum', () => {
  const burst = { requests: 6, reserved: costOf(50, 6), cost: costOf(22, 6), unknown: 1 };
  const shown = newestReceipt(receipt(3, 1, 2_917), { ...automatic(9, 4, 2_895), burst });
  expect(shown).toEqual({
    receipt: { ...receipt(9, 4, 2_895), cost: burst.cost, reserved: burst.reserved },
    isBackground: true,
    requests: 6,
    unknown: 1,
  });
  const ofOutcome = (cost: typeof burst.cost, unknown: number) =>
    newestReceipt(null, { ...automatic(9, 4, 2_895), burst: { ...burst, cost, unknown } })?.receipt.outcome;
  expect([ofOutcome(costOf(0, 0), 0), ofOutcome(costOf(22, 6), 6)]).toEqual(['free', 'unknown']);
});

test('shows the sum of all requests of one click beside the current balance', () => {
  const sum = receipt(9, 378, 2_500);
  const last: LastReceipt = { ...automatic(9, 28, 2_480), isBackground: false };
  expect(newestReceipt(sum, last)).toEqual({
    receipt: receipt(9, 378, 2_480),
    isBackground: false,
    ...alone,
  });
});
