import { expect, test } from 'vitest';
import { z } from 'zod';
import { createApi, type Port } from '../../../../shared/contract/kit.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import type { QueueEntry } from '../../../../shared/model/budget.ts';
import type { Progress } from '../../../../shared/model/progress.ts';
import { planRunSchema, type PlanStep } from '../../../../shared/model/plan.ts';
import { entryDetails } from '../../../../renderer/frame/status/queue-text.ts';
import { progressLine } from '../../../../renderer/ui/text/progress-text.ts';
import { NO_FILTERS } from '../../../../renderer/lib/no-filters.ts';
import {
  companiesOfRounds,
  fetchedCompanies,
  fetchedRounds,
} from '../../../../renderer/features/today/run/plan-results.ts';
import type * as RunItemsModule from '../../../../renderer/features/today/run/run-items.svelte.ts';
import { createFixture, STATES } from '../../fixture/host.ts';
import { compiled } from '../../support/compiled.ts';
import { NOW_MS } from '../../fixture/time.ts';

/* Tests the HTML of the running plan at the bottom of Today. */
const load = compiled();
const pageSchema = z.object({ offset: z.number(), limit: z.number() });
const renderedSchema = z.object({ body: z.string() });

const cost = { requests: 1, records: 4, pageTurns: 0, companies: 1 };
const item = (companyId: string, step: PlanStep) => ({
  key: `contacts/${companyId}`,
  kind: 'contacts',
  companyId,
  companyName: companyId,
  searchId: null,
  searchName: null,
  lane: 'window-closing',
  certainty: 'exact',
  value: 1,
  saves: null,
  cost,
  why: { why: 'listed' },
  step,
  spent: step === 'done' ? cost : null,
  news: null,
  contacts: null,
});
const run = planRunSchema.parse({
  id: '1',
  state: 'running',
  paused: null,
  by: 'seller',
  approvedAtMs: NOW_MS,
  approved: { ...cost, requests: 2, records: 8, companies: 2 },
  spent: cost,
  total: 2,
  done: 1,
  items: [item('Ada', 'done'), item('Bo', 'under-way')],
  skipped: 0,
  behind: 0,
});
const entry = (change: Partial<QueueEntry>): QueueEntry => ({
  id: 1,
  endpoint: 'contacts',
  call: '',
  companyId: 'Bo',
  companyName: 'Bo',
  screen: 'today',
  reason: 'Plan: contacts',
  lane: 'window-closing',
  cost,
  state: 'waiting',
  waitsFor: 'share',
  startsAtMs: NOW_MS + 72_000,
  ...change,
});

async function textWith(
  queue: readonly QueueEntry[],
  work: Progress | null = null,
  shown = run,
): Promise<string> {
  const { render } = await load('svelte/server');
  const { default: component } = await load('/renderer/features/today/run/PlanRun.svelte');
  const progress = { of: () => work };
  const app = { clock: { nowMs: NOW_MS }, quota: { status: { queue } }, progress };
  const { body } = renderedSchema.parse({
    body: render(component, { props: { app, plan: {}, run: shown } }).body,
  });
  return body
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(' :', ':')
    .trim();
}

test('a request that waits in the queue is described in the words of the status bar', async () => {
  const waiting = entry({});
  const [, time = ''] = /(starts .*)$/.exec(entryDetails(waiting, NOW_MS)) ?? [];
  expect(time).toMatch(/^starts \d\d:\d\d, to keep half of each minute’s requests for you$/);
  const text = await textWith([entry({ companyId: 'Other' }), waiting]);
  expect(text).toContain('1 of 2 requests');
  expect(text).toContain(`Contacts for Bo: ${time}`);
});

test('states how many requests were skipped and why, during the run and after it', async () => {
  const items = [
    item('Ada', 'done'),
    item('Bo', 'marked-done'),
    item('Cy', 'marked-done'),
    item('Di', 'snoozed'),
    item('Ed', 'failed'),
  ];
  for (const state of ['running', 'over'] as const) {
    const counts = { total: 6, done: 5, skipped: 3 };
    const text = await textWith([], null, planRunSchema.parse({ ...run, ...counts, state, items }));
    expect(text).toContain('2 of 3 requests, 3 skipped');
    expect(text).toContain('Skipped 3 requests: 2 for companies marked as done, 1 for a snoozed company');
    // Each failed request is listed, but the skipped ones are only counted.
    expect(text).not.toContain('Bo');
  }
  expect(await textWith([])).not.toContain('Skipped');
});

test('a request that was sent is running, as in the status bar', async () => {
  const sent = entry({ state: 'under-way', waitsFor: null, startsAtMs: null });
  expect(entryDetails(sent, NOW_MS)).toMatch(/running$/);
  expect(await textWith([sent])).toContain('Contacts for Bo: running');
  expect(await textWith([])).toContain('Contacts for Bo: running');
});

test('the progress is the one that the status bar shows', async () => {
  const work: Progress = {
    id: '1',
    kind: 'plan',
    done: 0,
    total: 2,
    startedAtMs: NOW_MS,
    cost: { ...cost, requests: 0, records: 0, companies: 0 },
    canCancel: true,
    isStopping: false,
  };
  expect(progressLine([work])).toBe('Running plan: 0 of 2');
  const backup = { ...work, id: '2', kind: 'backup' as const };
  expect(progressLine([work, backup])).toBe('Running plan: 0 of 2 · Backing up');
  expect(progressLine([work, backup, { ...backup, id: '3' }])).toBe(
    'Running plan: 0 of 2 · 2 more in progress',
  );
  expect(await textWith([], work)).toContain('0 of 2 requests · 0 records spent so far');
  expect(await textWith([])).toContain('1 of 2 requests · 4 records spent so far');
});

test('a plan that has ended leads to the companies it fetched data for, or to its requests', async () => {
  const over = { ...run, state: 'over' as const, done: 2 };
  expect(await textWith([], null, over)).toMatch(
    /^Plan ended 2 of 2 requests · 4 of 8 approved records spent Show 1 company/,
  );
  const nothing = { ...over, items: over.items.map((each) => ({ ...each, step: 'free' as const })) };
  expect(await textWith([], null, nothing)).toMatch(/Show requests/);
  expect(await textWith([])).not.toMatch(/Show (requests|1 company)/);
});

test('lists each company once, those with contacts first', () => {
  const profile = { ...item('Bo', 'done'), kind: 'profile' as const };
  const items = planRunSchema.shape.items.parse([
    profile,
    { ...item('Ada', 'done'), contacts: 4 },
    { ...item('Bo', 'done'), contacts: 0 },
    item('Cy', 'under-way'),
  ]);
  expect(fetchedCompanies(items)).toEqual([
    { companyId: 'Ada', text: 'Contacts for Ada: 4 contacts' },
    { companyId: 'Bo', text: 'Contacts for Bo: no contacts' },
  ]);
});

test('a plan that has ended also lists the rounds it fetched for each search, with the number of new rounds', async () => {
  const rounds = (key: string, searchId: string, news: number, step: 'done' | 'free' = 'done') => ({
    ...item(key, 'done'),
    step,
    kind: 'older' as const,
    companyId: null,
    companyName: null,
    searchId,
    searchName: `Search ${searchId}`,
    news,
  });
  const items = planRunSchema.shape.items.parse([
    item('Ada', 'done'),
    rounds('a', '1', 3),
    rounds('b', '2', 0),
    rounds('c', '1', 2),
    rounds('d', '3', 9, 'free'),
  ]);
  expect(fetchedRounds(items)).toEqual([
    { kind: 'older', searchId: '1', news: 5, text: 'Older rounds for “Search 1”: 5 new rounds' },
    { kind: 'older', searchId: '2', news: 0, text: 'Older rounds for “Search 2”: no new rounds' },
  ]);
  const over = { ...run, state: 'over' as const, done: 5, items };
  expect(await textWith([], null, over)).toContain('Show 1 company and 5 new rounds');
  const onlyRounds = { ...over, items: items.slice(1) };
  expect(await textWith([], null, onlyRounds)).toContain('Show 5 new rounds');
  const nothingNew = { ...over, items: items.slice(2, 3) };
  expect(await textWith([], null, nothingNew)).toContain('Show results');
});

test('lists the results of all requests of a large plan once it has ended', async () => {
  const { RunItems } = (await load(
    '/renderer/features/today/run/run-items.svelte.ts',
  )) as typeof RunItemsModule;
  const stored = planRunSchema.shape.items.element
    .array()
    .parse(Array.from({ length: 120 }, (_, at) => item(`Co ${at}`, 'done')));
  const pages: unknown[] = [];
  const { port: fixture } = createFixture(STATES.account);
  const port: Port = {
    ...fixture,
    request: (channel, input) => {
      if (channel !== 'plan.runItems') return fixture.request(channel, input);
      const { offset, limit } = pageSchema.parse(input);
      pages.push(input);
      const value = { items: stored.slice(offset, offset + limit), total: stored.length };
      return Promise.resolve({ ok: true, value });
    },
  };
  const all = new RunItems(createApi<typeof contract>(port));
  const running = { ...run, total: 120, items: stored.slice(100) };
  await all.load(running);
  expect([pages.length, all.of(running).length]).toEqual([0, 20]);
  const over = { ...running, state: 'over' as const };
  await all.load(over);
  await all.load(over);
  expect(pages).toEqual([0, 50, 100].map((offset) => ({ id: '1', offset, limit: 50 })));
  expect(fetchedCompanies(all.of(over))).toHaveLength(120);
  expect(all.of({ ...over, id: '2' })).toHaveLength(20);
});

test('the rounds of a search lead to the companies that the search found since the plan was approved', () => {
  const atMs = Date.parse('2026-11-28T12:00:00');
  const since = { step: 'found', from: '2026-11-28' };
  expect(companiesOfRounds('7', atMs)).toEqual({ ...NO_FILTERS, outcome: { ...since, source: '7' } });
  // A catch-up belongs to no saved search.
  expect(companiesOfRounds(null, atMs)).toEqual({ ...NO_FILTERS, outcome: { ...since, source: null } });
});
