import { expect, it } from 'vitest';
import { marketSchema } from '../../../shared/model/market.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import { openPlanWorld, roundsOf, screen } from '../handlers/plan-world.ts';

const DAY_MS = 86_400_000;
const PAGE = { offset: 0, limit: 50 };

it('closing contact windows are sorted by closing day, then by fit, then by id', async () => {
  const world = await openPlanWorld();
  const { api } = world.app;
  const { serverNowMs } = await api.quota.status({});
  const accepted = { requests: 1, records: 50, pageTurns: 1, companies: 0 };
  const fundingDateEnd = new Date(serverNowMs - 21 * DAY_MS).toISOString().slice(0, 10);
  for (const offset of [0, 50]) {
    const query = { ...roundsOf(serverNowMs, 50), fundingDateEnd, offset };
    const { set } = await api.search.run({ question: { list: 'fundings', query }, accepted, screen });
    const { rows } = await api.search.rows({ setId: set.setId, offset, limit: 50 });
    const companyIds = rows.map(({ companyId }) => companyId);
    if (companyIds.length > 0) await api.watchlists.add({ id: world.listId, companyIds, reason: '' });
  }
  const closing = async (offset = 0, limit = 50) => (await api.plan.closing({ offset, limit })).rows;
  const keysOf = (rows: Awaited<ReturnType<typeof closing>>) =>
    rows.map(({ window, fit, companyId }) => [window.closesAtMs ?? 0, -(fit ?? -1), companyId] as const);
  const sorted = (keys: ReturnType<typeof keysOf>) =>
    keys.toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || (a[2] < b[2] ? -1 : 1));

  const withoutMarket = keysOf(await closing());
  expect(withoutMarket).toEqual(sorted(withoutMarket));
  await api.market.set({ market: marketSchema.parse({ countries: ['US'], stages: ['Seed'] }), saveAs: null });
  const rows = await closing();
  expect(keysOf(rows)).toEqual(sorted(keysOf(rows)));
  // A market gives companies a fit, which changes the order. All rows are sorted before they are split into
  // pages.
  expect(keysOf(rows).map(([, , id]) => id)).not.toEqual(withoutMarket.map(([, , id]) => id));
  expect(await closing(3, 4)).toEqual(rows.slice(3, 7));
  await world.dispose();
});

it('a company whose contacts were fetched stays until the user wrote, and is not offered to the plan again', async () => {
  const world = await openPlanWorld({
    companies: 4,
    clock: createFakeClock(new Date(2027, 5, 10, 9).getTime()),
  });
  const { api } = world.app;
  await api.demo.travel({ days: 21 });
  const closing = () => api.plan.closing(PAGE);
  const idsOf = async () => (await closing()).rows.map(({ companyId }) => companyId);
  const before = await closing();
  const id = before.rows.at(-1)?.companyId ?? '';
  expect([before.total > 1, before.fetched]).toEqual([true, []]);
  const planned = async () => (await api.plan.today({})).proposal.items.map(({ key }) => key);
  expect(await planned()).toContain(`contacts/${id}`);

  const { cost: accepted } = await api.quota.price({ call: { endpoint: 'contacts', companyId: id } });
  await api.companies.fetchPeople({ id, accepted, screen: 'company' });
  expect(await closing()).toMatchObject({ total: before.total, fetched: [{ companyId: id }] });
  const ids = before.rows.map(({ companyId }) => companyId);
  expect([await idsOf(), (await planned()).includes(`contacts/${id}`)]).toEqual([ids, false]);
  const { undo } = await api.triage.setDone({ companyIds: [id] });
  const others = ids.filter((each) => each !== id);
  expect(await idsOf()).toEqual(others);
  await api.marks.undo({ token: undo ?? '' });
  expect(await idsOf()).toEqual(ids);

  const { today } = await api.tasks.due({ offset: 0, limit: 1 });
  const contacted = async () => (await closing()).fetched.map(({ isContacted }) => isContacted);
  const entry = { companyIds: [id], channel: 'email' as const, line: '', personId: null };
  await api.contactLog.add({ ...entry, happenedOn: '2027-06-01' });
  expect(await contacted()).toEqual([false]);
  const logged = await api.contactLog.add({ ...entry, happenedOn: today });
  expect(await contacted()).toEqual([true]);
  await api.marks.undo({ token: logged.undo ?? '' });
  expect(await contacted()).toEqual([false]);

  await api.demo.travel({ days: 1 });
  expect((await api.companies.get({ id })).row.window.state).toBe('open');
  expect([await idsOf(), await contacted()]).toEqual([expect.arrayContaining([id]), [false]]);
  expect(await planned()).not.toContain(`contacts/${id}`);
  const next = await api.tasks.due({ offset: 0, limit: 1 });
  await api.contactLog.add({ ...entry, happenedOn: next.today });
  expect([await idsOf(), await contacted()]).toEqual([expect.arrayContaining([id]), [true]]);
  await api.demo.travel({ days: 1 });
  expect((await api.companies.get({ id })).row.window.state).toBe('open');
  expect(await idsOf()).not.toContain(id);
  await world.dispose();
});

it('a contact that was logged before the contacts were fetched does not replace writing to them', async () => {
  const clock = createFakeClock(new Date(2027, 5, 10, 9).getTime());
  const world = await openPlanWorld({ companies: 4, clock });
  const { api } = world.app;
  await api.demo.travel({ days: 21 });
  const closing = () => api.plan.closing(PAGE);
  const id = (await closing()).rows.at(-1)?.companyId ?? '';
  const { today } = await api.tasks.due({ offset: 0, limit: 1 });
  const entry = { companyIds: [id], channel: 'call' as const, line: '', personId: null };
  await api.contactLog.add({ ...entry, happenedOn: today });
  await clock.advance(60_000);
  const { cost: accepted } = await api.quota.price({ call: { endpoint: 'contacts', companyId: id } });
  await api.companies.fetchPeople({ id, accepted, screen: 'company' });
  const fetchedAtMs = (await api.companies.people({ id })).stamp?.fetchedAtMs;
  expect((await closing()).fetched).toEqual([
    { companyId: id, fetchedAtMs, isEmpty: false, isContacted: true },
  ]);
  await api.demo.travel({ days: 1 });
  expect((await closing()).fetched).toEqual([
    { companyId: id, fetchedAtMs, isEmpty: false, isContacted: false },
  ]);
  // The user logs this entry one day later, but dates it to the day on which the contacts were fetched.
  await api.contactLog.add({ ...entry, happenedOn: today });
  expect((await closing()).rows.map(({ companyId }) => companyId)).not.toContain(id);
  await world.dispose();
});

it('fetched contacts remain for two weeks after the window has closed, although the company is on no list', async () => {
  const clock = createFakeClock(new Date(2027, 5, 10, 9).getTime());
  const world = await openPlanWorld({ companies: 4, clock });
  const { api } = world.app;
  await api.demo.travel({ days: 21 });
  const closing = () => api.plan.closing(PAGE);
  const id = (await closing()).rows[0]?.companyId ?? '';
  const { cost: accepted } = await api.quota.price({ call: { endpoint: 'contacts', companyId: id } });
  await api.companies.fetchPeople({ id, accepted, screen: 'company' });
  await api.watchlists.remove({ id: world.listId });
  const ids = async () => (await closing()).rows.map(({ companyId }) => companyId);
  expect(await ids()).toEqual([id]);
  await api.demo.travel({ days: 13 });
  expect((await api.companies.get({ id })).row.window.state).toBe('closed');
  expect(await ids()).toEqual([id]);
  await api.demo.travel({ days: 2 });
  expect(await ids()).toEqual([]);
  await world.dispose();
});

it('a company that was contacted and then done is still returned as contacted today', async () => {
  const clock = createFakeClock(new Date(2027, 5, 10, 9).getTime());
  const world = await openPlanWorld({ companies: 4, clock });
  const { api } = world.app;
  await api.demo.travel({ days: 21 });
  const closing = () => api.plan.closing(PAGE);
  const [contacted = '', other = ''] = (await closing()).rows.map(({ companyId }) => companyId);
  const { today } = await api.tasks.due({ offset: 0, limit: 1 });
  const entry = { companyIds: [contacted], channel: 'call' as const, line: '', personId: null };
  await api.contactLog.add({ ...entry, happenedOn: today });
  expect((await closing()).contacted).toEqual([]);
  await api.triage.setDone({ companyIds: [contacted, other] });
  const { handled, contacted: found } = await closing();
  expect([handled.length, found]).toEqual([2, [contacted]]);
  await world.dispose();
});
