import assert from 'node:assert/strict';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { AppError } from '../../../shared/app-error.ts';
import type { Budget, LedgerRow } from '../../../shared/model/budget.ts';
import type { TranscriptEntry } from '../../../electron/simulator/service/transcript.ts';
import type { AppBench } from './app-bench.ts';
import type { Core } from './core-bench.ts';
import { withoutServiceError } from '../../support/common/failure.ts';
import type { Bench } from './bench.ts';
import { numberAt, pick } from './requests.ts';

/** The parts of the product with a ledger: the client alone, or the whole app. */
export type LedgerOwner = Core | AppBench;

const PAGE = 50;

/** Returns all ledger rows, oldest first. */
export async function ledgerOf(owner: LedgerOwner): Promise<LedgerRow[]> {
  const rows: LedgerRow[] = [];
  for (;;) {
    const at = { offset: rows.length, limit: PAGE };
    const page =
      'governor' in owner ? owner.governor.ledger(at.offset, at.limit) : await owner.api.quota.ledger(at);
    rows.push(...page.rows);
    if (page.rows.length === 0 || rows.length >= page.total) return rows.toReversed();
  }
}

const SENT: ReadonlySet<LedgerRow['state']> = new Set(['reserved', 'spent', 'released', 'unknown']);

export interface MatchOptions {
  /** Requests up to this sequence number are ignored. The default is 0. */
  readonly sinceSeq?: number;
  /**
   * Whether the ledger may count more requests than the service charged, because the service may charge
   * nothing for some requests.
   */
  readonly mayCostLess?: boolean;
}

/**
 * Asserts that the ledger and the service's transcript list the same requests in the same order. Each row
 * must count at least the requests, records and page turns that the service charged. Unless `mayCostLess` is
 * set, a `spent` row must count exactly the requests charged. Company counts are compared as running
 * totals.
 */
export async function assertLedger(
  bench: Bench,
  owner: LedgerOwner,
  options: MatchOptions = {},
): Promise<void> {
  const entries = bench.simulator.transcript(options.sinceSeq ?? 0);
  const rows = (await ledgerOf(owner)).filter(({ state }) => SENT.has(state));
  const sizes = `${rows.length} ledger rows, ${entries.length} calls`;
  let next = 0;
  // The number of companies that the app has counted so far, minus the number that the service has charged.
  // Must never be negative. Individual rows cannot be compared, because the app may count a company at an
  // earlier request than the service does.
  let companies = 0;
  for (const row of rows) {
    const entry = entries[next];
    // Skips a request that never reached the service, because the transcript does not contain it.
    const isUnseen = row.state === 'released' && row.status === null && entry?.status !== 0;
    if (isUnseen) continue;
    next += 1;
    assert.ok(entry !== undefined, `${row.call} never reached the service (${sizes})`);
    assertRow(row, entry, options.mayCostLess === true);
    companies += (row.cost ?? row.reserved).companies - entry.charged.companies;
    assert.ok(companies >= 0, `${row.call}: fewer companies than charged so far`);
  }
  assert.equal(next, entries.length, `calls without a ledger row (${sizes})`);
}

const callOf = ({ path, query }: TranscriptEntry): string =>
  `${path.replace(/^\/api\/v1/, '')}${query === '' ? '' : `?${query}`}`;

function assertRow(row: LedgerRow, entry: TranscriptEntry, mayCostLess: boolean): void {
  const { charged } = entry;
  const details = `${row.call}: ${row.state} ${JSON.stringify(row.cost)}, charged ${JSON.stringify(charged)}`;
  assert.equal(row.call, callOf(entry), details);
  if (row.status !== null) assert.equal(row.status, entry.status, details);
  assert.notEqual(row.state, 'reserved', details);
  if (row.state === 'released') {
    assert.deepEqual(charged, { requests: 0, records: 0, pageTurns: 0, companies: 0 }, details);
    return;
  }
  const counted = row.state === 'spent' ? row.cost : row.reserved;
  assert.ok(counted !== null, details);
  assert.ok(counted.records >= charged.records, `too few records: ${details}`);
  assert.ok(counted.pageTurns >= charged.pageTurns, `too few page turns: ${details}`);
  assert.ok(counted.requests >= charged.requests, `too few requests: ${details}`);
  if (!mayCostLess && row.state === 'spent') assert.equal(counted.requests, charged.requests, details);
}

const COUNTED: ReadonlyArray<readonly [budget: Budget, path: string]> = [
  ['day', 'daily.used'],
  ['month-requests', 'monthly.used'],
  ['month-records', 'monthlyRecords'],
  ['export', 'monthly_export.used'],
  ['companies-day', 'daily_company_detail.used'],
  ['page-turns', 'monthly_pagination.used'],
];

export async function serviceCounters(bench: Bench): Promise<unknown> {
  return pick(await bench.control('state'), 'counters');
}

/** Returns the app's count for a budget: used, reserved and unknown amounts, plus usage by other devices. */
export async function appCount(owner: LedgerOwner, budget: Budget): Promise<number> {
  const { budgets } = 'governor' in owner ? owner.governor.status() : await owner.api.quota.status({});
  const state = budgets.find((one) => one.budget === budget);
  assert.ok(state !== undefined, `no budget ${budget}`);
  return state.used + state.reserved + state.unknown + (state.others ?? 0);
}

/**
 * Asserts that the app counts at least as much as the service. `unread` is the number of requests that
 * `/stats` does not include yet; the app's counts of requests may be lower by up to this number.
 */
export async function assertCountsEnough(bench: Bench, owner: LedgerOwner, unread = 0): Promise<void> {
  const counters = await serviceCounters(bench);
  for (const [budget, path] of COUNTED) {
    const used = numberAt(counters, path);
    const counted = await appCount(owner, budget);
    const unreadUse = path === 'daily.used' || path === 'monthly.used' ? unread : 0;
    assert.ok(counted >= used - unreadUse, `${budget}: the ledger counts ${counted}, the service ${used}`);
  }
}

/**
 * Returns the `AppError` of a failed call, or null if the call succeeds. Rethrows internal errors and errors
 * that are not an AppFailure.
 */
export async function errorOf(work: Promise<unknown>): Promise<AppError | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (!(error instanceof AppFailure) || error.appError.kind === 'internal') throw error;
    return withoutServiceError(error.appError);
  }
}

/** Returns the sequence number of the latest request, for `sinceSeq`. */
export const lastSeq = ({ simulator }: Bench): number => simulator.transcript().at(-1)?.seq ?? 0;

export async function lastRow(owner: LedgerOwner): Promise<LedgerRow> {
  const row = (await ledgerOf(owner)).at(-1);
  assert.ok(row !== undefined, 'the ledger is empty');
  return row;
}
