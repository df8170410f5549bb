import { AppFailure } from '../../../shared/app-failure.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import {
  dataChangeSchema,
  RECORDS_A_MONTH,
  REFRESH_DAYS,
  type Change,
  type DataChange,
  type WatchRule,
} from '../../../shared/model/watch.ts';
import {
  changesById,
  changeTimes,
  newestRecordedMs,
  type StoredChange,
} from '../database/queries/cache/company-changes.ts';
import { companyNamesOf, companyRows } from '../database/queries/cache/companies.ts';
import { contactsKnownAtMs } from '../database/queries/cache/contact-window.ts';
import {
  ALL_COMPANIES,
  changeMarks,
  putChangeMark,
  putWatchRule,
  watchedEntries,
  watchRule,
  watchRules,
  type StoredRule,
} from '../database/queries/yours/watched-lists.ts';
import { watchlistById, watchlists } from '../database/queries/yours/lists.ts';
import type { ReadDb, WriteDb } from '../database/sql.ts';
import { clip } from '../foundation/clip-text.ts';
import { listIdOf } from '../user-data/lists.ts';
import { certainlyOurs } from '../user-data/ours/ours-marks.ts';
import type { Journal } from '../user-data/undo-journal.ts';
import {
  investorChangeId,
  investorChanges,
  investorNews,
  markInvestorNewsSeen,
  type InvestorNews,
} from './investor-news.ts';

/*
 * Finds the watched companies and their changes. A change is news for a list only if it was noticed after the
 * company was added to the list and after the user began to watch the list.
 */

interface Files {
  readonly cache: ReadDb;
  readonly yours: ReadDb;
}

/**
 * A watched list that contains a company. Only changes to the company after `sinceMs` are shown for this
 * list.
 */
export interface WatchedListParts {
  readonly listId: number;
  readonly listName: string;
  readonly refreshDays: number;
  readonly sinceMs: number;
}
export interface WatchedCompany {
  readonly companyId: string;
  readonly companyName: string;
  /** Sorted by list name; never empty. */
  readonly lists: readonly WatchedListParts[];
}

const UNWATCHED: WatchRule = {
  watched: false,
  refreshDays: REFRESH_DAYS,
  recordsAMonth: RECORDS_A_MONTH,
};

interface ListWithRule extends WatchRule {
  readonly listId: number;
  readonly name: string;
  readonly count: number;
}

/** Returns all lists with their rules, sorted by name. */
export function listsWithRules(yours: ReadDb): ListWithRule[] {
  const rules = new Map(watchRules(yours).map((rule) => [rule.listId, rule]));
  return watchlists(yours)
    .slice(0, LIST_LIMIT_MAX)
    .map((list) => ({ ...list, ...watchRuleOf(rules.get(list.listId)) }));
}

const watchRuleOf = (rule: StoredRule | undefined): WatchRule =>
  rule === undefined
    ? UNWATCHED
    : { watched: rule.watched, refreshDays: rule.refreshDays, recordsAMonth: rule.recordsAMonth };

export function watchedCompanies(yours: ReadDb): Map<string, WatchedCompany> {
  const rules = new Map(watchRules(yours).map((rule) => [rule.listId, rule]));
  const names = new Map(watchlists(yours).map(({ listId, name }) => [listId, name]));
  const watched = new Map<string, { companyId: string; companyName: string; lists: WatchedListParts[] }>();
  for (const { listId, companyId, companyName, addedAtMs } of watchedEntries(yours)) {
    const rule = rules.get(listId);
    const company = watched.get(companyId) ?? { companyId, companyName, lists: [] };
    company.lists.push({
      listId,
      listName: names.get(listId) ?? '',
      refreshDays: rule?.refreshDays ?? REFRESH_DAYS,
      sinceMs: Math.max(addedAtMs, rule?.sinceMs ?? 0),
    });
    watched.set(companyId, company);
  }
  return watched;
}

interface NewsRow {
  readonly changeId: number;
  readonly recordedAtMs: number;
  readonly company: WatchedCompany;
  /**
   * The lists that contain the company and were already watched when the change was recorded; never empty.
   */
  readonly lists: readonly WatchedListParts[];
  readonly seen: boolean;
}

/**
 * Returns the changes that at least one watched list reports, newest first. The reminder that a contact
 * window is about to close is omitted once the contacts are fetched. If the company is marked as "Already
 * yours", for example as a customer, this reminder counts as seen.
 */
export function newsOf({ cache, yours }: Files): NewsRow[] {
  const watched = watchedCompanies(yours);
  const marks = changeMarks(yours);
  const allUpToMs = marks.get(ALL_COMPANIES) ?? 0;
  const changes = changeTimes(cache, [...watched.keys()]);
  const closing = changes.filter(({ kind }) => kind === 'contacts-closing');
  const closingIds = [...new Set(closing.map(({ companyId }) => companyId))];
  const ours = certainlyOurs({ cache, yours }, closingIds);
  const fetched = withContactsFetched(cache, closingIds);
  return changes.flatMap(({ changeId, companyId, kind, recordedAtMs }) => {
    const company = watched.get(companyId);
    const lists = company?.lists.filter(({ sinceMs }) => recordedAtMs > sinceMs) ?? [];
    if (company === undefined || lists.length === 0) return [];
    if (kind === 'contacts-closing' && fetched.has(companyId)) return [];
    const seen =
      recordedAtMs <= Math.max(allUpToMs, marks.get(companyId) ?? 0) ||
      (kind === 'contacts-closing' && ours.has(companyId));
    return [{ changeId, recordedAtMs, company, lists, seen }];
  });
}

/**
 * Returns the given companies whose contacts need not be fetched, because the service reported no contacts,
 * or because the contacts were fetched since the latest round.
 */
const withContactsFetched = (cache: ReadDb, ids: readonly string[]): ReadonlySet<string> =>
  new Set(
    [...companyRows(cache, ids).values()]
      .filter(({ announcedOn, contacts }) => contactsKnownAtMs(announcedOn, contacts) !== null)
      .map(({ companyId }) => companyId),
  );

/** Returns the number of unseen changes for each list id. Lists without unseen changes are omitted. */
export function unseenByList(files: Files): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { lists, seen } of newsOf(files))
    if (!seen) for (const { listId } of lists) counts.set(listId, (counts.get(listId) ?? 0) + 1);
  return counts;
}

interface FeedRequest {
  readonly listId: number | null;
  readonly unseenOnly: boolean;
  readonly offset: number;
  readonly limit: number;
}

/**
 * Returns a page of changes. If `listId` is null, the page covers all watched lists and also contains new
 * rounds of watched investors.
 */
export function feed(
  files: Files,
  { listId, unseenOnly, offset, limit }: FeedRequest,
): { changes: Change[]; total: number; unseen: number } {
  const listed = newsOf(files).filter(
    ({ lists }) => listId === null || lists.some((list) => list.listId === listId),
  );
  const ofInvestors = listId === null ? investorNews(files) : [];
  const news: readonly (NewsRow | InvestorNews)[] =
    ofInvestors.length === 0
      ? listed
      : [...listed, ...ofInvestors].sort((a, b) => b.recordedAtMs - a.recordedAtMs);
  const unseen = news.filter(({ seen }) => !seen);
  const changes = unseenOnly ? unseen : news;
  const page = changes.slice(offset, offset + limit);
  return { changes: pageOf(files.cache, page), total: changes.length, unseen: unseen.length };
}

/** Reads the data of the changes on a page. Returns the changes in the same order. */
function pageOf(cache: ReadDb, page: readonly (NewsRow | InvestorNews)[]): Change[] {
  const listed = page.filter((each): each is NewsRow => 'changeId' in each);
  const ofInvestors = page.filter((each): each is InvestorNews => !('changeId' in each));
  if (ofInvestors.length === 0) return changesOf(cache, listed);
  const changes = [...changesOf(cache, listed), ...investorChanges(cache, ofInvestors)];
  const known = new Map(changes.map(({ id, ...change }) => [id, { id, ...change }]));
  return page.flatMap((each) => {
    const found = known.get('changeId' in each ? String(each.changeId) : investorChangeId(each));
    return found === undefined ? [] : [found];
  });
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
    const latestChange = change === undefined ? null : parseChange(change);
    if (change === undefined || latestChange === null) return [];
    const { companyId, companyName } = company;
    return [
      {
        id: String(changeId),
        companyId,
        change: latestChange,
        atMs: change.fetchedAtMs,
        seen,
        companyName: clip(names.get(companyId) ?? companyName, 500),
        lists: lists.slice(0, LIST_LIMIT_MAX).map(({ listName }) => clip(listName, 80)),
      },
    ];
  });
}

/** Parses a stored change. Returns null if an incompatible version wrote the change. */
function parseChange({ changeJson }: StoredChange): DataChange | null {
  try {
    return dataChangeSchema.safeParse(JSON.parse(changeJson)).data ?? null;
  } catch {
    return null;
  }
}

/** @throws AppFailure `not-found` (`watchlist`) */
export function requireListId(yours: ReadDb, id: string): number {
  const listId = listIdOf(id);
  if (listId === null || watchlistById(yours, listId) === null)
    throw new AppFailure({ kind: 'not-found', what: 'watchlist' });
  return listId;
}

interface WatchChanges {
  /**
   * Sets the rule of a list. Changes that the app noticed before the user began to watch the list are not
   * reported.
   * @throws AppFailure `not-found` (`watchlist`)
   */
  set(id: string, rule: WatchRule, nowMs: number): void;
  /**
   * Marks all changes of these companies as seen. If `companyIds` is null, marks the changes of all companies
   * and also the rounds of watched investors.
   */
  markSeen(companyIds: readonly string[] | null): void;
}

/** Must be called within `recordChange`, which provides `journal`. */
export const createWatchChanges = (
  files: { readonly cache: ReadDb; readonly yours: WriteDb },
  journal: Journal,
): WatchChanges => ({
  set: (id, rule, nowMs) => {
    const listId = requireListId(files.yours, id);
    const known = watchRule(files.yours, listId);
    const sinceMs = known?.watched === true ? known.sinceMs : Math.max(nowMs, newestRecordedMs(files.cache));
    journal.touch({ part: 'watch_rule', key: [listId] });
    putWatchRule(files.yours, { listId, ...rule, sinceMs: rule.watched ? sinceMs : (known?.sinceMs ?? 0) });
  },
  markSeen: (companyIds) => {
    const upToMs = newestRecordedMs(files.cache);
    for (const companyId of new Set(companyIds ?? [ALL_COMPANIES])) {
      journal.touch({ part: 'change_mark', key: [companyId] });
      putChangeMark(files.yours, { companyId, upToMs });
    }
    if (companyIds === null) markInvestorNewsSeen(files, journal);
  },
});
