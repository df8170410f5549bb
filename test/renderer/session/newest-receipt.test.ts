import { expect, test } from 'vitest';
import { newestReceipt } from '../../../renderer/session/newest-receipt.ts';
import type { LastReceipt, Receipt } from '../../../shared/model/budget.ts';

const receipt = (ledgerId: number, records: number, left: number): Receipt => {
  const cost = { requests: 1, records, pageTurns: 0, companies: 0 };
  const binding = { budget: 'month-records', left, resetsAtMs: null } as const;
  return { ledgerId, atMs: 1_000, reserved: cost, cost, outcome: 'spent', binding };
};
const automatic = (ledgerId: number, records: number, left: number): LastReceipt => ({
  ...receipt(ledgerId, records, left),
  isBackground: true,
});

test('shows a request that the app made after the last click', () => {
  expect(newestReceipt(null, null)).toBeNull();
  expect(newestReceipt(null, automatic(4, 6, 2_911))).toEqual(automatic(4, 6, 2_911));
  expect(newestReceipt(receipt(3, 1, 2_917), automatic(4, 6, 2_911))).toEqual(automatic(4, 6, 2_911));
});

test('shows the receipt of a click until the core reports a newer one', () => {
  const shown = newestReceipt(receipt(5, 1, 2_910), automatic(4, 6, 2_911));
  expect(shown).toEqual({ ...receipt(5, 1, 2_910), isBackground: false });
});

test('shows the sum of all requests of one click beside what is left now', () => {
  const sum = receipt(9, 378, 2_500);
  const last: LastReceipt = { ...receipt(9, 28, 2_480), isBackground: false };
  expect(newestReceipt(sum, last)).toEqual({ ...receipt(9, 378, 2_480), isBackground: false });
});
