import { afterEach, beforeEach, expect, it } from 'vitest';
import { searchOfMarket } from '../../../shared/market-query.ts';
import { marketSchema } from '../../../shared/model/market.ts';
import { questionAt } from '../../../shared/search-date-ranges.ts';
import { eventOf } from '../../support/webhook/webhook-receiver.ts';
import { startTestApp, type TestApp } from '../../support/app/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ demo: true });
});
afterEach(() => app.dispose());

const search = searchOfMarket(marketSchema.parse({ stages: ['Seed'] }));
async function runSearch(): Promise<void> {
  const question = questionAt(search, (await app.api.quota.status({})).serverNowMs);
  const { ask: first } = await app.api.search.plan({ question });
  await app.api.search.run({ question, accepted: first.cost, screen: 'search' });
}
/** Returns the distinct company ids of a saved search's new rows. */
async function fresh(id: string): Promise<string[]> {
  const { rowIds } = await app.api.savedSearches.newRows({ id, offset: 0, limit: 50 });
  return [...new Set(rowIds.map((rowId) => rowId.split('/')[1] ?? ''))];
}
async function unseen(): Promise<number> {
  const filters = { text: '', from: null, unseen: true, icp: null } as const;
  return (await app.api.signals.open({ filters })).total;
}

it('a done company is not new again when its search runs again', async () => {
  const { id } = await app.api.savedSearches.create({ name: 'Seeds', search });
  await runSearch();
  const companyIds = await fresh(id);
  expect(companyIds.length).toBeGreaterThan(0);
  await app.api.triage.setDone({ companyIds });
  expect(await fresh(id)).toEqual([]);
  const unseenBefore = await unseen();
  await app.api.demo.travel({ days: 1 });
  await runSearch();
  const newCompanyIds = await fresh(id);
  expect(newCompanyIds.filter((companyId) => companyIds.includes(companyId))).toEqual([]);
  // New rows also appear in the signal stream.
  expect((await unseen()) - unseenBefore).toBeGreaterThanOrEqual(newCompanyIds.length);
});

it('a done company is not new again when another saved search finds the same round', async () => {
  const { id } = await app.api.savedSearches.create({ name: 'Seeds', search });
  await runSearch();
  const [companyId = ''] = await fresh(id);
  await app.api.triage.setDone({ companyIds: [companyId] });
  await app.api.demo.travel({ days: 1 });
  const other = searchOfMarket(marketSchema.parse({}));
  const { id: otherId } = await app.api.savedSearches.create({ name: 'All', search: other });
  const question = questionAt(other, (await app.api.quota.status({})).serverNowMs);
  const { ask: first } = await app.api.search.plan({ question });
  await app.api.search.run({ question, accepted: first.cost, screen: 'search' });
  expect((await fresh(otherId)).length).toBeGreaterThan(0);
  expect(await fresh(otherId)).not.toContain(companyId);
  // Nothing is newer than the done mark, so marking the company as done again changes nothing.
  expect((await app.api.triage.setDone({ companyIds: [companyId] })).undo).toBeNull();
});

it('a done company that returns with something new can be marked as done again', async () => {
  const { id } = await app.api.savedSearches.create({ name: 'Seeds', search });
  await runSearch();
  const [companyId = ''] = await fresh(id);
  await app.api.triage.setDone({ companyIds: [companyId] });
  expect((await app.api.triage.setDone({ companyIds: [companyId] })).undo).toBeNull();
  await app.api.demo.travel({ days: 1 });
  await app.api.signals.paste({ text: JSON.stringify(eventOf({ companyId, roundId: 'fnd_new' })) });
  const unseenBefore = await unseen();
  const { undo } = await app.api.triage.setDone({ companyIds: [companyId] });
  expect(undo).not.toBeNull();
  expect(await unseen()).toBe(unseenBefore - 1);
});
