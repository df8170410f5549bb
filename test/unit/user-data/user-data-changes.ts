import { seenIdentities } from '../../../electron/core/database/queries/yours/receiver-and-seen-signals.ts';
import { markSeen, removeSignal } from '../../../electron/core/webhook/change-signals.ts';
import { dismissDuplicate } from '../../../electron/core/user-data/duplicates.ts';
import { signalStream } from '../../../electron/core/webhook/signal-stream.ts';
import { eventOf } from '../../support/webhook/webhook-receiver.ts';
import { putFetched, savedSearchById } from '../../../electron/core/database/queries/yours/saved-searches.ts';
import { storeInvestorNames } from '../../../electron/core/database/queries/cache/investors.ts';
import {
  distinctInvestors,
  investorMerges,
  investorWatches,
} from '../../../electron/core/database/queries/yours/investors.ts';
import { fold } from '../../../shared/fold-diacritics.ts';
import { createInvestorChanges } from '../../../electron/core/user-data/investors.ts';
import type { ReadDb, WriteDb } from '../../../electron/core/database/sql.ts';
import { createNotes } from '../../../electron/core/user-data/notes.ts';
import {
  putReviewNote,
  reviewNote,
  reviewNotes,
} from '../../../electron/core/database/queries/yours/review-notes.ts';
import { changeMarks } from '../../../electron/core/database/queries/yours/watched-lists.ts';
import { createWatchChanges, listsWithRules } from '../../../electron/core/watch/watched-lists.ts';
import { createWatchlistReads, createWatchlists } from '../../../electron/core/user-data/lists.ts';
import { contactLogOf, createContactLog } from '../../../electron/core/user-data/contact-log.ts';
import { readFollowUpRules, setFollowUpRules } from '../../../electron/core/user-data/follow-ups.ts';
import { recordChange, type Journal } from '../../../electron/core/user-data/undo-journal.ts';
import { createSavedFilters, listSavedFilters } from '../../../electron/core/user-data/saved-views.ts';
import { recordImport } from '../../../electron/core/user-data/archive/history.ts';
import { createOursChanges } from '../../../electron/core/user-data/ours/ours-changes.ts';
import {
  decisionsAbout,
  insertImport,
  oursImports,
} from '../../../electron/core/database/queries/yours/ours.ts';
import { createTriage, triageMarksOf } from '../../../electron/core/user-data/triage.ts';
import { createTemplates, listTemplates } from '../../../electron/core/user-data/templates.ts';
import { readRules, setRules } from '../../../electron/core/day-plan/plan-rules.ts';
import { readBuyerRoles } from '../../../electron/core/market/buyer-roles.ts';
import { readMarket, readWeights } from '../../../electron/core/market/market-settings.ts';
import { createMarketChanges } from '../../../electron/core/user-data/market.ts';
import { createSavedSearches, listSavedSearches } from '../../../electron/core/user-data/saved-searches.ts';
import { createStatuses, listStatuses, statusOfCompany } from '../../../electron/core/user-data/statuses.ts';
import type { Subject } from '../../../electron/core/user-data/company-reference.ts';
import { createTags, listTags, tagsOfCompany } from '../../../electron/core/user-data/tags.ts';
import { createTasks, tasksDue, tasksOf } from '../../../electron/core/user-data/tasks.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import { followUpRulesSchema } from '../../../shared/model/settings/follow-ups.ts';
import { FIT_PARTS, fitWeightsSchema, marketSchema } from '../../../shared/model/market.ts';
import { planRulesSchema } from '../../../shared/model/plan.ts';
import { savedQuerySchema, type SavedQuery } from '../../../shared/model/saved-search.ts';
import type { LibraryFilters } from '../../../shared/model/library.ts';
import { savedQuestionSchema, type SavedQuestion } from '../../../shared/model/saved-filter.ts';
import type { ChangeKind } from '../../../shared/model/user-data.ts';
import { storeSignal } from '../../support/app/store-without-key.ts';

/* Helpers for tests of user data. They make changes of every kind, and read the data that screens show. */

export const COMPANIES = ['a', 'b', 'c', 'd'] as const;
const INVESTORS = ['Alder', 'Alder Capital', 'Tarn', 'Öko Fonds'] as const;
export const subject = (companyId: string): Subject => ({ companyId, companyName: `Company ${companyId}` });
const ALL = { offset: 0, limit: 50 };

/** Returns all user data except notes, in the form that screens show. */
export function visibleUserData(yours: ReadDb, cache: WriteDb): unknown {
  const lists = createWatchlistReads(yours);
  return {
    lists: lists.list().map((list) => ({ ...list, companies: lists.companies(list.id, ALL) })),
    statuses: listStatuses(yours),
    tags: listTags(yours, { text: '', ...ALL }),
    filters: listSavedFilters(yours),
    searches: listSavedSearches({ yours, cache }, { nowMs: 0, priceOf: () => null }),
    watch: { rules: listsWithRules(yours), seen: [...changeMarks(yours)] },
    investors: {
      watched: investorWatches(yours),
      merges: investorMerges(yours),
      distinct: INVESTORS.map((each) => [...distinctInvestors(yours, fold(each))].toSorted()),
    },
    signals: [...seenIdentities(yours)].toSorted(),
    market: readMarket(yours),
    weights: readWeights(yours),
    buyerRoles: readBuyerRoles(yours),
    planRules: readRules(yours),
    reviews: reviewNotes(yours).map(({ month, body }) => ({ month, body })),
    followUpRules: readFollowUpRules(yours),
    templates: listTemplates(yours),
    triage: triageMarksOf(yours, COMPANIES, 0),
    ours: oursImports(yours, ALL),
    decisions: [...decisionsAbout(yours, COMPANIES)],
    due: tasksDue(yours, { today: '2026-06-10', until: '9999-12-31', ...ALL }),
    companies: COMPANIES.map((companyId) => ({
      companyId,
      on: lists.reasons(companyId),
      status: statusOfCompany(yours, companyId),
      tags: tagsOfCompany(yours, companyId),
      tasks: tasksOf(yours, companyId, ALL),
      log: contactLogOf({ yours, cache }, companyId, ALL),
    })),
  };
}

/**
 * A change to user data. If the change concerns an item such as a list or a tag, `pick` and `other` select an
 * existing item.
 */
export interface UserDataChange {
  readonly kind: Exclude<ChangeKind, 'note-written' | 'note-restored'>;
  readonly companies: readonly string[];
  readonly name: string;
  readonly pick: number;
  readonly other: number;
}

const pickFrom = <T>(from: readonly T[], pick: number): T | undefined =>
  from[pick % Math.max(1, from.length)];

/** A planted defect: the part of a change that the undo journal fails to record. Null for no defect. */
export type SkippedPart = 'company_tag' | 'task' | 'watchlist_entry' | 'message_template' | 'triage' | null;

/** Returns a library query that can be saved as a view. */
export const libraryQueryOf = (text: string, filters: Partial<LibraryFilters> = {}): SavedQuestion =>
  savedQuestionSchema.parse({ text, sort: 'relevance', filters });

/** Returns a service search that can be saved. */
export const savedQueryOf = (text: string, days = 7): SavedQuery =>
  savedQuerySchema.parse({
    list: 'fundings',
    dates: { kind: 'last', days },
    query: { limit: 25, ...(text.trim() === '' ? {} : { search: text }) },
  });

/** Makes a change. Returns its undo token, or null if nothing changed or the change was rejected. */
export function applyChange(
  files: { yours: WriteDb; cache: WriteDb },
  change: UserDataChange,
  atMs: number,
  skipped: SkippedPart = null,
): string | null {
  const skipping = (journal: Journal): Journal => ({
    touch: (slot) => (slot.part === skipped ? undefined : journal.touch(slot)),
    made: (slot) => (slot.part === skipped ? undefined : journal.made(slot)),
  });
  try {
    return recordChange(files.yours, { what: change.kind, atMs }, (journal) =>
      changeUserData(files, skipping(journal), change, atMs),
    ).recorded.undo;
  } catch (error) {
    if (error instanceof AppFailure) return null;
    throw error;
  }
}

function changeUserData(
  files: { yours: WriteDb; cache: WriteDb },
  journal: Journal,
  { kind, companies, name, pick, other }: UserDataChange,
  atMs: number,
): void {
  const { yours } = files;
  const reads = createWatchlistReads(yours);
  const lists = createWatchlists(yours, journal);
  const tags = createTags(yours, journal);
  const tasks = createTasks(yours, journal);
  const log = createContactLog(files, journal);
  const listId = pickFrom(reads.list(), pick)?.id ?? '1';
  const otherListId = pickFrom(reads.list(), other)?.id ?? '2';
  const known = listTags(yours, { text: '', ...ALL }).tags;
  const tagId = pickFrom(known, pick)?.id ?? '1';
  const taskIds = COMPANIES.flatMap((id) => tasksOf(yours, id, ALL).tasks).map(({ id }) => id);
  const someTasks = [...new Set([pickFrom(taskIds, pick) ?? '1', pickFrom(taskIds, other) ?? '1'])];
  const entries = COMPANIES.flatMap((id) => contactLogOf(files, id, ALL).entries).map(({ id }) => id);
  const entryId = pickFrom(entries, pick) ?? '1';
  const subjects = companies.map(subject);
  const day = `2026-06-${String(1 + (pick % 28)).padStart(2, '0')}`;
  const contacted = { happenedOn: day, channel: 'call', line: name, personId: null } as const;
  const pipeline = listStatuses(yours).map(({ id }) => id);
  const status = pickFrom(pipeline, pick) ?? 'new';
  const filters = createSavedFilters(yours, journal);
  const filterId = pickFrom(listSavedFilters(yours), pick)?.id ?? '1';
  const searches = createSavedSearches(yours, journal);
  const stored = listSavedSearches({ yours, cache: files.cache }, { nowMs: 0, priceOf: () => null });
  const searchId = pickFrom(stored, pick)?.id ?? '1';
  const market = createMarketChanges(yours, journal);
  const investors = createInvestorChanges(files, journal);
  const investor = pickFrom(INVESTORS, pick) ?? '';
  const otherInvestor = pickFrom(INVESTORS, other) ?? '';
  storeInvestorNames(
    files.cache,
    INVESTORS.map((name) => ({ name, nameFolded: fold(name) })),
  );
  const watching = createWatchChanges(files, journal);
  const templates = createTemplates(yours, journal);
  const triage = createTriage(yours, journal);
  const ours = createOursChanges(yours, journal);
  const decision = { companyId: companies[0] ?? 'a', matchKey: `n:${name}`, isSame: other % 2 === 0 };
  const templateId = pickFrom(listTemplates(yours), pick)?.id ?? '1';
  // A view can refer only to lists and tags that exist, so the query filters by a list or tag only if the
  // workspace has one.
  const question = libraryQueryOf(name, {
    lists: reads.list().length > 0 ? [listId] : [],
    ownTags: known.length > 0 ? [tagId] : [],
    statuses: ['none', status],
  });
  const changes: Readonly<Record<UserDataChange['kind'], () => unknown>> = {
    'list-created': () => lists.create(name, atMs),
    'list-renamed': () => lists.rename(listId, name),
    'list-removed': () => lists.remove(listId, atMs),
    'list-restored': () => lists.restore(String(1 + (pick % 4))),
    listed: () =>
      subjects.forEach((each) => lists.add({ id: listId, ...each, reason: name, addedAtMs: atMs })),
    unlisted: () => companies.forEach((companyId) => lists.drop(listId, companyId)),
    moved: () => companies.forEach((companyId) => lists.move({ from: listId, to: otherListId, companyId })),
    'reason-changed': () => lists.setReason(listId, companies[0] ?? 'a', name),
    'status-set': () => createStatuses(yours, journal).set(subjects, other % 4 === 0 ? null : status, atMs),
    'status-renamed': () => createStatuses(yours, journal).rename(status, name),
    'status-added': () => createStatuses(yours, journal).add(name, atMs),
    'status-moved': () => createStatuses(yours, journal).move(status, other % pipeline.length, atMs),
    'status-removed': () => {
      const target = other % 3 === 0 ? null : (pickFrom(pipeline, other) ?? null);
      createStatuses(yours, journal).remove(status, target, atMs);
    },
    'tag-created': () => tags.create(name, atMs),
    'tag-renamed': () => tags.rename(tagId, name),
    'tag-merged': () => tags.merge(tagId, pickFrom(known, other)?.id ?? '2'),
    'tag-removed': () => tags.remove(tagId, atMs),
    tagged: () => tags.add(subjects, name, atMs),
    untagged: () => tags.drop(companies, tagId),
    'task-added': () =>
      tasks.add(
        subjects,
        other % 3 === 0
          ? { title: name, dueOn: null, dueTime: null }
          : { title: name, dueOn: day, dueTime: other % 2 === 0 ? null : '09:30' },
        atMs,
      ),
    'task-changed': () =>
      tasks.change({
        id: someTasks[0] ?? '1',
        title: name,
        dueOn: day,
        dueTime: other % 2 === 0 ? null : '14:30',
      }),
    'task-snoozed': () => tasks.snooze(someTasks, other % 3 === 0 ? null : day),
    'task-done': () => tasks.done(someTasks, atMs),
    'task-reopened': () => tasks.done(someTasks, null),
    'task-removed': () => tasks.remove(someTasks),
    'contact-logged': () => {
      const followUps = other % 3 === 0 ? [] : ['2026-06-15', '2026-06-30'];
      log.add(subjects, { ...contacted, answer: null, followUps }, atMs);
    },
    'answer-logged': () => log.add(subjects, { ...contacted, answer: 'replied', followUps: [] }, atMs),
    'review-written': () => {
      const month = `2026-0${1 + (pick % 3)}`;
      journal.touch({ part: 'review_note', key: [month] });
      const revision = (reviewNote(yours, month)?.revision ?? 0) + 1;
      putReviewNote(yours, { month, body: other === 0 ? '' : name, revision, savedAtMs: atMs });
    },
    'follow-up-rules-set': () =>
      setFollowUpRules(
        yours,
        journal,
        other === 0 ? null : followUpRulesSchema.parse({ offsets: [1 + pick] }),
        atMs,
      ),
    'contact-changed': () => log.change(entryId, contacted),
    'contact-removed': () => log.remove([entryId]),
    'filter-saved': () => filters.create(name, question, atMs),
    'filter-renamed': () => filters.rename(filterId, name),
    'filter-replaced': () => filters.replace(filterId, question),
    'filter-removed': () => filters.remove(filterId),
    'search-saved': () => searches.create(name, savedQueryOf(name, 1 + pick), atMs),
    'search-renamed': () => searches.rename(searchId, name),
    'search-replaced': () => searches.replace(searchId, savedQueryOf(name, 1 + other), atMs),
    'search-removed': () => searches.remove(searchId),
    'search-moved': () => searches.move(searchId, other % 2 === 0 ? 1 : -1),
    'search-seen': () => {
      const { questionKey = '' } = savedSearchById(yours, Number(searchId)) ?? {};
      putFetched(yours, questionKey, [{ rowId: `r${other}/a`, companyId: 'a' }], atMs);
      searches.markSeen(searchId, atMs);
    },
    'signals-seen': () => {
      const body = eventOf({ roundId: `fnd_${other}`, companyId: companies[0] ?? 'a' });
      storeSignal(files.cache, { body, via: 'webhook', receivedAtMs: atMs });
      markSeen(yours, journal, signalStream(files, 0), atMs);
    },
    'signals-removed': () => {
      const body = eventOf({ roundId: `fnd_${other}`, companyId: companies[0] ?? 'a' });
      storeSignal(files.cache, { body, via: 'webhook', receivedAtMs: atMs });
      const event = signalStream(files, 0)[0]?.event;
      if (event) removeSignal(yours, journal, event, atMs);
    },
    'duplicate-dismissed': () => dismissDuplicate(yours, journal, [companies[0] ?? 'a', 'zz'], atMs),
    'investor-watched': () => investors.watch(investor, other % 2 === 0),
    'investor-merged': () => investors.merge(investor, otherInvestor, atMs),
    'investor-separated': () => investors.separate(investor),
    'investor-distinct': () => investors.setDistinct(investor, otherInvestor, atMs),
    'market-set': () => market.set(marketSchema.parse({ stages: [name], minAmount: `${pick + 1}M` }), atMs),
    'market-cleared': () => market.clear(),
    'weights-set': () =>
      market.setWeights(
        other === 0
          ? null
          : fitWeightsSchema.parse(Object.fromEntries(FIT_PARTS.map((part) => [part, pick]))),
        atMs,
      ),
    'buyer-roles-set': () => market.setBuyerRoles({ roles: [], keywords: [name] }, atMs),
    'buyer-roles-cleared': () => market.clearBuyerRoles(),
    'plan-rules-set': () => setRules(yours, journal, planRulesSchema.parse({ fitFloor: pick }), atMs),
    'list-watched': () =>
      watching.set(listId, { watched: other % 2 === 0, refreshDays: 1 + pick, recordsAMonth: other }, atMs),
    'changes-seen': () => watching.markSeen(other % 3 === 0 ? null : companies),
    'template-written': () => templates.create({ name, subject: name, body: name }, atMs),
    'template-changed': () => templates.change(templateId, { name, subject: name, body: day }, atMs),
    'template-removed': () => templates.remove(templateId),
    'triage-done': () => triage.done(subjects, { serverMs: atMs, ownMs: atMs }),
    'triage-snoozed': () =>
      triage.snooze(subjects, atMs + 1 + pick * 60_000, { serverMs: atMs, ownMs: atMs }),
    'triage-back': () => triage.putBack(companies),
    'ours-imported': () => ours.show({ importId: importOf(yours, name, atMs), decisions: [decision] }, atMs),
    'ours-removed': () => ours.remove(1 + (pick % 3), atMs),
    'ours-decided': () => ours.show({ importId: 0, decisions: [decision] }, atMs),
    'archive-imported': () => {
      recordImport(yours, journal, { exchanged: [], theirs: new Map(), atMs });
      tags.create(name, atMs);
    },
  };
  changes[kind]();
}

/** Returns a new import that is not visible yet. */
const importOf = (yours: WriteDb, source: string, importedAtMs: number): number =>
  insertImport(yours, { kind: 'customer', source, lines: 0, importedAtMs });

export const noteText = (yours: WriteDb, companyId: string): string => createNotes(yours).get(companyId).body;
