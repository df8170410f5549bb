import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findSet } from '../../../electron/core/library/query-sets.ts';
import { storeRecheckedSet } from '../../../electron/core/library/store-recheck.ts';
import { priceOfRecheck } from '../../../electron/core/search-coverage/recheck-offer.ts';
import type { Budget, Cost } from '../../../shared/model/budget.ts';
import type { FundingsQuery, ListQuery } from '../../../shared/model/query.ts';
import type { MissingDays } from '../../../shared/model/search.ts';
import { openDemoWorkspace } from '../../support/app/demo-workspace.ts';
import { createCutOff, type CutOff } from '../../support/app/cut-off-transport.ts';
import { createFakeClock, type FakeClock } from '../../support/app/fake-clock.ts';
import { fundingsQuery, memoryCache } from '../../support/app/library-fixtures.ts';
import { startSimulator } from '../../../electron/simulator/index.ts';
import { startTestApp, type TestApp } from '../../support/app/test-app.ts';
import { failureOf } from '../../support/common/failure.ts';
import { roundsOf } from '../handlers/plan-world.ts';

/* Rechecking stored days for new rounds, with the real core and the demo's service (ADR 113). */

const DAY = 86_400_000;
const screen = 'search' as const;
/** A long timeout, because the machine may be busy. */
const BOUND = { timeout: 20_000 };
let app: TestApp;
let clock: FakeClock;
let cutOff: CutOff;

const nowMs = async (): Promise<number> => (await app.api.quota.status({})).serverNowMs;
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Returns a search for the seven days before today. */
async function weekOf(): Promise<ListQuery & { readonly list: 'fundings' }> {
  const atMs = await nowMs();
  const query: FundingsQuery = {
    ...roundsOf(atMs, 50),
    fundingDateStart: dateOf(atMs - 6 * DAY),
    fundingDateEnd: dateOf(atMs),
  };
  return { list: 'fundings', query };
}
async function fetchAll(question: ListQuery): Promise<void> {
  for (let offset = 0, isMore = true; isMore; offset += 50) {
    const page: ListQuery =
      question.list === 'fundings' ? { ...question, query: { ...question.query, offset } } : question;
    const accepted = { requests: 2, records: 100, pageTurns: 2, companies: 0 };
    const { set } = await app.api.search.run({ question: page, accepted, screen });
    isMore = set.state === 'partial';
  }
}
const calibrate = async (): Promise<void> => {
  const { preview } = await app.api.quota.calibrationPrice({});
  await app.api.quota.calibrate({ accepted: preview.cost, screen: 'quota' });
};
async function rechecked(): Promise<MissingDays & { readonly question: { readonly list: 'fundings' } }> {
  const { missing } = await app.api.search.plan({ question: await weekOf() });
  const days = missing.find(({ how }) => how === 'recheck');
  if (days?.question.list !== 'fundings') throw new Error('no days to recheck');
  return { ...days, question: days.question };
}
const calls = async () =>
  (await app.api.demo.transcript({ offset: 0, limit: 50 })).calls.filter(({ path }) =>
    path.includes('/fundings?'),
  );
const recordsOf = (found: Awaited<ReturnType<typeof calls>>): number =>
  found.reduce((sum, { cost }) => sum + cost.records, 0);
async function roundIds(setId: string): Promise<string[]> {
  const ids: string[] = [];
  for (let isMore = true; isMore;) {
    const { rows } = await app.api.search.rows({ setId, offset: ids.length, limit: 50 });
    ids.push(...rows.map(({ roundId }) => roundId ?? ''));
    isMore = rows.length === 50;
  }
  return ids.toSorted();
}

beforeEach(async () => {
  cutOff = createCutOff();
  clock = createFakeClock(Date.UTC(2026, 4, 14, 10));
  app = await startTestApp({ demo: true, ports: { clock, transport: cutOff.transport } });
});
afterEach(() => app.dispose());

describe('days that may have new rounds', () => {
  it('are fetched again until calibration shows that a first page costs no page turn', async () => {
    await fetchAll(await weekOf());
    await app.api.demo.travel({ days: 3 });
    const { missing } = await app.api.search.plan({ question: await weekOf() });
    expect(missing.map(({ why, how }) => [why, how])).toEqual([
      ['may-be-new', 'fetch'],
      ['never', 'fetch'],
    ]);
  });
});

describe('a recheck', () => {
  beforeEach(async () => {
    await calibrate();
    await fetchAll(await weekOf());
    await app.api.demo.travel({ days: 2 });
  });

  it('finds the same rounds as fetching the days again, for fewer records', async () => {
    const { question, preview } = await rechecked();
    const before = (await calls()).length;
    const { set, receipt } = await app.api.search.recheck({
      query: question.query,
      accepted: preview.cost,
      screen,
    });
    const spent = recordsOf((await calls()).slice(0, (await calls()).length - before));
    expect(set).toMatchObject({ state: 'complete', origin: 'service' });
    const found = await roundIds(set?.setId ?? '');
    await fetchAll(question);
    const again = await app.api.search.last({ list: 'fundings' });
    expect(found).toEqual(await roundIds(again.set?.setId ?? ''));
    expect(spent).toBeLessThan(found.length);
    expect([receipt.cost.records, receipt.cost.requests <= preview.cost.requests]).toEqual([spent, true]);
  });

  it('is not offered again on the same day', async () => {
    const { question, preview } = await rechecked();
    await app.api.search.recheck({ query: question.query, accepted: preview.cost, screen });
    const { missing } = await app.api.search.plan({ question: await weekOf() });
    expect(missing.map(({ why }) => why)).toEqual(['never']);
  });

  it('never costs more than accepted', async () => {
    const { question } = await rechecked();
    const accepted: Cost = { requests: 2, records: 3, pageTurns: 0, companies: 0 };
    const before = (await calls()).length;
    const { set, receipt } = await app.api.search.recheck({ query: question.query, accepted, screen });
    const sent = (await calls()).slice(0, (await calls()).length - before);
    expect(set).toBeNull();
    expect([sent.length <= 2, recordsOf(sent) <= 3, receipt.cost.records]).toEqual([
      true,
      true,
      recordsOf(sent),
    ]);
  });

  it('is not offered for days that it could not complete', async () => {
    const { question } = await rechecked();
    const accepted: Cost = { requests: 2, records: 3, pageTurns: 0, companies: 0 };
    await app.api.search.recheck({ query: question.query, accepted, screen });
    const { missing } = await app.api.search.plan({ question: await weekOf() });
    expect(missing[0]).toMatchObject({ why: 'may-be-new', how: 'fetch' });
  });

  it('covers no day if the network fails in between', async () => {
    const { question, preview } = await rechecked();
    cutOff.pages = 2;
    let kind: string | null = null;
    const failing = failureOf(
      app.api.search.recheck({ query: question.query, accepted: preview.cost, screen }),
    ).then((failure) => (kind = failure.kind));
    await expect
      .poll(async () => {
        await clock.advance(5_000);
        return kind;
      }, BOUND)
      .toBe('network');
    await failing;
    const { missing } = await app.api.search.plan({ question: await weekOf() });
    expect(missing[0]?.why).toBe('may-be-new');
  });
});

describe('a recheck finds the same rounds if the total of an empty page is', () => {
  const empty = { counted: true, zero: false, missing: false, refused: false, 'not-found': false } as const;
  const kinds = Object.keys(empty) as (keyof typeof empty)[];

  it.each(kinds)('%s', async (totalBeyondEnd) => {
    const service = await startSimulator({ seed: 7, companies: 1_200, epochMs: clock.nowMs() });
    const [demo, own] = [app, await startTestApp({ ports: { clock } })];
    app = own;
    try {
      await own.api.workspaces.connect({
        baseUrl: service.baseUrl,
        apiKey: service.liveKey,
        place: 'keychain',
        screen: 'first-run',
        people: { mode: 'keychain' },
        accepted: { requests: 1, records: 1, pageTurns: 0, companies: 0 },
      });
      await calibrate();
      const before = await weekOf();
      await fetchAll(before);
      service.setProfile({ set: { totalBeyondEnd } });
      await clock.advance(2 * DAY);
      service.setNow(clock.nowMs());
      const { question, preview } = await rechecked();
      const sent = service.transcript().length;
      const { set, receipt } = await own.api.search.recheck({
        query: question.query,
        accepted: preview.cost,
        screen,
      });
      const found = await roundIds(set?.setId ?? '');
      const charged = service
        .transcript()
        .slice(sent)
        .reduce((sum, call) => sum + call.charged.records, 0);
      const { count } = await own.api.search.plan({ question });
      expect([receipt.cost.records, count?.total]).toEqual([charged, found.length]);
      expect(receipt.cost.pageTurns > 1).toBe(empty[totalBeyondEnd]);
      await fetchAll(question);
      const again = await own.api.search.last({ list: 'fundings' });
      expect(found).toEqual(await roundIds(again.set?.setId ?? ''));
    } finally {
      app = demo;
      await own.dispose();
      await service.dispose();
    }
  });
});

describe('the price of a recheck', () => {
  /** Prices a recheck of 20 stored rounds, with these requests and records left. */
  const priceWith = (lefts: Partial<Record<Budget, number>>) => {
    const { governor, files, hints } = demo.workspace;
    const status = () => {
      const now = governor.status();
      return {
        ...now,
        budgets: now.budgets.map((each) => ({ ...each, left: lefts[each.budget] ?? each.left })),
      };
    };
    const priced = {
      previewAll: governor.previewAll,
      preview: governor.preview,
      serverNowMs: governor.serverNowMs,
      status,
    };
    return priceOfRecheck(fundingsQuery({ limit: 25 }), 20, {
      ...{ cache: files.cache, hints, screen },
      governor: priced,
    });
  };
  let demo: Awaited<ReturnType<typeof openDemoWorkspace>>;
  beforeEach(async () => {
    demo = await openDemoWorkspace();
    const { governor } = demo.workspace;
    governor.storeMeasuredCosts([
      { endpoint: 'fundings', unit: 'page-turns', assumed: 1, learned: 0, atMs: governor.serverNowMs() },
    ]);
  });
  afterEach(() => demo.dispose());

  it('covers fifteen requests, the stored rounds and some new ones', () => {
    expect(priceWith({ 'page-turns': 9 })).toMatchObject({
      cost: { requests: 15, records: 44, pageTurns: 0, companies: 0 },
      expectedRecords: 20,
    });
  });

  it('covers at most a tenth of the page turns that are left', () => {
    const turnsOf = (left: number) => priceWith({ 'page-turns': left });
    expect(turnsOf(59)).toMatchObject({
      cost: { requests: 15, records: 44, pageTurns: 5 },
      expectedRecords: 19,
    });
    expect(turnsOf(10)?.cost.pageTurns).toBe(1);
    expect(turnsOf(5_000)?.cost.pageTurns).toBe(14);
  });

  it('is not offered if fewer requests than records are left in the month', () => {
    expect(priceWith({ 'month-requests': 900, 'month-records': 900 })).not.toBeNull();
    expect(priceWith({ 'month-requests': 899, 'month-records': 900 })).toBeNull();
  });

  it('is not offered if few requests are left today', () => {
    expect(priceWith({ day: 114 })).toBeNull();
  });
});

it('stores no result set of rechecked days if a company was erased since', () => {
  const cache = memoryCache();
  const facts = { on: '2026-06-10', timed: false, country: 'US', stage: 'Seed', ...NOTHING_LISTED };
  const gone = { companyId: 'gone', roundId: 'round', on: facts.on, known: true, fetchedAtMs: 1, facts };
  const query = fundingsQuery();
  expect(storeRecheckedSet(cache, { query, stored: [gone], found: [], fetchedAtMs: 2 })).toBe(false);
  expect(findSet(cache, { list: 'fundings', query })).toBeNull();
});
const NOTHING_LISTED = { industries: null, tags: null, currency: null, amount: null };
