import { expect, it } from 'vitest';
import { marketSchema } from '../../../shared/model/market.ts';
import { startTestApp } from '../../support/app/test-app.ts';

it('a company marked as done is not proposed again until the mark is undone', async () => {
  const app = await startTestApp({ demo: true });
  const { api } = app;
  const market = marketSchema.parse({ countries: ['US'] });
  const { searchId } = await api.market.set({ market, saveAs: 'Mine' });
  const { question } = await api.savedSearches.open({ id: searchId ?? '' });
  const saved = (await api.savedSearches.list({})).searches.find(({ id }) => id === searchId);
  const accepted = saved?.price?.cost ?? { requests: 0, records: 0, pageTurns: 0, companies: 0 };
  await api.search.run({ question, accepted, screen: 'search' });
  const proposed = async (): Promise<string[]> => {
    const { proposal } = await api.plan.today({});
    return proposal.items.flatMap(({ kind, companyId }) =>
      kind === 'profile' && companyId !== null ? [companyId] : [],
    );
  };
  const [first = '', ...others] = await proposed();
  expect(others.length).toBeGreaterThan(0);
  const { undo } = await api.triage.setDone({ companyIds: [first] });
  const left = await proposed();
  expect(left).not.toContain(first);
  expect(left).toEqual(expect.arrayContaining(others));
  await api.marks.undo({ token: undo ?? '' });
  expect(await proposed()).toContain(first);
  await app.dispose();
});
