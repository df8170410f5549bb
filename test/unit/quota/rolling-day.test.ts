import { describe, expect, it } from 'vitest';
import {
  START_MS,
  budgetOf,
  createGoverned,
  detailCall,
  listCall,
  readingWith,
  type Governed,
} from '../../support/quota/manual-governor.ts';
import { failureOf } from '../../support/common/failure.ts';

/* Accounts whose daily budgets cover the last 24 hours. The governor starts on 14 May 2026 at 10:00 UTC. */

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const other = (name: string) => ({ ...listCall(5), canonical: `/${name}` });

const dayOf = ({ governor }: Governed) => budgetOf(governor, 'day');
const read = (governed: Governed, budgets: Parameters<typeof readingWith>[0]): void =>
  governed.governor.reconcile(readingWith(budgets), governed.governor.serverNowMs());

async function spend(governed: Governed, name: string): Promise<void> {
  const running = governed.run(other(name));
  await governed.clock.advance(0);
  governed.sent[0]?.answer({ rows: 0 });
  await running;
}

/** Sends a request that the service refuses, because the daily limit is reached. */
async function refuse(governed: Governed, limit: number, resetMs: number): Promise<void> {
  const running = governed.run(other(`refused-${limit}-${resetMs}`));
  await governed.clock.advance(0);
  governed.sent[0]?.answer({
    status: 429,
    body: { error: 'limit', limit_type: 'daily', limit, used: limit },
    headers: { 'x-ratelimit-reset': String(Math.floor(resetMs / 1_000)) },
    value: null,
  });
  await failureOf(running);
}

/**
 * Sends three requests, an hour apart. The service then refuses a fourth, because the daily limit is three.
 */
async function usedUp(): Promise<Governed> {
  const governed = createGoverned();
  for (const name of ['first', 'second', 'third']) {
    await spend(governed, name);
    await governed.clock.advance(HOUR_MS);
  }
  await refuse(governed, 3, START_MS + DAY_MS);
  return governed;
}

describe('a rolling day', () => {
  it('is recognised by a reset 24 hours after a request, and reopens as its requests leave it', async () => {
    const governed = await usedUp();
    expect(dayOf(governed)).toMatchObject({ limit: 3, used: 3, left: 0 });
    await governed.clock.advance(21 * HOUR_MS - 2 * MINUTE_MS);
    expect(await failureOf(governed.run(detailCall('a')))).toMatchObject({ budget: 'day' });
    await governed.clock.advance(4 * MINUTE_MS);
    expect(dayOf(governed)).toMatchObject({ used: 2, left: 1, closedUntilMs: null });
    await spend(governed, 'fourth');
    // The second request was sent an hour after the first one, so it also leaves the window an hour later.
    // Until then, nothing may be sent.
    const refused = await failureOf(governed.run(detailCall('a')));
    expect(refused).toMatchObject({ kind: 'quota-exhausted', budget: 'day' });
    const opensAtMs = refused.kind === 'quota-exhausted' ? refused.resetsAtMs : 0;
    expect(Math.abs(opensAtMs - START_MS - DAY_MS - HOUR_MS)).toBeLessThan(MINUTE_MS);
    expect(governed.sent).toHaveLength(0);
    await governed.clock.advance(HOUR_MS);
    expect(dayOf(governed)).toMatchObject({ used: 2, left: 1 });
    await spend(governed, 'fifth');
  });

  it('is recognised by a reset that moves', async () => {
    const governed = createGoverned();
    await spend(governed, 'first');
    read(governed, { daily: { used: 1, resetsAtMs: START_MS + 2 * HOUR_MS } });
    await governed.clock.advance(3 * HOUR_MS);
    expect(dayOf(governed).used).toBe(0);
    read(governed, { daily: { used: 1, resetsAtMs: START_MS + 7 * HOUR_MS } });
    expect(dayOf(governed)).toMatchObject({ used: 1, others: 0 });
    await governed.clock.advance(5 * HOUR_MS);
    expect(dayOf(governed).used).toBe(1);
    await governed.clock.advance(17 * HOUR_MS);
    expect(dayOf(governed).used).toBe(0);
  });

  it('is assumed while other clients leave a fixed day possible, until the service repeats the reset', async () => {
    const governed = createGoverned();
    await spend(governed, 'first');
    const resetsAtMs = START_MS + 2 * HOUR_MS;
    read(governed, { daily: { used: 40, resetsAtMs } });
    expect(dayOf(governed)).toMatchObject({ used: 1, others: 39 });
    await governed.clock.advance(3 * HOUR_MS);
    expect(dayOf(governed)).toMatchObject({ used: 1, others: 39 });
    read(governed, { daily: { used: 0, resetsAtMs: resetsAtMs + DAY_MS } });
    expect(dayOf(governed)).toMatchObject({ used: 0, left: 300, resetsAtMs: resetsAtMs + DAY_MS });
  });

  it('counts use that /stats reported for 24 hours, and use of a 429 until its reset', async () => {
    const governed = createGoverned();
    await spend(governed, 'first');
    read(governed, { daily: { used: 4, resetsAtMs: START_MS + 2 * HOUR_MS } });
    await governed.clock.advance(HOUR_MS);
    await refuse(governed, 10, START_MS + 3 * HOUR_MS);
    expect(dayOf(governed)).toMatchObject({ used: 1, others: 9, left: 0 });
    await governed.clock.advance(2 * HOUR_MS + MINUTE_MS);
    expect(dayOf(governed)).toMatchObject({ used: 1, others: 3, left: 6 });
    await governed.clock.advance(21 * HOUR_MS);
    expect(dayOf(governed)).toMatchObject({ used: 0, others: 0, left: 10 });
  });

  it('counts a company for 24 hours after its first view', async () => {
    const governed = createGoverned();
    await governed.spend(detailCall('a'));
    read(governed, { dailyCompanyDetail: { used: 1, resetsAtMs: START_MS + DAY_MS } });
    await governed.clock.advance(20 * HOUR_MS);
    expect((await governed.spend(detailCall('a'))).receipt.cost.companies).toBe(0);
    expect(budgetOf(governed.governor, 'companies-day').used).toBe(1);
    await governed.clock.advance(4 * HOUR_MS + MINUTE_MS);
    expect((await governed.spend(detailCall('a'))).receipt.cost.companies).toBe(1);
    expect(budgetOf(governed.governor, 'companies-day').used).toBe(1);
  });

  it('is forgotten with the account', async () => {
    const governed = await usedUp();
    governed.governor.keyReplaced('another-account');
    expect(dayOf(governed)).toMatchObject({ limit: 300, used: 0, resetsAtMs: Date.UTC(2026, 4, 15) });
  });
});
