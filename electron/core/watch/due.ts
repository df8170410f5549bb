import type { ContactWindow } from '../../../shared/model/company.ts';
import type { DueCompany } from '../../../shared/model/watch.ts';
import { companyRows } from '../db/queries/companies.ts';
import { watchUse } from '../db/queries/watch-use.ts';
import type { ReadDb } from '../db/sql.ts';
import { clip } from '../library/fold.ts';
import { windowOf } from '../library/rows.ts';
import { fitsOf } from '../market/fits.ts';
import { readErased } from '../privacy/forgotten.ts';
import { windowStartMs } from '../quota/windows.ts';
import { listsWithRules, watchedCompanies, type WatchedCompany, type Watching } from './watched.ts';

/*
 * Which watched companies are to be looked at again. A profile is the cheapest call that tells of a new round, of its amount and
 * of contacts at once: one record [§4.3].
 */

const DAY_MS = 86_400_000;
/** What a profile takes [§4.3, §8]. */
export const PROFILE_RECORDS = 1;

interface Files {
  readonly cache: ReadDb;
  readonly yours: ReadDb;
  readonly ledger: ReadDb;
}

/** A due company, before its price is asked for. */
export type Due = Omit<DueCompany, 'cost'>;

/**
 * What looking again is worth: how far beyond its age it is (1 when it just became due, at most 3), more for a company that fits
 * (half to one and a half; 1 where the seller gave no market), and half as much again while its contacts can be had. Pure.
 */
export function valueOf(facts: {
  readonly ageMs: number | null;
  readonly refreshDays: number;
  /** 0 to 100; null: no market. */
  readonly fit: number | null;
  readonly window: ContactWindow['state'];
}): number {
  const { ageMs, refreshDays, fit, window } = facts;
  const overdue = ageMs === null ? 3 : Math.min(3, Math.max(1, ageMs / (refreshDays * DAY_MS)));
  const fitting = fit === null ? 1 : 0.5 + fit / 100;
  return Math.round(overdue * fitting * (window === 'open' ? 1.5 : 1) * 100) / 100;
}

/**
 * Everybody who is due, the most valuable first; whoever was erased is not, until another answer tells of them again. `allowed` counts each list's allowance in this order, so that all that are
 * allowed together stay within it.
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
    ...{ listId: String(list.listId), listName: clip(list.listName, 80), fetchedAtMs, dueSinceMs },
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

/** The list whose rule asks first; of two that ask at once the one that stands first. */
function firstDue(
  { lists }: WatchedCompany,
  fetchedAtMs: number | null,
): { list: Watching; dueSinceMs: number } {
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

/** Records that each list may still take this UTC month of the service's time, by the list's id. */
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

/** Records that refreshing took this month, by the list's id; what is under way or was lost counts as reserved, a second try too. */
export function usedThisMonth(ledger: ReadDb, nowMs: number): Map<string, number> {
  const used = new Map<string, number>();
  for (const [reason, records] of watchUse(ledger, windowStartMs('month', nowMs))) {
    const listId = /\((\d{1,15})\)(?:, retry \d{1,3})?$/.exec(reason)?.[1];
    if (listId !== undefined) used.set(listId, (used.get(listId) ?? 0) + records);
  }
  return used;
}

/** The ledger's words for a call that a list pays for; its number at the end outlives a new name. */
export const reasonOfList = (listId: string, listName: string): string =>
  `Watched list ${clip(listName, 80)} (${listId})`;
