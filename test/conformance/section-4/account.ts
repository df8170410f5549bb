import assert from 'node:assert/strict';
import { fetchUsage } from '../kit/actions.ts';
import { GENEROUS } from '../kit/core-bench.ts';
import type { Bench, Row } from '../kit/bench.ts';
import { lastSeq } from '../kit/match-ledger.ts';
import { patchNext, required } from '../kit/requests.ts';

const HOUR_MS = 3_600_000;
const HOSTILE = '\u202e<img src=x onerror=alert(1)>';

/** Rows for the account's usage as reported by `/stats`. */
export const ROWS_4_ACCOUNT: readonly Row[] = [
  {
    id: 'R-4-12-a',
    title: 'stats: the account’s days and figures are stored, less this app’s own requests',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      await useOfOthers(bench);
      await hostileFigures(bench);
      await nothingByItself(bench);
    },
  },
];

const accountOf = async (bench: Bench) => (await bench.app()).api.quota.account({});
const todayIn = ({ days }: Awaited<ReturnType<typeof accountOf>>) => required(days.at(-1), 'no day');

async function useOfOthers(bench: Bench): Promise<void> {
  const app = await bench.app();
  await app.search({ limit: 5 });
  await bench.control('ghost', { requestsPerHour: 60 });
  bench.simulator.advance(HOUR_MS);
  await fetchUsage(app);
  const account = await accountOf(bench);
  const { own, others } = todayIn(account);
  // The app itself made three requests: one to connect, the search, and this `/stats` request.
  assert.deepEqual([own, others], [3, 60]);
  assert.equal(account.days.length, 30);
  assert.deepEqual(account.excessive?.requests, 60);
  const { reading } = account;
  assert.equal(reading?.keyName, 'Production key');
  assert.equal(reading.averageResponseTime, 42.5);
  assert.ok((reading.keyCreatedAtMs ?? 0) > 0 && (reading.keyLastUsedAtMs ?? 0) > 0);
  assert.ok((reading.endpoints ?? []).length >= 1, 'no endpoints');
  assert.ok((reading.successful ?? 0) >= 3, `successful: ${reading.successful}`);
}

async function hostileFigures(bench: Bench): Promise<void> {
  const app = await bench.app();
  bench.passMinute();
  await patchNext(
    bench,
    '/stats',
    {
      api_key: { name: HOSTILE, created_at: 'yesterday', last_used_at: [], type: 'live' },
      average_response_time: -1,
      daily_usage: [{ date: '9999-12-31', requests: 9 }, { date: HOSTILE, requests: 1 }, 7, null],
      endpoints_used: Array.from({ length: 900 }, (_, at) => `${HOSTILE}${at}`),
      failed_requests: 1e300,
      successful_requests: null,
    },
    ['total_requests', 'user_rate_limit'],
  );
  await fetchUsage(app);
  const { reading, days } = await accountOf(bench);
  assert.deepEqual(
    [reading?.keyCreatedAtMs, reading?.averageResponseTime, reading?.failed, reading?.total],
    [null, null, null, null],
  );
  assert.equal(reading?.endpoints?.length, 50);
  assert.equal(days.at(-1)?.others, 60, 'a report without the day erased it');
}

/**
 * Checks that the daily `/stats` request is off until the user turns it on, and that turning it on sends no
 * request.
 */
async function nothingByItself(bench: Bench): Promise<void> {
  const { api } = await bench.app();
  const { daily } = await accountOf(bench);
  assert.equal(daily.isOn, false);
  const sinceSeq = lastSeq(bench);
  await api.quota.setDailyReading({ isOn: true, accepted: GENEROUS });
  await api.quota.setDailyReading({ isOn: false, accepted: GENEROUS });
  await api.quota.setAlert({ above: 60 });
  assert.equal((await accountOf(bench)).excessive, null);
  assert.equal(bench.simulator.transcript(sinceSeq).length, 0);
}
