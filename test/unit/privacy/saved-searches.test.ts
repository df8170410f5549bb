import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findPlaintext } from '../../support/privacy/plaintext-scan.ts';
import { searchOfMarket } from '../../../shared/market-query.ts';
import { marketSchema } from '../../../shared/model/market.ts';
import { questionAt } from '../../../shared/search-date-ranges.ts';
import { startTestApp, type TestApp } from '../../support/app/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ demo: true });
});
afterEach(() => app.dispose());

it('an erased company known only to a saved search is in no user data, nor in a restored backup', async () => {
  const search = searchOfMarket(marketSchema.parse({ stages: ['Seed'] }));
  await app.api.savedSearches.create({ name: 'Seeds', search });
  const { serverNowMs } = await app.api.quota.status({});
  const question = questionAt(search, serverNowMs);
  const { ask } = await app.api.search.plan({ question });
  const { set } = await app.api.search.run({ question, accepted: ask.cost, screen: 'search' });
  const fresh = async () => (await app.api.savedSearches.list({})).searches[0]?.fresh;
  const before = (await fresh()) ?? 0;
  expect(before).toBeGreaterThan(1);
  const { rows } = await app.api.search.rows({ setId: set.setId, offset: 0, limit: 1 });
  const id = rows[0]?.companyId ?? '';
  // Ignores the cache, which contains the id until the company is removed from the search index.
  const holding = () =>
    findPlaintext(join(app.dataDir, 'workspaces'), [id])
      .hits.filter((hit) => !hit.includes('cache.db'))
      .join('\n');
  await app.api.backups.make({});
  expect(holding()).toMatch(/backups/);
  const forgotten = await app.api.privacy.eraseCompany({ companyId: id });
  expect(forgotten).toMatchObject({ companies: 1, backupsAmended: 1, copiesPending: false });
  expect(holding()).toBe('');
  expect(await fresh()).toBe(before - 1);
  const { backups } = await app.api.backups.list({});
  await app.api.backups.restore({ id: backups.find(({ kind }) => kind === 'hand')?.id ?? '' });
  expect(holding()).toBe('');
  expect(await fresh()).toBe(before - 1);
});
