import { expect, test } from 'vitest';
import { limitsDifferText } from '../../../../renderer/features/quota/limit-text.ts';

test('names every reported limit of a budget, and which one applies', () => {
  const differingLimits = [
    { source: 'stats' as const, limit: 3_000 },
    { source: 'refusal' as const, limit: 250 },
  ];
  expect(limitsDifferText({ budget: 'day', differingLimits })).toBe(
    'Requests today: the service reports different limits (3,000 in its statistics, 250 when it refused a request). The lowest applies.',
  );
  expect(limitsDifferText({ budget: 'day' })).toBeNull();
});
