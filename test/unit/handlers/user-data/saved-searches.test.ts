import { afterEach, beforeEach, expect, it } from 'vitest';
import { searchOfMarket } from '../../../../shared/market-query.ts';
import { marketSchema } from '../../../../shared/model/market.ts';
import { questionAt } from '../../../../shared/search-date-ranges.ts';
import { createMapSettings, startTestApp, type TestApp } from '../../../support/app/test-app.ts';
import { tempDir } from '../../../support/common/temp-dir.ts';

let folder: ReturnType<typeof tempDir>;
let app: TestApp;
const settings = createMapSettings();
const start = (): Promise<TestApp> => startTestApp({ dataDir: folder.path, demo: true, settings });
beforeEach(async () => {
  folder = tempDir();
  app = await start();
});
afterEach(async () => {
  await app.dispose();
  folder.remove();
});

const list = async () => (await app.api.savedSearches.list({})).searches;
const requested = async (stage: string) => {
  const search = searchOfMarket(marketSchema.parse({ stages: [stage] }));
  const question = questionAt(search, (await app.api.quota.status({})).serverNowMs);
  const { ask } = await app.api.search.plan({ question });
  return { search, run: () => app.api.search.run({ question, accepted: ask.cost, screen: 'search' }) };
};

it('a response after midnight counts for the search that was sent before', async () => {
  const { search, run } = await requested('Seed');
  await app.api.savedSearches.create({ name: 'Seeds', search });
  const running = run();
  await app.api.demo.travel({ days: 1 });
  const { set } = await running;
  expect(set.loaded).toBeGreaterThan(0);
  expect(await list()).toMatchObject([{ fresh: set.loaded }]);
});

it('a saved search replaced by the displayed one has no new results, even after it is opened', async () => {
  const [one, other] = [await requested('Seed'), await requested('Series A')];
  const { id } = await app.api.savedSearches.create({ name: 'Mine', search: one.search });
  const { set } = await other.run();
  expect(set.loaded).toBeGreaterThan(0);
  await app.api.savedSearches.replace({ id, search: other.search });
  expect(await app.api.savedSearches.open({ id })).toMatchObject({ current: true });
  expect(await list()).toMatchObject([{ fresh: 0 }]);
});

it('a saved search keeps its new results over a restart', async () => {
  const { search, run } = await requested('Seed');
  await app.api.savedSearches.create({ name: 'Seeds', search });
  const { set } = await run();
  await app.dispose();
  app = await start();
  expect(await list()).toMatchObject([{ name: 'Seeds', search, fresh: set.loaded }]);
});
