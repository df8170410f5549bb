import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changed } from '../../../shared/list-query.ts';
import { marketSchema } from '../../../shared/model/market.ts';
import type { MonthEnd, MonthKindName } from '../../../shared/model/planning/month-end.ts';
import { MONTH_KINDS } from '../../../shared/model/planning/plan-kinds.ts';
import { savedQuerySchema } from '../../../shared/model/saved-search.ts';
import { until } from '../../support/common/until.ts';
import { approve, openPlanWorld, roundsOf, rules, runIs, screen, type PlanWorld } from './plan-world.ts';

/*
 * Tests the kinds of requests that occur only in the plan for the rest of the month, with the real core and
 * the demo.
 */

let world: PlanWorld;
beforeEach(async () => {
  world = await openPlanWorld({ companies: 4 });
});
afterEach(() => world.dispose());

const api = () => world.app.api;
const travel = (days: number) => api().demo.travel({ days });
const accepted = { requests: 9, records: 99, pageTurns: 9, companies: 9 };
const allBut = (...kinds: MonthKindName[]): MonthKindName[] =>
  MONTH_KINDS.filter((kind) => !kinds.includes(kind));

async function month(without: readonly MonthKindName[] = []): Promise<MonthEnd> {
  const { monthEnd } = await api().plan.monthEnd({ without: [...without] });
  if (monthEnd === null) throw new Error('no plan for the rest of the month');
  return monthEnd;
}
const kindIn = ({ kinds }: MonthEnd, name: MonthKindName) => kinds.find(({ kind }) => kind === name);

async function approveOnly(...kinds: MonthKindName[]): Promise<MonthEnd> {
  const without = allBut(...kinds);
  const plan = await month(without);
  if (plan.preview === null) throw new Error('nothing to approve');
  await api().plan.approveMonth({ id: plan.id, without, accepted: plan.preview.cost, screen });
  return plan;
}

/** Approves a plan for several days, and waits until the requests of the first day are sent. */
async function approveForDays(kind: MonthKindName, recordsADay: number): Promise<void> {
  await api().quota.setAllowance({ scope: 'background', period: 'day', records: recordsADay });
  await approveOnly(kind);
  await until(async () => {
    const { serverNowMs } = await api().quota.status({});
    return ((await api().plan.run({})).run?.startsAtMs ?? 0) > serverNowMs;
  }, 'a run that waits for the next day');
}

/** Moves the demo from day to day until all approved requests are sent. */
async function runAllDays(): Promise<void> {
  for (let day = 0; day < 6; day += 1) {
    const run = await until(async () => {
      const { run: now } = await api().plan.run({});
      const { serverNowMs } = await api().quota.status({});
      return now === null || now.state === 'over' || (now.startsAtMs ?? 0) > serverNowMs ? now : null;
    }, 'the requests of a day');
    if (run?.state === 'over') return;
    await travel(1);
    await api().plan.resume({});
  }
}

interface SentSearch {
  readonly start: string;
  readonly end: string;
  readonly offset: number;
  readonly rows: number;
}
/** Returns the requests for rounds that the service has received, newest first. */
const searchesSent = async (): Promise<SentSearch[]> =>
  (await world.calls())
    .filter(({ path }) => /\/fundings\?/.test(path))
    .map(({ path, cost }) => {
      const query = new URL(path, 'http://service.example').searchParams;
      return {
        start: query.get('funding_date_start') ?? '',
        end: query.get('funding_date_end') ?? '',
        offset: Number(query.get('offset') ?? 0),
        rows: cost.records,
      };
    });

/**
 * Saves a search of twenty days, fetches its first rows, and moves the demo to Wednesday 25 November.
 *
 * @returns the announcement dates of the fetched rounds, and the number of matching rounds
 */
async function partlyFetched(): Promise<{ dates: string[]; total: number }> {
  await travel(10);
  const { serverNowMs } = await api().quota.status({});
  const { fundingDateStart: start, fundingDateEnd: end, offset: _, ...query } = roundsOf(serverNowMs, 8);
  const search = savedQuerySchema.parse({
    list: 'fundings',
    dates: { kind: 'between', start, end },
    query: { ...query, stages: ['Series A', 'Series B', 'Seed'] },
  });
  const { id } = await api().savedSearches.create({ name: 'Early rounds', search });
  const { question } = await api().savedSearches.open({ id });
  const { set } = await api().search.run({ question, accepted, screen: 'search' });
  const { rows } = await api().search.rows({ setId: set.setId, offset: 0, limit: 50 });
  await travel(3);
  return { dates: rows.flatMap(({ announcedOn }) => announcedOn ?? []), total: set.total };
}

describe('older rounds of saved searches', () => {
  it('are planned for days without a stored round of the search, so no round is paid for twice', async () => {
    const { dates, total } = await partlyFetched();
    expect(total).toBeGreaterThan(dates.length);
    const before = (await searchesSent()).length;
    const newest = dates.toSorted().at(-1);
    await approveOnly('older', 'search');
    await runAllDays();
    const sent = (await searchesSent()).slice(0, -before);
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.some(({ rows }) => rows > 0)).toBe(true);
    for (const [index, { start, end, offset }] of sent.entries()) {
      expect(offset).toBe(0);
      // The newest day may be fetched again, because rounds may have been added to it since.
      const again = dates.filter((date) => date >= start && date <= end && date !== newest);
      expect(again).toEqual([]);
      const others = sent.filter((_, other) => other !== index);
      expect(others.filter((other) => other.start <= end && other.end >= start)).toEqual([]);
    }
    expect(kindIn(await month(), 'older')).toBeUndefined();
  });

  it('are a kind of their own that can be excluded', async () => {
    await partlyFetched();
    const older = kindIn(await month(), 'older');
    expect(older?.requests).toBeGreaterThan(0);
    expect(older?.certainty).toBe('up-to');
    const rest = await month(['older']);
    expect(kindIn(rest, 'older')?.isChosen).toBe(false);
    expect(rest.preview?.cost.records ?? 0).toBeLessThan((await month()).preview?.cost.records ?? 0);
  });

  it('include the days before a search of the last days, while their contacts can be fetched', async () => {
    await travel(10);
    const market = marketSchema.parse({ stages: ['Seed'] });
    const { searchId } = await api().market.set({ market, saveAs: 'Seeds' });
    const { question } = await api().savedSearches.open({ id: searchId ?? '' });
    const { set } = await api().search.run({ question, accepted, screen: 'search' });
    expect(set.total).toBeGreaterThan(0);
    await travel(3);
    const before = (await searchesSent()).length;
    await approveOnly('older');
    await runAllDays();
    const sent = (await searchesSent()).slice(0, -before);
    expect(sent.reduce((sum, { rows }) => sum + rows, 0)).toBeGreaterThan(0);
    const starts = sent.map(({ start }) => start).toSorted();
    // Contacts of rounds announced on 27 October can be fetched until 25 November. Contacts of earlier rounds
    // can no longer be fetched.
    expect(starts[0]).toBe('2026-10-27');
    const ends = sent.map(({ end }) => end).toSorted();
    expect((ends.at(-1) ?? '') < question.query.fundingDateStart).toBe(true);
  });

  it('are not fetched once the user has fetched these days by hand', async () => {
    const { total } = await partlyFetched();
    await approveForDays('older', 24);
    const [saved] = (await api().savedSearches.list({})).searches;
    const { question } = await api().savedSearches.open({ id: saved?.id ?? '' });
    for (let offset = 0; offset < total; offset += 50) {
      const page = changed(question, { offset, limit: 50 });
      await api().search.run({ question: page, accepted, screen: 'search' });
    }
    const before = (await searchesSent()).length;
    await runAllDays();
    expect((await runIs(world)).items.map(({ step }) => step)).toContain('dropped');
    expect((await searchesSent()).length).toBe(before);
  });
});

/** Fetches the profiles of the companies on the list, and moves the demo to Monday 28 December. */
async function withOldProfiles(): Promise<void> {
  await approve(world, (key) => key.startsWith('profile/'));
  await runIs(world);
  await travel(43);
  const { serverNowMs } = await api().quota.status({});
  const question = { list: 'fundings', query: roundsOf(serverNowMs, 2) } as const;
  await api().search.run({ question, accepted, screen: 'search' });
  await travel(3);
}

describe('companies that the user works with', () => {
  it('get their old profiles updated, unless they are done', async () => {
    await withOldProfiles();
    expect(kindIn(await month(), 'update')).toMatchObject({ requests: 4, certainty: 'exact' });
    await api().triage.setDone({ companyIds: world.listed.slice(0, 1) });
    expect(kindIn(await month(), 'update')?.requests).toBe(3);
  });

  it('include those with an open deal or an open task that are on no list', async () => {
    await withOldProfiles();
    const [first = '', second = '', third = ''] = world.listed;
    await api().watchlists.remove({ id: world.listId });
    expect(kindIn(await month(), 'update')).toBeUndefined();
    await api().marks.setStatus({ companyIds: [first], statusId: 'meeting' });
    await api().marks.setStatus({ companyIds: [second], statusId: 'lost' });
    await api().tasks.add({ companyIds: [third], title: 'Call', dueOn: null });
    expect(kindIn(await month(), 'update')?.requests).toBe(2);
  });

  it('get all rounds with their investors once, if the profile names more than are stored', async () => {
    await withOldProfiles();
    const { requests = 0, cost } = kindIn(await month(), 'rounds') ?? {};
    expect(requests).toBeGreaterThan(0);
    await approveOnly('rounds');
    await runAllDays();
    const sent = (await world.calls()).filter(({ path }) => /\/companies\/[^/]+\/fundings/.test(path));
    expect(sent).toHaveLength(requests);
    expect(sent.reduce((sum, call) => sum + call.cost.records, 0)).toBe(cost?.records);
    expect(kindIn(await month(), 'rounds')).toBeUndefined();
  });

  it('are not charged again for data that the user has since fetched by hand', async () => {
    await withOldProfiles();
    await approveForDays('update', 2);
    for (const id of world.listed) await api().companies.fetchProfile({ id, accepted, screen });
    await runAllDays();
    const { items } = await runIs(world);
    expect(items.map(({ step }) => step)).toEqual(['done', 'done', 'dropped', 'dropped']);
  });
});

describe('contacts before their windows close', () => {
  it('are not charged again once the user has fetched them by hand', async () => {
    await travel(12);
    await approveForDays('contacts', 20);
    const before = (await runIs(world, 'running')).items.filter(({ step }) => step === 'waiting');
    expect(before.length).toBeGreaterThan(0);
    for (const { companyId } of before)
      await api().companies.fetchPeople({ id: companyId ?? '', accepted, screen });
    await runAllDays();
    const { items } = await runIs(world);
    const steps = items.filter(({ key }) => before.some((each) => each.key === key)).map(({ step }) => step);
    expect(new Set(steps)).toEqual(new Set(['dropped']));
  });

  it('follow profiles, which are not charged again either', async () => {
    await travel(12);
    await approveForDays('profile', 2);
    const waiting = (await runIs(world, 'running')).items.filter(({ step }) => step === 'waiting');
    expect(waiting.length).toBeGreaterThan(0);
    for (const { companyId } of waiting)
      await api().companies.fetchProfile({ id: companyId ?? '', accepted, screen });
    await runAllDays();
    const steps = (await runIs(world)).items.slice(-waiting.length).map(({ step }) => step);
    expect(new Set(steps)).toEqual(new Set(['dropped']));
  });

  it('include new companies on no list that reach the minimum fit', async () => {
    await partlyFetched();
    const { requests: onLists = 0 } = kindIn(await month(), 'contacts') ?? {};
    const market = marketSchema.parse({ countries: ['US'], stages: ['Seed'] });
    await api().market.set({ market, saveAs: null });
    const withFloor = async (fitFloor: number): Promise<number> => {
      await api().plan.setRules({ rules: rules({ fitFloor }) });
      return kindIn(await month(), 'contacts')?.requests ?? 0;
    };
    const [any, some, best] = [await withFloor(0), await withFloor(50), await withFloor(100)];
    expect(any).toBeGreaterThan(onLists);
    expect(any).toBeGreaterThan(some);
    expect(some).toBeGreaterThanOrEqual(best);
    expect(best).toBeGreaterThanOrEqual(onLists);
  });
});
