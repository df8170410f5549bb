import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Cost } from '../../../shared/model/budget.ts';
import { createCutOff, type CutOff } from '../../support/app/cut-off-transport.ts';
import { createFakeClock, type FakeClock } from '../../support/app/fake-clock.ts';
import { startTestApp, type TestApp } from '../../support/app/test-app.ts';
import { roundsOf } from '../handlers/plan-world.ts';

/*
 * Catching up on a gap of several date ranges, while the network fails again and again. The app must never
 * spend more than the accepted cost.
 */

const DAY = 86_400_000;
const NOTHING: Cost = { requests: 0, records: 0, pageTurns: 0, companies: 0 };
const screen = 'today' as const;
/** A long timeout, because the machine may be busy. */
const BOUND = { timeout: 20_000 };
let clock: FakeClock;
let app: TestApp;
let cutOff: CutOff;

async function searchOn(dayMs: number): Promise<void> {
  const day = new Date(dayMs).toISOString().slice(0, 10);
  const query = { ...roundsOf(dayMs, 50), fundingDateStart: day, fundingDateEnd: day };
  const accepted = { requests: 1, records: 50, pageTurns: 1, companies: 0 };
  await app.api.search.run({ question: { list: 'fundings', query }, accepted, screen: 'search' });
}
const gap = async () => (await app.api.plan.gap({})).gap;
const recordsUsed = async (): Promise<number> =>
  (await app.api.demo.transcript({ offset: 0, limit: 50 })).calls.reduce(
    (sum, { cost }) => sum + cost.records,
    0,
  );
const nowMs = async (): Promise<number> => (await app.api.quota.status({})).serverNowMs;

beforeEach(async () => {
  cutOff = createCutOff();
  clock = createFakeClock(Date.UTC(2026, 4, 14, 10));
  app = await startTestApp({ demo: true, ports: { clock, transport: cutOff.transport } });
  await searchOn(await nowMs());
  await app.api.demo.travel({ days: 1 });
  await app.api.plan.catchUp({ accepted: (await gap())?.preview.cost ?? NOTHING, screen });
  await app.api.demo.travel({ days: 26 });
  // Stores one day in the middle of the gap, to split the missing days into separate ranges.
  await searchOn((await nowMs()) - 3 * DAY);
  expect((await gap())?.stretches.length).toBeGreaterThan(1);
});
afterEach(() => app.dispose());

it('shows the refusal by the spending cap of Signals there, and only there', async () => {
  await app.api.quota.setAllowance({ scope: 'screen-signals', period: 'day', records: 0 });
  const found = await gap();
  expect(found?.previewInSignals.decision).toMatchObject({ kind: 'refuse', allowance: 'screen-signals' });
  expect(found?.preview.decision.kind).toBe('go');
  expect(found?.previewInSignals.cost).toEqual(found?.preview.cost);
});

it('what waits for the network and came in part waits for the seller’s word, at the price of the rest', async () => {
  const accepted = (await gap())?.preview.cost ?? NOTHING;
  const before = await recordsUsed();
  const states = async () => (await app.api.offline.list({})).calls.map(({ state }) => state);
  cutOff.pages = 1;
  await app.api.offline.add({ ask: { kind: 'catch-up' }, accepted, screen });
  await expect
    .poll(async () => {
      await clock.advance(5_000);
      return states();
    }, BOUND)
    .toEqual(['unknown']);
  cutOff.pages = Infinity;
  await clock.advance(3_600_000);
  const [call] = (await app.api.offline.list({})).calls;
  expect(call?.state).toBe('unknown');
  await app.api.offline.accept({ id: call?.id ?? '', accepted: call?.now?.cost ?? NOTHING });
  await expect
    .poll(async () => {
      await clock.advance(5_000);
      return states();
    }, BOUND)
    .toEqual(['done']);
  expect((await recordsUsed()) - before).toBeLessThanOrEqual(accepted.records);
});

it('by hand, results from before a network failure are reported with their receipt and the reason for the stop', async () => {
  const accepted = (await gap())?.preview.cost ?? NOTHING;
  const before = await recordsUsed();
  cutOff.pages = 1;
  const catching = app.api.plan.catchUp({ accepted, screen });
  const ended = catching.finally(() => (cutOff.pages = Infinity));
  await expect
    .poll(async () => {
      await clock.advance(5_000);
      return cutOff.pages;
    }, BOUND)
    .toBe(Infinity);
  const { receipts, stopped, news } = await ended;
  expect(stopped).toMatchObject({ kind: 'network', reason: 'offline' });
  expect(receipts.reduce((sum, { cost }) => sum + cost.records, 0)).toBe((await recordsUsed()) - before);
  expect([receipts.length, news > 0]).toEqual([1, true]);
});

it('by hand, a failure before anything was charged is an error', async () => {
  const accepted = (await gap())?.preview.cost ?? NOTHING;
  cutOff.pages = 0;
  const failed = app.api.plan.catchUp({ accepted, screen }).catch((error: unknown) => {
    cutOff.pages = Infinity;
    return error;
  });
  await expect
    .poll(async () => {
      await clock.advance(5_000);
      return cutOff.pages;
    }, BOUND)
    .toBe(Infinity);
  expect(await failed).toMatchObject({ appError: { kind: 'network', reason: 'offline' } });
});
