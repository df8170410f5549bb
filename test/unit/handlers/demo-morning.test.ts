import { afterEach, beforeEach, expect, it } from 'vitest';
import { TESTS_BEGIN_MS, startTestApp, type TestApp } from '../../support/app/test-app.ts';

/* The demo that the first run opens. The product's own requests fill it with the data of a seller's week. */

const PAGE = { offset: 0, limit: 50 };
let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.dispose());

it('opens on a morning with signals, closing windows, tasks, a plan and a watched list with changes', async () => {
  const { api } = app;
  await api.workspaces.exploreDemo({ filled: true });
  const filters = { text: '', from: null, unseen: true, icp: null };
  const news = await api.signals.open({ filters, rowsFrom: 0 });
  const fits = new Set((news.rows ?? []).map(({ company }) => company?.fit));
  expect(news.total).toBeGreaterThan(5);
  expect(fits.size).toBeGreaterThan(1);
  expect((await api.plan.closing(PAGE)).total).toBeGreaterThan(2);
  expect((await api.tasks.due({ ...PAGE, until: null })).total).toBe(3);
  expect((await api.watch.feed({ ...PAGE, listId: null, unseenOnly: true })).unseen).toBeGreaterThan(0);
  const { proposal, run } = await api.plan.today({});
  expect(proposal.items.some(({ kind }) => kind === 'contacts')).toBe(true);
  expect([run, (await api.plan.gap({})).gap]).toEqual([null, null]);
  expect((await api.onboarding.get({})).done).toEqual([]);
});

it('lists first only companies that a message can be sent to, and none whose contacts lack addresses', async () => {
  const { api } = app;
  await api.workspaces.exploreDemo({ filled: true });
  const contactsOf = async (id: string): Promise<'with-email' | 'without-email' | 'none'> => {
    const { cost: accepted } = await api.quota.price({ call: { endpoint: 'contacts', companyId: id } });
    await api.companies.fetchPeople({ id, accepted, screen: 'company' });
    const { people } = await api.companies.people({ id });
    if (people.length === 0) return 'none';
    return people.some(({ email, emailValid }) => email !== null && emailValid)
      ? 'with-email'
      : 'without-email';
  };
  const filters = { text: '', from: null, unseen: true, icp: null };
  const { rows } = await api.signals.open({ filters, rowsFrom: 0 });
  // The Today screen shows the companies with news first.
  const news = (rows ?? []).flatMap(({ company }) => company ?? []);
  const caughtUp = (await api.plan.caughtUp(PAGE)).rows;
  const closing = (await api.plan.closing(PAGE)).rows;
  expect(news.length).toBeGreaterThan(2);
  for (const { companyId } of [...news, ...closing]) expect(await contactsOf(companyId)).toBe('with-email');
  for (const { companyId } of caughtUp) expect(await contactsOf(companyId)).not.toBe('without-email');
});

it('keeps the companies of the catch-up on Today when the user changes the market', async () => {
  const { api } = app;
  await api.workspaces.exploreDemo({ filled: true });
  const caughtUpIds = async () =>
    (await api.plan.caughtUp(PAGE)).rows.map(({ companyId }) => companyId).sort();
  const before = await caughtUpIds();
  expect(before).not.toEqual([]);
  const { market } = await api.market.get({});
  if (market === null) throw new Error('no market');
  await api.market.set({
    market: { ...market, industries: [...market.industries, 'Insurance'] },
    saveAs: null,
  });
  expect(await caughtUpIds()).toEqual(before);
});

it('has enough rounds of its market for the charts of Insights', async () => {
  const { api } = app;
  await api.workspaces.exploreDemo({ filled: true });
  const period = { kind: 'weeks', weeks: 13 } as const;
  const figures = await api.insights.get({ period, market: true, listId: null, currency: null });
  const months = figures.weeks.weeks.filter(({ rounds }) => rounds > 0).map(({ from }) => from.slice(0, 7));
  expect(figures.period.rounds).toBeGreaterThan(25);
  expect(new Set(months).size).toBeGreaterThan(2);
  expect(figures.weeks.stages.filter(({ rounds }) => rounds > 4)).toHaveLength(3);
  expect(figures.amounts.stages.filter(({ quartiles }) => quartiles !== null).length).toBeGreaterThan(1);
  expect(figures.countries.values.length).toBeGreaterThan(3);
  expect(figures.industries.values.length).toBeGreaterThan(6);
});

it('ends at the present, with all requests in the ledger and none in the current minute', async () => {
  const { api } = app;
  await api.workspaces.exploreDemo({ filled: true });
  const { nowMs } = await api.demo.status({});
  expect(Math.abs(nowMs - TESTS_BEGIN_MS)).toBeLessThan(60_000);
  const { budgets } = await api.quota.status({});
  const used = (budget: string) => budgets.find((each) => each.budget === budget)?.used;
  const { total, calls } = await api.demo.transcript(PAGE);
  expect(used('minute')).toBe(0);
  expect(used('month-requests')).toBe(total);
  expect(calls.every(({ status }) => status === 200)).toBe(true);
});

it('stays empty without the request to fill it, and is filled only once', async () => {
  const { api } = app;
  await api.workspaces.exploreDemo({});
  expect((await api.demo.transcript(PAGE)).total).toBe(0);
  await api.workspaces.leave({});
  await api.workspaces.exploreDemo({ filled: true });
  expect((await api.demo.transcript(PAGE)).total).toBe(0);
});
