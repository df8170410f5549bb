import { expect, test } from 'vitest';
import { marketSchema } from '../../../../shared/model/market.ts';
import { MarketForm } from '../../../../renderer/features/settings/market/market.svelte.ts';

/* The form in which the user edits the market. */

test('says what is needed before it can be saved', () => {
  const form = new MarketForm();
  expect(form.needed).toMatch(/^Choose at least one criterion/);
  form.countries = ['DE'];
  expect(form.needed).toBeUndefined();
  form.minAmount = 'a lot';
  expect(form.needed).toBe('Correct the amounts first.');
});

test('keeps unsaved changes when it is shown again, until another market is saved', () => {
  const form = new MarketForm();
  const saved = marketSchema.parse({ countries: ['DE'] });
  form.follow(saved);
  form.countries = ['DE', 'FR'];
  form.follow(saved);
  expect([form.isEdited, form.countries]).toEqual([true, ['DE', 'FR']]);
  form.follow(marketSchema.parse({ countries: ['SE'] }));
  expect([form.isEdited, form.countries]).toEqual([false, ['SE']]);
  form.stages = ['Seed'];
  form.reset(saved);
  expect([form.isEdited, form.stages]).toEqual([false, []]);
});
