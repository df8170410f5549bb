import assert from 'node:assert/strict';
import type { Bench, Row } from '../kit/bench.ts';
import {
  getPath,
  companyId,
  companyIds,
  DAY_MS,
  findCompany,
  onDay,
  pick,
  LAST_60_DAYS,
  rowsOf,
  textAt,
} from '../kit/requests.ts';
import { assertLedger, errorOf, lastRow, lastSeq } from '../kit/match-ledger.ts';
import { closedCompany, assertEqualAfterReadings, chargedNow } from '../kit/actions.ts';
import { switchRow } from '../kit/switch-row.ts';

const EVENTS = `/fundings?${LAST_60_DAYS}`;
const HOUR_MS = 3_600_000;

/**
 * Rows 20 to 24 of the register of open questions: the contact window, and the companies that the service
 * charges for.
 */
export const SWITCHES_20_TO_24: readonly Row[] = [
  switchRow({
    row: 20,
    title: 'contact window found to the hour: contacts before its end, none after',
    attempts: () => ({
      contactsFrom: (bench, value) => windowOf(bench, { isPublished: value === 'published' }),
      contactsBoundary: (bench, value) => windowOf(bench, { isInclusive: value === 'inclusive' }),
      contactsZone: (bench, value) => windowOf(bench, { isLocal: value === 'announced-offset' }),
    }),
    furtherChecks: async ({ open }) => {
      for (const contactsFrom of ['announced', 'published'] as const)
        for (const contactsBoundary of ['exclusive', 'inclusive'] as const)
          await windowOf(
            await open({ profile: { contactsFrom, contactsBoundary, contactsZone: 'announced-offset' } }),
            {
              isPublished: contactsFrom === 'published',
              isInclusive: contactsBoundary === 'inclusive',
              isLocal: true,
            },
          );
    },
  }),
  switchRow({
    row: 21,
    title: 'contacts revealed in the dashboard: a free second attempt finds them',
    furtherChecks: async ({ open }) => reveals(await open()),
  }),
  switchRow({
    row: 22,
    title: 'which requests are page turns: never counts fewer; equal after two readings',
    attempts: () => ({ pageTurns }),
  }),
  switchRow({
    row: 23,
    title: 'which endpoints are details: never counts fewer; equal after two readings',
    attempts: () => ({
      companyDetail: async (bench, value) => {
        const [first = '', second = ''] = await companyIds(bench);
        await getPath(bench, `/companies/${first}/open-roles`);
        assert.equal(chargedNow(bench).companies, value === 'detail-only' ? 0 : 1);
        const sinceSeq = lastSeq(bench);
        const app = await bench.app();
        await app.fetchRoles(second);
        await app.fetchProfile(second);
        await app.fetchRoles(second);
        await assertLedger(bench, app, { sinceSeq });
        await assertEqualAfterReadings(bench, app, 'companies-day', 'daily_company_detail.used');
      },
    }),
  }),
  switchRow({
    row: 24,
    title: 'whether repeats cost: assumed yes; equal after two readings',
    attempts: () => ({
      repeats: async (bench, value) => {
        const [first = '', second = ''] = await companyIds(bench);
        for (const times of [0, 1]) {
          await getPath(bench, `/companies/${first}`);
          const isFree = times > 0 && value === 'free';
          assert.deepEqual([chargedNow(bench).requests, chargedNow(bench).records], isFree ? [0, 0] : [1, 1]);
        }
        const sinceSeq = lastSeq(bench);
        const app = await bench.app();
        for (const times of [0, 1, 2, 3, 4]) {
          const { cost } = await app.fetchProfile(second);
          assert.equal(cost.companies, times === 0 ? 1 : 0, 'of the daily hundred');
        }
        await assertLedger(bench, app, { sinceSeq, mayCostLess: value === 'free' });
        await assertEqualAfterReadings(bench, app, 'month-requests', 'monthly.used');
      },
    }),
  }),
];

interface WindowReading {
  readonly isPublished?: boolean;
  readonly isInclusive?: boolean;
  readonly isLocal?: boolean;
}

/** Returns the UTC offset, in hours, of a time such as `2026-03-15T08:00:00-08:00`. */
const hoursEast = (stated: string): number => Number(stated.slice(-6, -3));

/**
 * Finds the end of a company's contact window with raw requests. Then checks that the app can fetch the
 * contacts shortly before the end but not after it.
 */
async function windowOf(bench: Bench, { isPublished, isInclusive, isLocal }: WindowReading): Promise<void> {
  bench.simulator.freeze(true);
  const id = await findCompany(
    bench,
    async (one) => {
      const rounds = rowsOf(await getPath(bench, `/companies/${one}/fundings`));
      const [round] = rounds;
      if (rounds.length !== 1 || Math.abs(hoursEast(textAt(round, 'fundingAnnounceDate'))) < 5) return false;
      if (textAt(round, 'fundingAnnounceDate') > onDay(1)) return false;
      const { status, body } = await bench.raw(`/companies/${one}/contacts`);
      return status === 200 && pick(body, 'data[0]') !== undefined;
    },
    'of one round in another zone',
  );
  const stated = textAt(rowsOf(await getPath(bench, `/companies/${id}/fundings`))[0], 'fundingAnnounceDate');
  const announcedMs = Date.parse(`${stated.slice(0, 10)}T00:00:00Z`);
  const endMs = await windowEnd(bench, id, announcedMs);
  const earliestMs =
    announcedMs + (isInclusive ? 31 : 30) * DAY_MS - (isLocal ? hoursEast(stated) * HOUR_MS : 0);
  const words = `the window ends ${(endMs - earliestMs) / HOUR_MS} hours after the expected end`;
  if (isPublished) assert.ok(endMs >= earliestMs - DAY_MS && endMs <= earliestMs + 15 * DAY_MS, words);
  else assert.equal(endMs, earliestMs, words);
  bench.simulator.setNow(endMs - HOUR_MS);
  const sinceSeq = lastSeq(bench);
  const app = await bench.app();
  await app.fetchProfile(id);
  await app.fetchContacts(id);
  const { people } = await app.api.companies.people({ id });
  const { row } = await app.api.companies.get({ id });
  const estimateMs = announcedMs + 30 * DAY_MS;
  // If contacts could still be fetched after the estimated end of the window, the estimate was wrong. In that
  // case, the app must no longer show an end.
  const isWrong = bench.simulator.nowMs() >= estimateMs;
  assert.equal(row.window.closesAtMs, isWrong ? null : estimateMs, 'the estimated end of the window');
  bench.simulator.setNow(endMs + HOUR_MS);
  assert.equal((await errorOf(app.fetchContacts(id)))?.kind, 'not-available');
  assert.equal((await lastRow(app)).state, 'released');
  const stored = await app.api.companies.people({ id });
  assert.deepEqual(
    stored.people.map(({ name }) => name),
    people.map(({ name }) => name),
    'contacts were lost',
  );
  assert.ok(people.length > 0);
  await assertLedger(bench, app, { sinceSeq });
}

/**
 * Finds the end of the contact window, accurate to the hour, by bisection. Requests after the end are refused
 * and cost nothing.
 */
async function windowEnd(bench: Bench, id: string, announcedMs: number): Promise<number> {
  let openMs = Math.max(announcedMs, bench.simulator.nowMs() - (bench.simulator.nowMs() % HOUR_MS));
  let closedMs = announcedMs + 48 * DAY_MS;
  while (closedMs - openMs > HOUR_MS) {
    const middleMs = openMs + Math.floor((closedMs - openMs) / 2 / HOUR_MS) * HOUR_MS;
    bench.simulator.setNow(middleMs);
    const { status } = await bench.raw(`/companies/${id}/contacts`);
    if (status === 200) openMs = middleMs;
    else closedMs = middleMs;
  }
  return closedMs;
}

async function reveals(bench: Bench): Promise<void> {
  const id = await closedCompany(bench);
  const refused = await getPath(bench, `/companies/${id}/contacts`, 404);
  assert.equal(pick(refused.body, 'code'), 'CONTACTS_NOT_AVAILABLE');
  const sinceSeq = lastSeq(bench);
  const app = await bench.app();
  await app.fetchProfile(id);
  assert.equal((await errorOf(app.fetchContacts(id)))?.kind, 'not-available');
  assert.equal((await app.api.companies.people({ id })).state, 'closed');
  await bench.control('reveal', { companyId: id });
  assert.equal(await errorOf(app.fetchContacts(id)), null);
  assert.ok(['fetched', 'told-none'].includes((await app.api.companies.people({ id })).state));
  assert.deepEqual(
    bench.simulator.transcript(sinceSeq).map(({ status }) => status),
    [200, 200, 404, 200],
  );
  await assertLedger(bench, app, { sinceSeq });
}

async function pageTurns(bench: Bench, value: string): Promise<void> {
  const id = await companyId(bench);
  const turns: number[] = [];
  for (const path of [`${EVENTS}&limit=5`, `${EVENTS}&limit=5&offset=5`]) {
    await getPath(bench, path);
    turns.push(chargedNow(bench).pageTurns);
  }
  for (const page of [1, 2]) {
    await getPath(bench, `/companies/${id}/open-roles?page=${page}&per_page=1`);
    turns.push(chargedNow(bench).pageTurns);
  }
  const expected: Record<string, number[]> = {
    'after-first-page': [0, 1, 0, 0],
    'after-first-page-and-open-roles': [0, 1, 0, 1],
    'every-list-call': [1, 1, 0, 0],
    'every-list-call-and-open-roles': [1, 1, 1, 1],
  };
  assert.deepEqual(turns, expected[value]);
  const sinceSeq = lastSeq(bench);
  const app = await bench.app();
  await app.search({ limit: 5 });
  await app.search({ limit: 5, offset: 5 });
  await app.fetchRoles(id, { perPage: 1 });
  await app.fetchRoles(id, { perPage: 1, page: 2 });
  await assertLedger(bench, app, { sinceSeq });
  await assertEqualAfterReadings(bench, app, 'page-turns', 'monthly_pagination.used');
}
