import { TAGS_MAX } from '../../../../shared/model/limits.ts';
import { AppFailure } from '../../../../shared/app-failure.ts';
import { nextRowId, type NumberedTable } from '../../database/queries/yours/archive/next-row-id.ts';
import { savedFilterNamed } from '../../database/queries/yours/saved-views.ts';
import { savedSearchByQuestion, savedSearchNamed } from '../../database/queries/yours/saved-searches.ts';
import {
  greatestStatusPosition,
  hasStatus,
  statusAt,
  statusNamed,
} from '../../database/queries/yours/statuses.ts';
import { countTags, tagNamed } from '../../database/queries/yours/tags.ts';
import { templateNamed } from '../../database/queries/yours/templates.ts';
import { putUndoRow, undoRow, type RowKey, type UndoTable } from '../../database/queries/yours/undo-rows.ts';
import type { SlotValues } from '../../database/queries/yours/undo-steps.ts';
import { watchlistNamed } from '../../database/queries/yours/lists.ts';
import { watchRule } from '../../database/queries/yours/watched-lists.ts';
import type { WriteDb } from '../../database/sql.ts';
import { clip } from '../../foundation/clip-text.ts';
import { fold } from '../../../../shared/fold-diacritics.ts';
import { questionKeyOf } from '../saved-searches.ts';
import type { Journal } from '../undo-journal.ts';
import {
  requireFilterRoom,
  requireListRoom,
  requireSearchRoom,
  requireStatusRoom,
  requireTemplateRoom,
} from '../undo-slots.ts';
import type { Collected } from './collect.ts';
import type { ArchiveContent, ItemOf, ItemType } from './content.ts';
import { mergePlanRules } from './spending.ts';
import { writeNote, writeReviewNote, type NoteMode } from './write-notes.ts';
import { writeOursImport, type OursMatches } from './write-ours.ts';

export interface WriteContext {
  readonly yours: WriteDb;
  readonly journal: Journal;
  readonly theirs: ArchiveContent;
  readonly ours: Collected;
  readonly atMs: number;
  /** Whether the user erased the company. If so, the import does not store the company's name again. */
  readonly isErased: (companyId: string) => boolean;
  readonly oursMatches: OursMatches;
  /**
   * Maps the `ref` of each list, tag, status and contact log entry in the archive to its id in the workspace.
   */
  readonly ids: Readonly<Record<'lists' | 'tags' | 'contactLog', Map<string, number>>> & {
    readonly statuses: Map<string, string>;
  };
  readonly nextIds: Map<NumberedTable, number>;
}

/** An item to write. `ours` is the position of the same item in the workspace's content; null for a new item. */
export interface Write {
  readonly type: ItemType;
  readonly index: number;
  readonly ours: number | null;
  readonly mode: NoteMode;
}

/**
 * Writes an item of an archive.
 * @returns whether the item was written; false if the list, tag or status that it belongs to does not exist
 * @throws AppFailure `validation` if there are too many items of this kind
 */
export function writeItem(context: WriteContext, write: Write): boolean {
  const writers: Writers = WRITERS;
  return writeTyped(context, writers, write.type, write);
}

function writeTyped<T extends ItemType>(
  context: WriteContext,
  writers: Writers,
  type: T,
  write: Write,
): boolean {
  const item = context.theirs[type][write.index];
  return item !== undefined && writers[type](context, item, write);
}

type Writer<T extends ItemType> = (context: WriteContext, item: ItemOf<T>, write: Write) => boolean;
type Writers = { readonly [T in ItemType]: Writer<T> };

const WRITERS: Writers = {
  notes: (context, note, { mode }) => {
    writeNote(context, { ...note, companyName: nameOf(context, note) }, mode);
    return true;
  },
  reviewNotes: (context, note, { mode }) => {
    writeReviewNote(context, note, mode);
    return true;
  },
  contactLog: (context, item, { ours }) => {
    const known = numberOf(context.ours.content.contactLog, ours);
    const id = known ?? nextId(context, 'contact_log');
    context.ids.contactLog.set(item.ref, id);
    put(context, 'contact_log', [id], (row) => [
      item.companyId,
      row?.[1] ?? nameOf(context, item),
      item.happenedOn,
      item.channel,
      item.line,
      row?.[5] ?? null,
      row?.[6] ?? item.createdAtMs,
      item.answer,
    ]);
    return true;
  },
  tasks: (context, item, { ours }) => {
    const id = rowIdOf(context, 'tasks', ours) ?? nextId(context, 'task');
    const follows = item.follows === null ? null : (context.ids.contactLog.get(item.follows) ?? null);
    put(context, 'task', [id], (row) => [
      item.companyId,
      row?.[1] ?? nameOf(context, item),
      item.title,
      item.dueOn,
      item.snoozedUntil,
      row?.[5] ?? item.createdAtMs,
      item.doneAtMs,
      item.dueOn === null ? null : item.dueTime,
      row === null ? follows : (row[8] ?? null),
    ]);
    return true;
  },
  tags: (context, item, { ours }) => {
    const known = numberOf(context.ours.content.tags, ours);
    if (known === null && countTags(context.yours, '') >= TAGS_MAX) throw noRoom(`at most ${TAGS_MAX} tags`);
    const id = known ?? nextId(context, 'tag');
    context.ids.tags.set(item.ref, id);
    const name = freeName(item.name, (folded) => tagNamed(context.yours, folded), id);
    put(context, 'tag', [id], (row) => [name, fold(name), row?.[2] ?? item.createdAtMs, null, null]);
    return true;
  },
  companyTags: (context, item) => {
    const id = context.ids.tags.get(item.tag);
    if (id === undefined) return false;
    put(context, 'company_tag', [item.companyId, id], () => [nameOf(context, item), item.addedAtMs]);
    return true;
  },
  lists: (context, item, { ours }) => {
    const known = numberOf(context.ours.content.lists, ours);
    if (known === null) requireListRoom(context.yours);
    const id = known ?? nextId(context, 'watchlist');
    context.ids.lists.set(item.ref, id);
    const name = freeName(item.name, (folded) => watchlistNamed(context.yours, folded), id);
    put(context, 'watchlist', [id], (row) => [name, fold(name), row?.[2] ?? item.createdAtMs, null]);
    return true;
  },
  listEntries: (context, item) => {
    const id = context.ids.lists.get(item.list);
    if (id === undefined) return false;
    put(context, 'watchlist_entry', [item.companyId, id], (row) => [
      row?.[0] ?? nameOf(context, item),
      item.reason,
      row?.[3] === 0 ? (row[2] ?? item.addedAtMs) : item.addedAtMs,
      0,
    ]);
    return true;
  },
  // A rule spends records without a click. If a rule is not active here, the import therefore leaves it
  // switched off. The import never raises the cap of an active rule.
  watchRules: (context, item) => {
    const id = context.ids.lists.get(item.list);
    if (id === undefined) return false;
    const known = watchRule(context.yours, id);
    const isOn = known?.watched === true;
    put(context, 'watch_rule', [id], () => [
      isOn ? 1 : 0,
      item.refreshDays,
      isOn ? Math.min(known.recordsAMonth, item.recordsAMonth) : item.recordsAMonth,
      known?.sinceMs ?? item.sinceMs,
    ]);
    return true;
  },
  statuses: (context, item, { ours }) => {
    const { yours } = context;
    const known = ours === null ? null : (context.ours.content.statuses[ours]?.ref ?? null);
    if (known === null) requireStatusRoom(yours);
    const id = known ?? item.ref;
    context.ids.statuses.set(item.ref, id);
    const name = freeName(item.name, (folded) => statusNamed(yours, folded), id);
    const holder = statusAt(yours, item.position);
    const position =
      holder === null || holder === id
        ? item.position
        : Math.max(greatestStatusPosition(yours) + 1, context.atMs);
    put(context, 'status', [id], () => [name, fold(name), position]);
    return true;
  },
  companyStatuses: (context, item) => {
    const id = context.ids.statuses.get(item.status);
    if (id === undefined || !hasStatus(context.yours, id)) return false;
    put(context, 'company_status', [item.companyId], (row) => [
      row?.[0] ?? nameOf(context, item),
      id,
      item.setAtMs,
    ]);
    return true;
  },
  triage: (context, item) => {
    const { untilMs, setAtMs, actedAtMs } = item;
    put(context, 'triage', [item.companyId], (row) => [
      row?.[0] ?? nameOf(context, item),
      untilMs,
      setAtMs,
      actedAtMs,
    ]);
    return true;
  },
  templates: (context, item, { ours }) => {
    const known = rowIdOf(context, 'templates', ours);
    if (known === null) requireTemplateRoom(context.yours);
    const id = known ?? nextId(context, 'message_template');
    const name = freeName(item.name, (folded) => templateNamed(context.yours, folded), id);
    put(context, 'message_template', [id], (row) => [
      name,
      fold(name),
      item.subject,
      item.body,
      row?.[4] ?? item.createdAtMs,
      item.changedAtMs,
    ]);
    return true;
  },
  savedSearches: (context, item, { ours }) => {
    const known = rowIdOf(context, 'savedSearches', ours);
    const questionKey = questionKeyOf(item.search);
    const holder = savedSearchByQuestion(context.yours, questionKey);
    if (holder !== null && holder.searchId !== known) return false;
    if (known === null) requireSearchRoom(context.yours);
    const id = known ?? nextId(context, 'saved_search');
    const name = freeName(item.name, (folded) => savedSearchNamed(context.yours, folded), id);
    const question = JSON.stringify(item.search);
    put(context, 'saved_search', [id], (row) => [
      name,
      fold(name),
      question,
      questionKey,
      row?.[4] ?? item.position,
      row?.[5] ?? item.createdAtMs,
    ]);
    return true;
  },
  savedViews: (context, item, { ours }) => {
    const known = rowIdOf(context, 'savedViews', ours);
    if (known === null) requireFilterRoom(context.yours);
    const id = known ?? nextId(context, 'saved_filter');
    const name = freeName(item.name, (folded) => savedFilterNamed(context.yours, folded), id);
    const question = JSON.stringify(questionHere(context, item.question));
    put(context, 'saved_filter', [id], (row) => [name, fold(name), question, row?.[3] ?? item.createdAtMs]);
    return true;
  },
  market: (context, { name, value, setAtMs }) => {
    put(context, 'preference', [name], () => [JSON.stringify(value), setAtMs]);
    return true;
  },
  followUpRules: (context, { value, setAtMs }) => {
    put(context, 'follow_up_rules', [1], () => [JSON.stringify(value), setAtMs]);
    return true;
  },
  planRules: (context, { value, setAtMs }) => {
    const lists = value.lists.flatMap((rule) => {
      const id = context.ids.lists.get(rule.listId);
      return id === undefined ? [] : [{ ...rule, listId: String(id) }];
    });
    put(context, 'plan_rules', [1], (row) => [
      JSON.stringify(mergePlanRules({ ...value, lists }, row === null ? null : String(row[0]))),
      setAtMs,
    ]);
    return true;
  },
  oursImports: (context, item) => {
    writeOursImport(context, item);
    return true;
  },
  oursDecisions: (context, { companyId, matchKey, isSame, decidedAtMs }) => {
    put(context, 'ours_decision', [companyId, matchKey], () => [isSame ? 1 : 0, decidedAtMs]);
    return true;
  },
  investorWatches: (context, { name, sinceMs, seenUpToMs }) => {
    put(context, 'investor_watch', [fold(name)], () => [name, sinceMs, seenUpToMs]);
    return true;
  },
  investorMerges: (context, { name, intoName, mergedAtMs }) => {
    put(context, 'investor_merge', [fold(name)], () => [name, fold(intoName), intoName, mergedAtMs]);
    return true;
  },
  investorDistinct: (context, { name, otherName, setAtMs }) => {
    const [first = '', second = ''] = [fold(name), fold(otherName)].toSorted();
    put(context, 'investor_distinct', [first, second], () => [setAtMs]);
    return true;
  },
};

function put(
  { yours, journal }: WriteContext,
  table: UndoTable,
  key: RowKey,
  values: (row: SlotValues | null) => SlotValues,
): void {
  const row = undoRow(yours, table, key);
  const slot = { part: table, key };
  if (row === null) {
    putUndoRow(yours, table, key, values(row));
    journal.made(slot);
    return;
  }
  journal.touch(slot);
  putUndoRow(yours, table, key, values(row));
}

function nextId({ yours, nextIds }: WriteContext, table: NumberedTable): number {
  const id = nextIds.get(table) ?? nextRowId(yours, table);
  nextIds.set(table, id + 1);
  return id;
}

const numberOf = (items: readonly { readonly ref: string }[], index: number | null): number | null =>
  index === null ? null : Number(items[index]?.ref);

const rowIdOf = ({ ours }: WriteContext, type: ItemType, index: number | null): number | null =>
  index === null ? null : (ours.rowIds[type][index] ?? null);

const nameOf = (
  { isErased }: WriteContext,
  { companyId, companyName }: { readonly companyId: string; readonly companyName: string },
): string => (isErased(companyId) ? '' : companyName);

const NAME_CHARS = 80;

/** Returns the name, with a number appended if another item already has this name. */
function freeName<I extends number | string>(
  name: string,
  holderOf: (folded: string) => I | null,
  id: I,
): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`;
    const candidate = `${clip(name, NAME_CHARS - suffix.length)}${suffix}`;
    const holder = holderOf(fold(candidate));
    if (holder === null || holder === id) return candidate;
  }
}

type Question = ItemOf<'savedViews'>['question'];

/**
 * The id that a saved view contains instead of a deleted list or tag. No company is on a list or has a tag
 * with this id.
 */
const DELETED = 0;

/** Replaces the archive's refs to lists, tags and statuses in a saved view with the workspace's ids. */
function questionHere({ ids }: WriteContext, question: Question): Question {
  const { filters } = question;
  return {
    ...question,
    filters: {
      ...filters,
      lists: filters.lists.map((ref) => String(ids.lists.get(ref) ?? DELETED)),
      ownTags: filters.ownTags.map((ref) => String(ids.tags.get(ref) ?? DELETED)),
      statuses: filters.statuses.flatMap((ref) => statusHere(ids.statuses, ref)),
    },
  };
}

type StatusChoice = Question['filters']['statuses'][number];

function statusHere(ids: ReadonlyMap<string, string>, ref: StatusChoice): StatusChoice[] {
  if (ref === 'none') return ['none'];
  const id = ids.get(ref);
  // A status keeps its id unless it was matched by name with a status of this workspace.
  return id === undefined || id === ref ? [ref] : [id as StatusChoice];
}

const noRoom = (message: string): AppFailure =>
  new AppFailure({ kind: 'validation', issues: [{ path: 'name', message }] });
