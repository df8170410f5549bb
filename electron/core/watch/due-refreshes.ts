import type { ContactWindow } from '../../../shared/model/company.ts';
import type { DueCompany } from '../../../shared/model/watch.ts';
import { companyRows } from '../database/queries/cache/companies.ts';
import { recordsByList } from '../database/queries/ledger/refresh-use.ts';
import type { ReadDb } from '../database/sql.ts';
import { clip } from '../foundation/fold-diacritics.ts';
import { windowOf } from '../database/queries/cache/company-row.ts';
import { fitsOf } from '../market/fit-scores.ts';
import { readErased } from '../privacy/erasure-records.ts';
import { windowStartMs } from '../quota/policy/windows.ts';
import type { CallContext } from '../service-api/governed-request.ts';
import {
  listsWithRules,
  watchedCompanies,
  type WatchedCompany,
  type WatchedListParts,
} from './watched-lists.ts';

/*
 * Finds the watched companies due for a refresh. A profile is the cheapest request that shows a new round, its
 * amount and contacts: one record (spec §4.3).
 */

const DAY_MS = 86_400_000;
/** The price of a profile (spec §4.3, §8). */
export const PROFILE_RECORDS = 1;

interface Files {
  readonly cache: ReadDb;
  readonly yours: ReadDb;
  readonly ledger: ReadDb;
}

/** A due company without its price. */
export type Due = Omit<DueCompany, 'cost'>;

/**
 * Value of a refresh: how overdue it is (1 when just due, at most 3), times 0.5 to 1.5 for the fit (1 without a
 * market), times 1.5 while the contact window is open.
 */
export function valueOf(facts: {
  readonly ageMs: number | null;
  readonly refreshDays: number;
  /** 0 to 100; null without a market. */
  readonly fit: number | null;
  readonly window: ContactWindow['state'];
}): number {
  const { ageMs, refreshDays, fit, window } = facts;
  const overdue = ageMs === null ? 3 : Math.min(3, Math.max(1, ageMs / (refreshDays * DAY_MS)));
  const fitting = fit === null ? 1 : 0.5 + fit / 100;
  return Math.round(overdue * fitting * (window === 'open' ? 1.5 : 1) * 100) / 100;
}

/**
 * All due companies, the most valuable first, without erased ones that have not reappeared. `allowed` applies
 * each list's allowance in this order, so all allowed ones together stay within it.
 */
export function dueCompanies(files: Files, nowMs: number): Due[] {
  const watched = watchedCompanies(files.yours);
  const rows = companyRows(files.cache, [...watched.keys()]);
  const isErased = readErased(files.yours);
  const due = [...watched.values()].flatMap((company) => {
    const row = rows.get(company.companyId);
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
  valued.sort((a, b) => b.value - a.value || a.dueSinceMs - b.dueSinceMs || byId(a, b));
  return withinAllowances(valued, allowancesLeft(files, nowMs));
}

const byId = (a: { companyId: string }, b: { companyId: string }): number =>
  a.companyId < b.companyId ? -1 : 1;

/** The list whose rule is due first; ties go to the first list. */
function firstDue(
  { lists }: WatchedCompany,
  fetchedAtMs: number | null,
): { list: WatchedListParts; dueSinceMs: number } {
  const asked = lists.map((list) => ({
    list,
    dueSinceMs: fetchedAtMs === null ? list.sinceMs : fetchedAtMs + list.refreshDays * DAY_MS,
  }));
  return asked.reduce((first, next) => (next.dueSinceMs < first.dueSinceMs ? next : first));
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

/** Records left this UTC month (server time) by list id. */
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
 * Records that refreshes used this month, by list id. Requests in progress and unknown results count as
 * reserved.
 */
export const usedThisMonth = (ledger: ReadDb, nowMs: number): Map<string, number> =>
  recordsByList(ledger, windowStartMs('month', nowMs));

/** Charges a request to a list's allowance by its id; the reason only shows the list's present name. */
export const chargedToList = (
  listId: string,
  listName: string,
): Required<Pick<CallContext, 'listId' | 'reason'>> => ({
  listId,
  reason: `Watched list ${clip(listName, 80)} (${listId})`,
});
