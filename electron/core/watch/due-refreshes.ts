import type { ContactWindow } from '../../../shared/model/company.ts';
import type { DueCompany } from '../../../shared/model/watch.ts';
import { companyRows } from '../database/queries/cache/companies.ts';
import { recordsByList } from '../database/queries/ledger/refresh-use.ts';
import type { ReadDb } from '../database/sql.ts';
import { clip } from '../foundation/clip-text.ts';
import { windowOf } from '../database/queries/cache/contact-window.ts';
import { isLocalCompanyId } from '../foundation/local-company-id.ts';
import { fitsOf } from '../market/fit-scores.ts';
import { readErased } from '../privacy/erasure-records.ts';
import { certainlyOurs } from '../user-data/ours/ours-marks.ts';
import { windowStartMs } from '../quota/policy/windows.ts';
import type { CallContext } from '../service-api/governed-request.ts';
import {
  listsWithRules,
  watchedCompanies,
  type WatchedCompany,
  type WatchedListParts,
} from './watched-lists.ts';
import { DAY_MS } from '../../../shared/durations.ts';

/*
 * Finds the watched companies that are due for a refresh. A refresh fetches the company's profile, which
 * costs one record and includes new rounds and contacts (spec §4.3).
 */

/** Price of a company's profile, in records (spec §4.3, §8). */
export const PROFILE_RECORDS = 1;

interface Files {
  readonly cache: ReadDb;
  readonly yours: ReadDb;
  readonly ledger: ReadDb;
}

/** A company that is due for a refresh. The price of the refresh is not included. */
export type Due = Omit<DueCompany, 'cost'>;

/**
 * Returns the value of a refresh as the product of three factors: how overdue it is (1 to 3), the fit (0.5 to
 * 1.5, or 1 without a market), and the contact window (1.5 while open, otherwise 1).
 */
export function valueOf(facts: {
  readonly ageMs: number | null;
  readonly refreshDays: number;
  /** The fit, from 0 to 100; null if the user has not set a market. */
  readonly fit: number | null;
  readonly window: ContactWindow['state'];
}): number {
  const { ageMs, refreshDays, fit, window } = facts;
  const overdue = ageMs === null ? 3 : Math.min(3, Math.max(1, ageMs / (refreshDays * DAY_MS)));
  const fitting = fit === null ? 1 : 0.5 + fit / 100;
  return Math.round(overdue * fitting * (window === 'open' ? 1.5 : 1) * 100) / 100;
}

/**
 * Returns the companies that are due for a refresh, the most valuable first. A company's `allowed` is false
 * if the companies before it use up its list's monthly allowance. An erased company is omitted until it is
 * fetched again. Companies marked as "Already yours", such as customers, and companies without a service id
 * are never due.
 */
export function dueCompanies(files: Files, nowMs: number): Due[] {
  return withinAllowances(dueUnlessOurs(files, nowMs).due, allowancesLeft(files, nowMs));
}

/**
 * Returns how many companies are not due only because they are marked as "Already yours". If `listId` is
 * null, counts the companies of all lists.
 */
export function countOursDue(files: Files, nowMs: number, listId: string | null): number {
  return dueUnlessOurs(files, nowMs).ours.filter((each) => listId === null || each.listId === listId).length;
}

/**
 * Returns two groups of companies. `due`: companies that are due. `ours`: companies that would be due if they
 * were not marked as "Already yours".
 */
function dueUnlessOurs(files: Files, nowMs: number): Record<'due' | 'ours', Omit<Due, 'allowed'>[]> {
  const valued = valuedDue(files, nowMs);
  const ours = certainlyOurs(
    files,
    valued.map(({ companyId }) => companyId),
  );
  return {
    due: valued.filter(({ companyId }) => !ours.has(companyId)),
    ours: valued.filter(({ companyId }) => ours.has(companyId)),
  };
}

function valuedDue(files: Files, nowMs: number): Omit<Due, 'allowed'>[] {
  const watched = watchedCompanies(files.yours);
  const rows = companyRows(files.cache, [...watched.keys()]);
  const isErased = readErased(files.yours);
  const due = [...watched.values()].flatMap((company) => {
    const row = rows.get(company.companyId);
    if (isLocalCompanyId(company.companyId)) return [];
    if (row === undefined && isErased?.(company.companyId) === true) return [];
    const fetchedAtMs = row?.stamp.fetchedAtMs ?? null;
    const by = firstDue(company, fetchedAtMs);
    return by.dueSinceMs > nowMs ? [] : [{ company, row, fetchedAtMs, ...by }];
  });
  const fits = fitsOf(
    files,
    due.map(({ company }) => company.companyId),
  );
  const valued = due.map(({ company, row, fetchedAtMs, list, dueSinceMs }) => ({
    companyId: company.companyId,
    companyName: clip(row?.name ?? company.companyName, 500),
    listId: String(list.listId),
    listName: clip(list.listName, 80),
    fetchedAtMs,
    dueSinceMs,
    value: valueOf({
      ageMs: fetchedAtMs === null ? null : nowMs - fetchedAtMs,
      refreshDays: list.refreshDays,
      fit: fits.get(company.companyId)?.score ?? null,
      window: row === undefined ? 'unknown' : windowOf(row.announcedOn, row.contacts, nowMs).state,
    }),
  }));
  return valued.toSorted((a, b) => b.value - a.value || a.dueSinceMs - b.dueSinceMs || byId(a, b));
}

const byId = (a: { companyId: string }, b: { companyId: string }): number =>
  a.companyId < b.companyId ? -1 : 1;

/** Returns the list whose rule makes the company due earliest. */
function firstDue(
  { lists }: WatchedCompany,
  fetchedAtMs: number | null,
): { list: WatchedListParts; dueSinceMs: number } {
  const dueTimes = lists.map((list) => ({
    list,
    dueSinceMs: fetchedAtMs === null ? list.sinceMs : fetchedAtMs + list.refreshDays * DAY_MS,
  }));
  return dueTimes.reduce((first, next) => (next.dueSinceMs < first.dueSinceMs ? next : first));
}

function withinAllowances(due: readonly Omit<Due, 'allowed'>[], left: ReadonlyMap<string, number>): Due[] {
  const remaining = new Map(left);
  return due.map((each) => {
    const records = remaining.get(each.listId) ?? 0;
    const allowed = records >= PROFILE_RECORDS;
    if (allowed) remaining.set(each.listId, records - PROFILE_RECORDS);
    return { ...each, allowed };
  });
}

/** Returns how many records each list may still use this UTC month, by list id. `nowMs` is server time. */
export function allowancesLeft(
  { yours, ledger }: Pick<Files, 'yours' | 'ledger'>,
  nowMs: number,
): Map<string, number> {
  const used = usedThisMonth(ledger, nowMs);
  return new Map(
    listsWithRules(yours).map(({ listId, watched, recordsAMonth }) => [
      String(listId),
      watched ? Math.max(0, recordsAMonth - (used.get(String(listId)) ?? 0)) : 0,
    ]),
  );
}

/**
 * Returns the number of records used by refreshes this month, by list id. If a request is in progress or its
 * result is unknown, its reserved records are counted.
 */
export const usedThisMonth = (ledger: ReadDb, nowMs: number): Map<string, number> =>
  recordsByList(ledger, windowStartMs('month', nowMs));

/** Returns the fields that make a request count toward a list's allowance. */
export const chargedToList = (
  listId: string,
  listName: string,
): Required<Pick<CallContext, 'listId' | 'reason'>> => ({
  listId,
  reason: `Watched list ${clip(listName, 80)} (${listId})`,
});
