import { afterEach, describe, expect, it } from 'vitest';
import { createFetchTransport } from '../../../electron/adapters/fetch-transport.ts';
import type { HttpTransport } from '../../../electron/core/ports.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import { approve, openPlanWorld, roundsOf, runIs, type PlanWorld } from '../handlers/plan-world.ts';

/* If a company or all data is erased while a request is in flight, the response is not stored. */

/** A long timeout, because the machine may be busy. */
const BOUND = { timeout: 20_000 };
let world: PlanWorld;
afterEach(() => world.dispose());

/** Creates a transport that can hold back responses. */
function gatedTransport() {
  const real = createFetchTransport((url, init) => fetch(url, init));
  const gate = { held: 0, open: Promise.resolve(), release: (): void => undefined };
  const transport: HttpTransport = {
    get: async (request) => {
      const answer = await real.get(request);
      gate.held += 1;
      await gate.open;
      return answer;
    },
  };
  const shut = (): void => {
    gate.held = 0;
    gate.open = new Promise((resolve) => (gate.release = resolve));
  };
  return { transport, gate, shut };
}

const view = (id: string) => world.app.api.companies.get({ id });
const screen = 'company' as const;
const accepted = { requests: 1, records: 50, pageTurns: 1, companies: 1 };

describe('erased company', () => {
  it('is not fetched by a plan approved before; the rest of the plan runs', async () => {
    world = await openPlanWorld();
    const { api } = world.app;
    await approve(world);
    await api.plan.pause({});
    const erased = world.listed.at(-1) ?? '';
    await api.privacy.eraseCompany({ companyId: erased });
    const before = await view(erased);
    const requested = async () => (await world.calls()).filter(({ path }) => path.includes(erased)).length;
    const sent = await requested();
    await api.plan.resume({});
    const run = await runIs(world);
    const steps = (id: string) =>
      run.items.filter(({ companyId }) => companyId === id).map(({ step }) => step);
    expect(steps(erased)).toEqual(['dropped', 'dropped']);
    expect(steps(world.listed[0] ?? '')).toEqual(['done', 'done']);
    expect(await requested()).toBe(sent);
    expect(await view(erased)).toEqual(before);
  });

  const fetches: [string, (id: string) => Promise<unknown>][] = [
    ['profile', (id) => world.app.api.companies.fetchProfile({ id, accepted, screen })],
    ['people', (id) => world.app.api.companies.fetchPeople({ id, accepted, screen })],
    ['panel', (id) => world.app.api.companies.fetchPanel({ id, panel: 'rounds', accepted, screen })],
    [
      'roles',
      (id) => world.app.api.companies.fetchRoles({ id, query: { page: 1, perPage: 10 }, accepted, screen }),
    ],
    ['refusal', (id) => world.app.api.companies.fetchPeople({ id, accepted, screen })],
  ];
  it.each(fetches)('is not stored by a response in flight: its %s', async (what, fetching) => {
    const { transport, gate, shut } = gatedTransport();
    world = await openPlanWorld({ transport });
    const { api } = world.app;
    // Closes the contact window, so the service responds with 404.
    if (what === 'refusal') await api.demo.travel({ days: 60 });
    const id = world.listed[0] ?? '';
    const { ledger } = api.quota;
    const { total } = await ledger({ offset: 0, limit: 1 });
    shut();
    const ended = fetching(id).then(
      () => 'spent',
      () => 'released',
    );
    await expect.poll(() => gate.held, BOUND).toBe(1);
    await api.privacy.eraseCompany({ companyId: id });
    const erased = await view(id);
    expect(erased.row.name).toBe('');
    gate.release();
    const end = await ended;
    expect(await view(id)).toEqual(erased);
    expect((await api.companies.people({ id })).people).toEqual([]);
    // The ledger counts the call, even though its response was not stored.
    const { rows, total: after } = await ledger({ offset: 0, limit: 1 });
    expect([after, rows[0]?.state]).toEqual([total + 1, end]);
    // The response to a request that is sent after the erasure is stored as usual.
    if (end === 'spent') await fetching(id);
    if (what === 'profile') expect((await view(id)).row.name).not.toBe('');
  });

  it('cancels its queued request free of charge', async () => {
    const { transport, gate, shut } = gatedTransport();
    world = await openPlanWorld({ transport });
    const { api } = world.app;
    const [first = '', second = '', third = ''] = world.listed;
    shut();
    const others = [first, second].map((id) => api.companies.fetchProfile({ id, accepted, screen }));
    await expect.poll(() => gate.held, BOUND).toBe(2);
    const waiting = api.companies.fetchProfile({ id: third, accepted, screen }).catch(() => 'called off');
    await expect.poll(async () => (await api.quota.status({})).queue.at(-1)?.state, BOUND).toBe('waiting');
    await api.privacy.eraseCompany({ companyId: third });
    expect(await waiting).toBe('called off');
    gate.release();
    await Promise.all(others);
    expect((await world.calls()).some(({ path }) => path.includes(third))).toBe(false);
  });

  it('is omitted from a list in flight, and stored again by a later list', async () => {
    const { transport, gate, shut } = gatedTransport();
    world = await openPlanWorld({ transport });
    const { api } = world.app;
    const id = world.listed[0] ?? '';
    const { serverNowMs } = await api.quota.status({});
    const search = async () => {
      const question = { list: 'fundings', query: roundsOf(serverNowMs, 50) } as const;
      const { set } = await api.search.run({ question, accepted, screen: 'search' });
      const { rows } = await api.search.rows({ setId: set.setId, offset: 0, limit: 50 });
      return rows.map(({ companyId }) => companyId);
    };
    const all = await search();
    shut();
    const searching = search();
    await expect.poll(() => gate.held, BOUND).toBe(1);
    await api.privacy.eraseCompany({ companyId: id });
    const erased = await view(id);
    gate.release();
    expect(await searching).toEqual(all.filter((companyId) => companyId !== id));
    expect(await view(id)).toEqual(erased);
    expect(await search()).toEqual(all);
    expect((await view(id)).row.name).not.toBe('');
  });

  it('is neither due on a watched list nor proposed', async () => {
    world = await openPlanWorld();
    const { api } = world.app;
    await api.watch.set({ id: world.listId, watched: true, refreshDays: 7, recordsAMonth: 50 });
    const erased = world.listed[0] ?? '';
    await api.privacy.eraseCompany({ companyId: erased });
    await api.demo.travel({ days: 10 });
    const { companies } = await api.watch.due({ listId: world.listId, offset: 0, limit: 50 });
    const { items } = (await api.plan.today({})).proposal;
    expect(companies.length).toBe(world.listed.length - 1);
    expect([...companies, ...items].filter(({ companyId }) => companyId === erased)).toEqual([]);
  });
});

describe('erased contact', () => {
  const people = async (id: string) => (await world.app.api.companies.people({ id })).people;
  const fetchPeople = (id: string) => world.app.api.companies.fetchPeople({ id, accepted, screen });
  const fetches: [string, (id: string) => Promise<unknown>][] = [
    ['people', fetchPeople],
    ['profile', (id) => world.app.api.companies.fetchProfile({ id, accepted, screen })],
  ];
  it.each(fetches)('is not stored by a response in flight: %s', async (_what, fetching) => {
    const { transport, gate, shut } = gatedTransport();
    world = await openPlanWorld({ transport });
    const { api } = world.app;
    const id = world.listed[0] ?? '';
    await fetchPeople(id);
    const before = await people(id);
    const gone = before.find(({ linkedinUrl }) => linkedinUrl !== null);
    if (gone === undefined) throw new Error('no contact to erase');
    shut();
    const fetched = fetching(id);
    await expect.poll(() => gate.held, BOUND).toBe(1);
    await api.privacy.eraseContact({ companyId: id, personId: gone.personId });
    gate.release();
    await fetched;
    const names = async () => (await people(id)).map(({ name }) => name).sort();
    const others = before.filter((person) => person !== gone).map(({ name }) => name);
    expect(await names()).toEqual(others.sort());
    // A later request stores the contact again.
    await fetchPeople(id);
    expect(await names()).toContain(gone.name);
  });

  it('stays if a later request stored the contact again before the response of an earlier one', async () => {
    const { transport, gate, shut } = gatedTransport();
    world = await openPlanWorld({ transport });
    const { api } = world.app;
    const id = world.listed[0] ?? '';
    await fetchPeople(id);
    const [gone] = await people(id);
    if (gone === undefined) throw new Error('no contact to erase');
    shut();
    const earlier = api.companies.fetchProfile({ id, accepted, screen });
    await expect.poll(() => gate.held, BOUND).toBe(1);
    await api.privacy.eraseContact({ companyId: id, personId: gone.personId });
    const { release } = gate;
    gate.open = Promise.resolve();
    await fetchPeople(id);
    release();
    await earlier;
    expect((await people(id)).map(({ name }) => name)).toContain(gone.name);
  });
});

it('deleting downloaded data ends the plan and the offline queue, and nothing is fetched again', async () => {
  const clock = createFakeClock(Date.UTC(2027, 5, 10, 9));
  world = await openPlanWorld({ companies: 12, clock });
  const { api } = world.app;
  await api.demo.setService({ running: false });
  await api.offline.add({ ask: { kind: 'profile', companyId: world.listed[0] ?? '' }, accepted, screen });
  await approve(world);
  await runIs(world, 'paused');
  await api.demo.setService({ running: true });
  await api.privacy.wipeServiceData({});
  const { total } = await api.demo.transcript({ offset: 0, limit: 1 });
  expect((await api.offline.list({})).calls).toEqual([]);
  const { run } = await api.plan.run({});
  expect([run?.state, new Set(run?.items.map(({ step }) => step))]).toEqual(['over', new Set(['dropped'])]);
  await clock.advance(45 * 60_000);
  expect((await api.demo.transcript({ offset: 0, limit: 1 })).total).toBe(total);
});
