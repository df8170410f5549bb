import { afterEach, beforeEach, expect, it } from 'vitest';
import { marketSchema } from '../../../shared/model/market.ts';
import { startTestApp, type TestApp } from '../../support/app/test-app.ts';
import { failureOf } from '../../support/common/failure.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ demo: true });
});
afterEach(() => app.dispose());

it('a market too long for a search is stored, but not as a saved search', async () => {
  const many = (what: string): string[] =>
    Array.from({ length: 50 }, (_, at) => `${what} ${at} ${'x'.repeat(150)}`);
  const market = marketSchema.parse({ stages: many('stage'), industries: many('industry') });
  expect(await failureOf(app.api.market.set({ market, saveAs: 'Your market' }))).toMatchObject({
    kind: 'validation',
    issues: [{ path: 'market' }],
  });
  expect((await app.api.market.get({})).market).toBeNull();
  expect(await app.api.savedSearches.list({})).toEqual({ searches: [] });
  expect(await app.api.market.set({ market, saveAs: null })).toMatchObject({ searchId: null });
  expect((await app.api.market.get({})).market).toEqual(market);
});
