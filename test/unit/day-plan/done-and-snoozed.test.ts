import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '../../support/app/fake-clock.ts';
import { eventOf } from '../../support/webhook/webhook-receiver.ts';
import { openPlanWorld, rules, runIs, type PlanWorld } from '../handlers/plan-world.ts';

/* Tests that the plan, its rules and the closing contact windows omit done and snoozed companies. */

const MINUTE = 60_000;
const DAY = 86_400_000;
const PAGE = { offset: 0, limit: 50 };
let clock: FakeClock;
let world: PlanWorld;
beforeEach(async () => {
  clock = createFakeClock(Date.UTC(2027, 5, 10, 9));
  world = await openPlanWorld({ companies: 4, clock });
});
afterEach(() => world.dispose());

const serverNowMs = async (): Promise<number> => (await world.app.api.quota.status({})).serverNowMs;
/** Returns the kinds of a company's proposed requests, and the kinds and reasons of its skipped requests. */
async function requestsOf(id: string): Promise<{ proposed: string[]; skipped: unknown[] }> {
  const { items, skips } = (await world.app.api.plan.today({})).proposal;
  return {
    proposed: items.filter(({ companyId }) => companyId === id).map(({ kind }) => kind),
    skipped: skips
      .filter(({ companyId }) => companyId === id)
      .map(({ kind, why }) => [kind, why])
      .sort(),
  };
}
async function receiveNews(companyId: string, roundId = 'fnd_news'): Promise<void> {
  await clock.advance(MINUTE);
  const pasted = await world.app.api.signals.paste({
    text: JSON.stringify(eventOf({ companyId, roundId })),
  });
  expect(pasted).toMatchObject({ outcome: 'added' });
}

it('the plan skips a done company with the reason, until there is news', async () => {
  const { api } = world.app;
  const [done = ''] = world.listed;
  expect((await requestsOf(done)).proposed.sort()).toEqual(['contacts', 'profile']);
  await api.triage.setDone({ companyIds: [done] });
  expect(await requestsOf(done)).toEqual({
    proposed: [],
    skipped: [
      ['contacts', { why: 'done' }],
      ['profile', { why: 'done' }],
    ],
  });
  const { skipped, skipReasons } = (await api.plan.today({})).proposal;
  expect(skipReasons).toContainEqual({ why: 'done', count: 2 });
  expect(skipReasons.reduce((sum, { count }) => sum + count, 0)).toBe(skipped);
  await receiveNews(done);
  expect((await requestsOf(done)).proposed).toContain('contacts');
});

it('the plan skips a snoozed company with the end of the snooze, even if there is news', async () => {
  const { api } = world.app;
  const [snoozed = ''] = world.listed;
  const untilMs = (await serverNowMs()) + 2 * DAY;
  const { undo } = await api.triage.snooze({ companyIds: [snoozed], untilMs });
  await receiveNews(snoozed);
  expect((await requestsOf(snoozed)).proposed).toEqual([]);
  expect((await requestsOf(snoozed)).skipped).toContainEqual(['contacts', { why: 'snoozed', untilMs }]);
  await api.marks.undo({ token: undo ?? '' });
  expect((await requestsOf(snoozed)).proposed).toContain('contacts');
});

it('the plan skips the refresh of a watched company that is done, and mentions the company once', async () => {
  const { api } = world.app;
  const [done = ''] = world.listed;
  const watch = { id: world.listId, watched: true, refreshDays: 1, recordsAMonth: 60 };
  await api.watch.set(watch);
  await clock.advance(2 * DAY);
  await api.triage.setDone({ companyIds: [done] });
  expect((await requestsOf(done)).skipped).toEqual([
    ['contacts', { why: 'done' }],
    ['profile', { why: 'done' }],
  ]);
});

it('rules fetch no contacts of done and snoozed companies', async () => {
  const { api } = world.app;
  const [done = '', snoozed = '', ...others] = world.listed;
  await api.triage.setDone({ companyIds: [done] });
  await api.triage.snooze({ companyIds: [snoozed], untilMs: (await serverNowMs()) + 2 * DAY });
  const list = { listId: world.listId, weight: 2, prefetch: true, reveals: false } as const;
  await api.plan.setRules({ rules: rules({ lists: [list], prefetchRecords: 500 }) });
  await clock.advance(31 * MINUTE);
  const { items } = await runIs(world);
  const fetched = items.map(({ companyId }) => companyId);
  expect(fetched.length).toBeGreaterThan(0);
  expect(others).toEqual(expect.arrayContaining(fetched));
});

it('a company handled today counts as handled because of its unseen signal, until the signal is newer', async () => {
  const { api } = world.app;
  const [first = '', second = ''] = world.listed;
  const handled = async () => (await api.plan.closing(PAGE)).handled.map(({ companyId }) => companyId);
  await receiveNews(first);
  await api.triage.setDone({ companyIds: [first] });
  // The second company has no signal, and its contact window does not close soon. It was therefore not on
  // Today, and does not count as handled.
  await api.triage.setDone({ companyIds: [second] });
  expect(await handled()).toEqual([first]);
  await receiveNews(first, 'fnd_later');
  expect(await handled()).toEqual([]);
});

it('closing contact windows leave out done and snoozed companies, until there is news', async () => {
  const { api } = world.app;
  await api.demo.travel({ days: 21 });
  const closing = async () => api.plan.closing(PAGE);
  const before = await closing();
  const [done, snoozed, ...others] = before.rows.map(({ companyId }) => companyId);
  if (done === undefined || snoozed === undefined) throw new Error('too few windows close');
  await api.triage.setDone({ companyIds: [done] });
  await api.triage.snooze({ companyIds: [snoozed], untilMs: (await serverNowMs()) + 2 * DAY });
  const after = await closing();
  expect(after.rows.map(({ companyId }) => companyId)).toEqual(others);
  expect([after.total, after.marks, after.news]).toEqual([before.total - 2, [], []]);
  expect(after.handled.map(({ companyId, mark }) => [companyId, mark.state]).toSorted()).toEqual(
    [
      [done, 'done'],
      [snoozed, 'snoozed'],
    ].toSorted(),
  );
  await receiveNews(done);
  const brought = await closing();
  const [mark] = brought.marks;
  expect(brought.rows.map(({ companyId }) => companyId)).toContain(done);
  expect(brought.marks.map(({ companyId }) => companyId)).toEqual([done]);
  expect(brought.news.map(({ companyId }) => companyId)).toEqual([done]);
  expect(brought.news[0]?.atMs).toBeGreaterThan(mark?.mark.setAtMs ?? Infinity);
  expect(brought.handled.map(({ companyId }) => companyId)).toEqual([snoozed]);
  // On the next day, the company is still snoozed, but `handled` contains only companies that were handled
  // today.
  await api.demo.travel({ days: 1 });
  expect((await closing()).handled).toEqual([]);
});
