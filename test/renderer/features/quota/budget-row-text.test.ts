import { expect, test } from 'vitest';
import { budgetRowText } from '../../../../renderer/features/quota/budget-row-text.ts';

const UTC = { timeZone: 'UTC' };
const NOW = Date.UTC(2026, 4, 14, 12);
const RESET = Date.UTC(2026, 5, 1);

test('a budget that a 429 closed is shown as paused until it reopens, even if records are left', () => {
  const minute = { left: 17, resetsAtMs: null, closedUntilMs: NOW + 60_000, atLeast: false };
  expect(budgetRowText(minute, NOW, UTC)).toMatchObject({ left: 'paused', resets: '12:01', isClosed: true });
  expect(budgetRowText(minute, NOW + 60_000, UTC)).toMatchObject({ left: '17', isClosed: false });
  const month = { left: 134, resetsAtMs: RESET, closedUntilMs: RESET + 1_000, atLeast: true };
  expect(budgetRowText(month, NOW, UTC)).toMatchObject({ left: 'paused', resets: '1 Jun 00:00' });
});

test('an open budget shows the remaining amount and the reset', () => {
  const month = { left: 2_918, resetsAtMs: RESET, closedUntilMs: null, atLeast: false };
  expect(budgetRowText(month, NOW, UTC)).toMatchObject({ left: '2,918', resets: '1 Jun 00:00' });
  expect(budgetRowText({ ...month, resetsAtMs: null }, NOW, UTC).resets).toBe('after 60 s');
});

test('the remaining amount is a maximum if other devices may have used part of it', () => {
  const month = { left: 2_918, resetsAtMs: RESET, closedUntilMs: null, atLeast: true };
  expect(budgetRowText(month, NOW, UTC).left).toBe('up to 2,918');
  expect(budgetRowText({ ...month, left: 0 }, NOW, UTC).left).toBe('0');
});
