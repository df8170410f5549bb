import { describe, expect, test } from 'vitest';
import type * as PriceModule from '../../../renderer/session/price-preview.svelte.ts';
import { errorLine } from '../../../renderer/ui/text/error-text.ts';
import type { AppError } from '../../../shared/app-error.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Api } from '../../../shared/contract/index.ts';
import type { Preview } from '../../../shared/model/budget.ts';
import { compiled } from '../support/compiled.ts';

const load = compiled();
const priceOf = (records: number): Preview => ({
  cost: { requests: 1, records, pageTurns: 0, companies: 0 },
  certainty: 'exact',
  lines: [
    {
      budget: 'month-records',
      cost: records,
      certainty: 'exact',
      left: 90,
      leftAfter: 90 - records,
      limit: 3_000,
      resetsAtMs: Date.UTC(2026, 5, 1),
      binds: true,
      learnedAtMs: null,
      overPace: false,
    },
  ],
  binding: 'month-records',
  decision: { kind: 'go' },
  instead: null,
});

describe('a request that costs more than shown', () => {
  const spendAndFail = async (error: AppError) => {
    const { Price } = (await load('/renderer/session/price-preview.svelte.ts')) as typeof PriceModule;
    const api = { quota: { price: () => Promise.resolve(priceOf(5)) } } as unknown as Api;
    const price = new Price(api, 'quota');
    await price.load({ endpoint: 'stats' });
    await expect(price.spend(() => Promise.reject(new AppFailure(error)))).rejects.toMatchObject({
      appError: error,
    });
    return price.preview?.cost.records;
  };

  test('shows the new price', async () => {
    expect(await spendAndFail({ kind: 'price-changed', preview: priceOf(8) })).toBe(8);
  });
  test('leaves the shown price if there is no new one', async () => {
    expect(await spendAndFail({ kind: 'price-changed', preview: null })).toBe(5);
  });
  test('is worded with the new price', () => {
    expect(errorLine({ kind: 'price-changed', preview: priceOf(8) }, 0)).toBe(
      'The price changed. Nothing was sent. The new price is 8 records. Press the button again to accept it.',
    );
    expect(errorLine({ kind: 'price-changed', preview: null }, 0)).toBe(
      'The price changed. Nothing was sent. Check the new price, then try again.',
    );
  });
});
