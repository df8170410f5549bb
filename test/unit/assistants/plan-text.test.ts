import { describe, expect, it } from 'vitest';
import { PLAN_REQUESTS, planReason, PLAN_SKIPS } from '../../../electron/core/assistants/plan-text.ts';
import { priceText } from '../../../electron/core/assistants/price-text.ts';
import { planReasonText } from '../../../renderer/features/today/day-plan-text.ts';
import { priceSentence } from '../../../renderer/ui/text/price-text.ts';
import { FREE } from '../../../shared/add-costs.ts';
import { certaintySchema } from '../../../shared/model/budget.ts';
import type { PlanWhy } from '../../../shared/model/plan.ts';

const NOW = Date.UTC(2026, 10, 12, 9);
const DAY = 86_400_000;
const REASONS: readonly PlanWhy[] = [
  { why: 'window', closesAtMs: NOW + 3 * DAY },
  { why: 'window', closesAtMs: NOW + 20 * DAY },
  { why: 'revealed', closedAtMs: NOW },
  { why: 'missing-days', days: 3 },
  { why: 'fit', fit: 90 },
  { why: 'listed' },
  { why: 'profile-first' },
  { why: 'old', fetchedAtMs: NOW - 40 * DAY },
  { why: 'more-matches', days: 2 },
  { why: 'more-rounds', rounds: 4 },
  { why: 'more-rounds', rounds: 1 },
  { why: 'daily-reading' },
];
const numbersIn = (text: string): string[] => text.match(/\d+/g) ?? [];

describe('the plan in words', () => {
  it('states the numbers of the screen, in whole sentences about the user', () => {
    for (const why of REASONS) {
      const text = planReason(why, NOW);
      // For these three reasons, the text for assistants contains other numbers than the screen: it adds the
      // maximum of a fit, and gives an age in days instead of months.
      if (why.why !== 'fit' && why.why !== 'old' && why.why !== 'more-rounds')
        expect([why, numbersIn(text)]).toEqual([why, numbersIn(planReasonText(why, NOW))]);
      expect(text).toMatch(/^[A-Z].* .*\.$/);
      expect(text).not.toMatch(/\byour\b/i);
    }
    expect(planReason({ why: 'gap', sinceMs: NOW }, NOW)).toBe('Rounds since 2026-11-12 may be missing.');
    expect(planReason({ why: 'gap', sinceMs: NOW, fetched: 50 }, NOW)).toContain('Beyond the first 50');
    expect(planReason({ why: 'fit', fit: 90 }, NOW)).toContain('90 of 100');
  });

  it('has a sentence for each reason to skip a request, and a name for each request', () => {
    for (const text of Object.values(PLAN_SKIPS)) expect(text).toMatch(/^[A-Z].* .*\.$/);
    for (const text of Object.values(PLAN_REQUESTS)) expect(text).toMatch(/^[A-Z][a-z]/);
    expect(JSON.stringify([PLAN_SKIPS, PLAN_REQUESTS])).not.toMatch(/\byours?\b/i);
  });
});

it('a price has the words of the screens', () => {
  for (const certainty of certaintySchema.options)
    for (const records of [0, 1, 5, 1_250])
      for (const expectedRecords of [undefined, 0, 3]) {
        const price = {
          cost: { ...FREE, requests: 1, records },
          certainty,
          ...(expectedRecords !== undefined && { expectedRecords }),
        };
        expect(priceText(price)).toBe(priceSentence(price));
      }
  expect(priceText({ cost: { ...FREE, requests: 1, records: 5 }, certainty: 'about' })).toBe(
    'about 5 records',
  );
  expect(priceText({ cost: FREE, certainty: 'exact' })).toBe('free');
});
