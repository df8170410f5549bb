import { AppFailure } from '../../../shared/app-failure.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import {
  changeToldSchema,
  RECORDS_A_MONTH,
  REFRESH_DAYS,
  type Change,
  type ChangeTold,
  type WatchRule,
} from '../../../shared/model/watch.ts';
import { changesById, changeTimes, newestNoticedMs, type StoredChange } from '../db/queries/changes.ts';
import { companyNamesOf } from '../db/queries/companies.ts';
import {
  ALL_COMPANIES,
  changeMarks,
  putChangeMark,
  putWatchRule,
  watchedEntries,
  watchRule,
  watchRules,
  type StoredRule,
} from '../db/queries/watch.ts';
import { watchlistById, watchlists } from '../db/queries/watchlists.ts';
import type { ReadDb, WriteDb } from '../db/sql.ts';
import { clip } from '../library/fold.ts';
import { listIdOf } from '../library/watchlists.ts';
import type { Journal } from '../words/journal.ts';

/*
 * Which companies are watched, by which lists, and what of their changes the seller saw. A change is news of a list only where it
 * was noticed after the company came onto it and the list came to be watched.
 */

interface Files {
  readonly cache: ReadDb;
  readonly yours: ReadDb;
}

/** A list that asks for a company, and from when on. */
export interface Watching {
  readonly listId: number;
  readonly listName: string;
  readonly refreshDays: number;
  readonly sinceMs: number;
}
export interface WatchedCompany {
  readonly companyId: string;
  readonly companyName: string;
  /** By the lists' names; never empty. */
  readonly lists: readonly Watching[];
}

const UNWATCHED: WatchRule = {
  watched: false,
  refreshDays: REFRESH_DAYS,
  recordsAMonth: RECORDS_A_MONTH,
};

export interface ListWithRule extends WatchRule {
  readonly listId: number;
  readonly name: string;
  readonly count: number;
}

/** Every list that stands, by name. */
export function listsWithRules(yours: ReadDb): ListWithRule[] {
  const rules = new Map(watchRules(yours).map((rule) => [rule.listId, rule]));
  return watchlists(yours)
    .slice(0, LIST_LIMIT_MAX)
    .map((list) => ({ ...list, ...ruleAsTold(rules.get(list.listId)) }));
}

const ruleAsTold = (rule: StoredRule | undefined): WatchRule =>
  rule === undefined
    ? UNWATCHED
    : { watched: rule.watched, refreshDays: rule.refreshDays, recordsAMonth: rule.recordsAMonth };

/** Everybody on a list that is watched, once. */
export function watchedCompanies(yours: ReadDb): Map<string, WatchedCompany> {
  const rules = new Map(watchRules(yours).map((rule) => [rule.listId, rule]));
  const names = new Map(watchlists(yours).map(({ listId, name }) => [listId, name]));
  const watched = new Map<string, { companyId: string; companyName: string; lists: Watching[] }>();
  for (const { listId, companyId, companyName, addedAtMs } of watchedEntries(yours)) {
    const rule = rules.get(listId);
    const company = watched.get(companyId) ?? { companyId, companyName, lists: [] };
    company.lists.push({
      ...{ listId, listName: names.get(listId) ?? '' },
      refreshDays: rule?.refreshDays ?? REFRESH_DAYS,
      sinceMs: Math.max(addedAtMs, rule?.sinceMs ?? 0),
    });
    watched.set(companyId, company);
  }
  return watched;
}

export interface NewsRow {
  readonly changeId: number;
  readonly company: WatchedCompany;
  /** The watched lists that it is news of; never empty. */
  readonly lists: readonly Watching[];
  readonly seen: boolean;
}

/** Every change that is news of a watched list, the newest first. */
export function newsOf({ cache, yours }: Files): NewsRow[] {
  const watched = watchedCompanies(yours);
  const marks = changeMarks(yours);
  const allUpToMs = marks.get(ALL_COMPANIES) ?? 0;
  return changeTimes(cache, [...watched.keys()]).flatMap(({ changeId, companyId, noticedAtMs }) => {
    const company = watched.get(companyId);
    const lists = company?.lists.filter(({ sinceMs }) => noticedAtMs > sinceMs) ?? [];
    if (company === undefined || lists.length === 0) return [];
    const seen = noticedAtMs <= Math.max(allUpToMs, marks.get(companyId) ?? 0);
    return [{ changeId, company, lists, seen }];
  });
}

/** How many unseen changes each list has that has any. */
export function unseenByList(files: Files): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { lists, seen } of newsOf(files))
    if (!seen) for (const { listId } of lists) counts.set(listId, (counts.get(listId) ?? 0) + 1);
  return counts;
}

export interface FeedRequest {
  readonly listId: number | null;
  readonly unseenOnly: boolean;
  readonly offset: number;
  readonly limit: number;
}

export function feed(
  files: Files,
  { listId, unseenOnly, offset, limit }: FeedRequest,
): { changes: Change[]; total: number; unseen: number } {
  const news = newsOf(files).filter(
    ({ lists }) => listId === null || lists.some((list) => list.listId === listId),
  );
  const unseen = news.filter(({ seen }) => !seen);
  const asked = unseenOnly ? unseen : news;
  const page = asked.slice(offset, offset + limit);
  return { changes: changesOf(files.cache, page), total: asked.length, unseen: unseen.length };
}

function changesOf(cache: ReadDb, page: readonly NewsRow[]): Change[] {
  const stored = changesById(
    cache,
    page.map(({ changeId }) => changeId),
  );
  const names = companyNamesOf(
    cache,
    page.map(({ company }) => company.companyId),
  );
  return page.flatMap(({ changeId, company, lists, seen }) => {
    const change = stored.get(changeId);
    const told = change === undefined ? null : toldOf(change);
    if (change === undefined || told === null) return [];
    const { companyId, companyName } = company;
    return [
      {
        ...{ id: String(changeId), companyId, told, atMs: change.fetchedAtMs, seen },
        companyName: clip(names.get(companyId) ?? companyName, 500),
        lists: lists.slice(0, LIST_LIMIT_MAX).map(({ listName }) => clip(listName, 80)),
      },
    ];
  });
}

/** Null for what another version wrote. */
function toldOf({ told }: StoredChange): ChangeTold | null {
  try {
    return changeToldSchema.safeParse(JSON.parse(told)).data ?? null;
  } catch {
    return null;
  }
}

/** @throws AppFailure not-found watchlist */
export function requireListId(yours: ReadDb, id: string): number {
  const listId = listIdOf(id);
  if (listId === null || watchlistById(yours, listId) === null)
    throw new AppFailure({ kind: 'not-found', what: 'watchlist' });
  return listId;
}

export interface WatchWords {
  /** What was noticed before it came to be watched is no news. @throws AppFailure not-found watchlist */
  set(id: string, rule: WatchRule, nowMs: number): void;
  /** Null: of every company, also of those that come onto a list later. */
  markSeen(companyIds: readonly string[] | null): void;
}

/** Call within `recordChange`. */
export const createWatchWords = (
  files: { readonly cache: ReadDb; readonly yours: WriteDb },
  journal: Journal,
): WatchWords => ({
  set: (id, rule, nowMs) => {
    const listId = requireListId(files.yours, id);
    const known = watchRule(files.yours, listId);
    const sinceMs = known?.watched === true ? known.sinceMs : Math.max(nowMs, newestNoticedMs(files.cache));
    journal.touch({ part: 'watch_rule', key: [listId] });
    putWatchRule(files.yours, { listId, ...rule, sinceMs: rule.watched ? sinceMs : (known?.sinceMs ?? 0) });
  },
  markSeen: (companyIds) => {
    const upToMs = newestNoticedMs(files.cache);
    for (const companyId of new Set(companyIds ?? [ALL_COMPANIES])) {
      journal.touch({ part: 'change_mark', key: [companyId] });
      putChangeMark(files.yours, { companyId, upToMs });
    }
  },
});
