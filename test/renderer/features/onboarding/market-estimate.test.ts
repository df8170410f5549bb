import { expect, test } from 'vitest';
import { z } from 'zod';
import { MARKET_DAYS } from '../../../../shared/market-query.ts';
import { compiled } from '../../support/compiled.ts';

/* Tests the HTML that shows how many rounds would match a market. */
const load = compiled();

async function textFor(total: number): Promise<string> {
  const { render } = await load('svelte/server');
  const { default: component } = await load('/renderer/features/onboarding/MarketEstimate.svelte');
  const app = {
    clock: { nowMs: 0 },
    quota: { status: { budgets: [{ budget: 'month-records', limit: 3_000 }] } },
  };
  const props = { app, plan: { plan: { count: { total }, probe: null } }, question: null, needed: undefined };
  const { body } = z.object({ body: z.string() }).parse({ body: render(component, { props }).body });
  return body.replace(/<!--.*?-->|<[^>]+>/g, ' ').replace(/\s+/g, ' ');
}

test('shows how many rounds match, and says so if none do', async () => {
  expect(await textFor(MARKET_DAYS * 2)).toContain('about 2 rounds a day');
  expect(await textFor(1)).toContain(`less than 1 round a day 1 round in the last ${MARKET_DAYS} days.`);
  expect(await textFor(MARKET_DAYS * 100)).toContain('about 3,000 of your 3,000 monthly records.');
  expect(await textFor(MARKET_DAYS * 200)).toContain(
    'about 6,000 records, more than your monthly limit of 3,000.',
  );
  const none = await textFor(0);
  expect(none).toContain(`No rounds matched in the last ${MARKET_DAYS} days. Try a broader market.`);
  expect(none).not.toMatch(/less than|would use/);
});
