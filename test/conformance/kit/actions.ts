import assert from 'node:assert/strict';
import type { ResultRow } from '../../../shared/model/company.ts';
import type { AppBench } from './app-bench.ts';
import { GENEROUS } from './core-bench.ts';
import type { Bench } from './bench.ts';
import {
  getPath,
  findCompany,
  required,
  lastCall,
  numberAt,
  onDay,
  pick,
  rowsOf,
  textAt,
} from './requests.ts';
import { assertCountsEnough, appCount, serviceCounters } from './match-ledger.ts';

/* Actions and checks shared by the conformance rows for limits, responses and switches. */

const MINUTE_MS = 60_000;

/** Fetches the usage from `/stats`, as the button on the quota screen does. */
export const fetchUsage = ({ api }: AppBench) => api.quota.confirm({ accepted: GENEROUS, screen: 'quota' });

/**
 * Fetches `/stats` twice, more than ten minutes apart, because the app lowers its counts only if two
 * responses agree.
 */
export async function fetchUsageTwice(bench: Bench, app: AppBench): Promise<void> {
  await fetchUsage(app);
  bench.simulator.advance(11 * MINUTE_MS);
  await fetchUsage(app);
}

/** Fetches the filter options, as the button on the Search screen does. */
export const refreshFilters = ({ api }: AppBench) =>
  api.search.refreshFilters({ accepted: GENEROUS, screen: 'search' });

/** Calls `/health`, as the button in Settings does. */
export const testConnection = ({ api }: AppBench) =>
  api.connection.test({ accepted: GENEROUS, screen: 'settings' });

const MAX_PAGES = 10;

/** Loads pages until the app reports that there are no more, and returns the displayed rows. */
export async function searchAll(
  app: AppBench,
  change: object = {},
  between: () => void = () => undefined,
): Promise<readonly ResultRow[]> {
  let setId = '';
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { set } = await app.search({ ...change, limit: 50, offset: page * 50 });
    setId = set.setId;
    if (set.state !== 'partial') break;
    between();
  }
  const rows: ResultRow[] = [];
  for (;;) {
    const page = await app.api.search.rows({ setId, offset: rows.length, limit: 50 });
    rows.push(...page.rows);
    if (page.rows.length === 0 || rows.length >= page.loaded) return rows;
  }
}

/** Returns the id of a company for which the service returns at least one contact. */
export const companyWithContacts = (bench: Bench): Promise<string> =>
  findCompany(
    bench,
    async (id) => {
      const { status, body } = await bench.raw(`/companies/${id}/contacts`);
      return status === 200 && Array.isArray(pick(body, 'data')) && pick(body, 'data[0]') !== undefined;
    },
    'with contacts',
  );

/** Returns the id of a company whose contact window has closed. */
export async function closedCompany(bench: Bench): Promise<string> {
  const oldRounds = `/fundings?funding_date_start=${onDay(-60)}&funding_date_end=${onDay(-45)}`;
  for (const row of rowsOf(await getPath(bench, `${oldRounds}&limit=15`))) {
    const id = textAt(row, 'company.id');
    const { status, body } = await bench.raw(`/companies/${id}/contacts`);
    if (status === 404 && pick(body, 'code') === 'CONTACTS_NOT_AVAILABLE') return id;
  }
  throw new Error('no company with closed contacts');
}

/** Returns the id of a company for which `panel`'s endpoint responds with `status`. */
export const companyWith = (bench: Bench, panel: string, status = 200): Promise<string> =>
  findCompany(
    bench,
    async (id) => (await bench.raw(`/companies/${id}/${panel}`)).status === status,
    `whose ${panel} answers with ${status}`,
  );

/** Fetches all pages of a list, up to 500 rows, and returns their rows. */
export async function rawRows(bench: Bench, path: string): Promise<readonly unknown[]> {
  const rows: unknown[] = [];
  for (;;) {
    const answer = await getPath(bench, `${path}&limit=50&offset=${rows.length}`);
    rows.push(...rowsOf(answer));
    const isLast = rowsOf(answer).length === 0 || rows.length >= numberAt(answer.body, 'pagination.total');
    if (isLast || rows.length >= 500) return rows;
  }
}

/** Sets a fault for the next requests to the simulator. */
export const setFault = (bench: Bench, action: object, more: object = {}): Promise<unknown> =>
  bench.control('faults', { faults: [{ action, ...more }] });

/** Parses a raw amount such as `5.3M`. Returns null if it contains no number. */
export function amountOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  const match = /(\d[\d,]*(?:\.\d+)?)\s*([kmb])?/i.exec(typeof value === 'string' ? value : '');
  if (match === null) return null;
  const factor = { k: 1e3, m: 1e6, b: 1e9 }[(match[2] ?? '').toLowerCase()] ?? 1;
  return Number(required(match[1], 'no digits').replaceAll(',', '')) * factor;
}

/** Asserts that two amounts are equal, allowing for the rounding of an amount such as 5.3M. */
export function assertAmount(actual: number | null, expected: number | null, words: string): void {
  if (actual === null || expected === null) assert.equal(actual, expected, words);
  else
    assert.ok(Math.abs(actual - expected) <= Math.abs(expected) * 0.051, `${words}: ${actual}, ${expected}`);
}

/** Returns the number of records that the service charged for the latest request. */
export const chargedNow = (bench: Bench) => lastCall(bench).charged;

/**
 * Fetches `/stats` twice and asserts that the app's count then equals the service's count. For
 * `month-requests`, the app's count may be up to two higher, because the two `/stats` responses may omit
 * their own requests.
 */
export async function assertEqualAfterReadings(
  bench: Bench,
  app: AppBench,
  budget: 'page-turns' | 'companies-day' | 'month-requests',
  path: string,
): Promise<void> {
  await assertCountsEnough(bench, app);
  await fetchUsageTwice(bench, app);
  const more = (await appCount(app, budget)) - numberAt(await serviceCounters(bench), path);
  const slack = budget === 'month-requests' ? 2 : 0;
  assert.ok(more >= 0 && more <= slack, `${budget}: ${more} more than the service after two readings`);
}
