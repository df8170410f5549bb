import { localDate } from '../../../../shared/local-date.ts';
import { STATUSES_MAX } from '../../../../shared/model/limits.ts';
import { clip } from '../../foundation/clip-text.ts';
import { fold } from '../../../../shared/fold-diacritics.ts';
import { groupedBy } from '../../foundation/grouped-by.ts';
import {
  emptyContent,
  ITEM_SCHEMAS,
  ITEM_TYPES,
  type ArchiveContent,
  type ItemOf,
} from '../archive/content.ts';
import type { GivenEntry, GivenRecord, GivenTask } from './given-record.ts';

/** A record whose company is known. */
export interface PlacedRecord {
  readonly companyId: string;
  readonly companyName: string;
  readonly record: GivenRecord;
}

export interface Built {
  readonly content: ArchiveContent;
  /**
   * Number of items that are not imported, either because they are too long or because there would be too
   * many statuses.
   */
  readonly unreadable: number;
}

/**
 * Converts the records of files to the content of an archive. If the workspace already has an item with the
 * same text, the item keeps its times. Importing a file twice therefore changes nothing.
 * @param nowMs time of items for which the files contain no time
 */
export function buildContent(
  placed: readonly PlacedRecord[],
  existing: ArchiveContent,
  nowMs: number,
): Built {
  const parts = createParts(existing, Math.round(nowMs));
  for (const [companyId, group] of groupedBy(placed, (each) => each.companyId)) {
    const companyName = clip(group[0]?.companyName ?? '', 500);
    addCompany(
      parts,
      { companyId, companyName },
      group.map(({ record }) => record),
    );
  }
  return validated(parts);
}

interface Parts {
  readonly content: ReturnType<typeof emptyContent>;
  readonly existing: ExistingIndex;
  readonly nowMs: number;
  skipped: number;
  /**
   * Returns the creation time for a new item. Each time is different, because other computers identify items
   * by their creation time.
   */
  newTime(): number;
  refOfTag(name: string): string;
  refOfList(name: string): string;
  refOfStatus(name: string): ItemOf<'statuses'>['ref'] | null;
}

interface Company {
  readonly companyId: string;
  readonly companyName: string;
}

function createParts(existing: ArchiveContent, nowMs: number): Parts {
  const content = emptyContent();
  let time = nowMs;
  const newTime = (): number => (time += 1);
  return {
    content,
    existing: indexOf(existing),
    nowMs,
    skipped: 0,
    newTime,
    refOfTag: createRefs(existing.tags, content.tags, newTime),
    refOfList: createRefs(existing.lists, content.lists, newTime),
    refOfStatus: createStatusRefs(existing.statuses, content.statuses, newTime),
  };
}

type Named = ItemOf<'tags'>;

/**
 * Returns a function that returns the ref of the tag or list with a given name. The first call with a name
 * adds the tag or list. An existing tag or list keeps its name and time.
 */
function createRefs(
  existing: readonly Named[],
  added: Named[],
  newTime: () => number,
): (name: string) => string {
  const known = new Map(existing.map((each) => [fold(each.name), each]));
  const refs = new Map<string, string>();
  return (name) => {
    const folded = fold(name);
    const ref = refs.get(folded) ?? `f${refs.size + 1}`;
    if (refs.has(folded)) return ref;
    refs.set(folded, ref);
    const { name: kept, createdAtMs } = known.get(folded) ?? { name: clip(name, 80), createdAtMs: newTime() };
    added.push({ ref, name: kept, createdAtMs });
    return ref;
  };
}

/**
 * Like `createRefs`, but for statuses. A new status goes to the end. If there are already `STATUSES_MAX`
 * statuses, the returned function returns null for a new one.
 */
function createStatusRefs(
  existing: readonly ItemOf<'statuses'>[],
  added: ItemOf<'statuses'>[],
  newTime: () => number,
): Parts['refOfStatus'] {
  const known = new Map(existing.map((each) => [fold(each.name), each]));
  let rooms = STATUSES_MAX - existing.length;
  return (name) => {
    const folded = fold(name);
    const stored = known.get(folded);
    if (stored !== undefined) {
      if (!added.includes(stored)) added.push(stored);
      return stored.ref;
    }
    if (rooms <= 0) return null;
    rooms -= 1;
    const position = Math.max(newTime(), ...existing.map((each) => each.position + 1));
    const status = { ref: `own-${newTime()}`, name: clip(name, 80), position };
    known.set(folded, status);
    added.push(status);
    return status.ref;
  };
}

function addCompany(parts: Parts, company: Company, records: readonly GivenRecord[]): void {
  const { content, existing } = parts;
  addNote(parts, company, records);
  const tags = new Set(records.flatMap(({ tags: names }) => names.map(parts.refOfTag)));
  for (const tag of tags) content.companyTags.push({ ...company, tag, addedAtMs: parts.nowMs });
  const lists = new Map<string, ItemOf<'listEntries'>>();
  for (const { name, reason, addedOn } of records.flatMap((record) => record.lists)) {
    const list = parts.refOfList(name);
    // If the file gives no reason, the existing list entry keeps its reason.
    const kept = lists.get(list)?.reason || existing.reason(company.companyId, name);
    const addedAtMs = msOf(addedOn) ?? parts.nowMs;
    lists.set(list, { ...company, list, reason: clip(reason === '' ? kept : reason, 500), addedAtMs });
  }
  content.listEntries.push(...lists.values());
  addStatus(parts, company, records);
  for (const task of records.flatMap((record) => record.tasks)) addTask(parts, company, task);
  for (const entry of records.flatMap(({ log }) => log)) addEntry(parts, company, entry);
}

function addNote(
  { content, existing, nowMs }: Parts,
  company: Company,
  records: readonly GivenRecord[],
): void {
  const body = [...new Set(records.map(({ note }) => note.trimEnd()))]
    .filter((note) => note.trim() !== '')
    .join('\n\n');
  if (body === '') return;
  const stored = existing.note(company.companyId);
  const same = stored !== null && stored.body.trimEnd() === body ? stored : null;
  content.notes.push({
    ...company,
    versions: [{ revision: 1, savedAtMs: same?.savedAtMs ?? nowMs, body: same?.body ?? body }],
  });
}

function addStatus(parts: Parts, company: Company, records: readonly GivenRecord[]): void {
  const given = records.map(({ status }) => status).findLast((status) => status !== null);
  if (given === undefined || given === null) return;
  const status = parts.refOfStatus(given.name);
  if (status === null) parts.skipped += 1;
  else parts.content.companyStatuses.push({ ...company, status, setAtMs: msOf(given.setOn) ?? parts.nowMs });
}

function addTask(parts: Parts, company: Company, task: GivenTask): void {
  const { content, existing } = parts;
  const { title, dueOn, snoozedUntil } = task;
  const facts = {
    title: clip(title.trim(), 500),
    dueOn,
    dueTime: dueOn === null ? null : task.dueTime,
    snoozedUntil,
  };
  const stored = existing.takeTask(company.companyId, facts, task);
  const doneAtMs = task.isDone ? (msOf(task.doneOn) ?? parts.nowMs) : null;
  content.tasks.push(
    stored ?? { ...company, ...facts, createdAtMs: parts.newTime(), doneAtMs, follows: null },
  );
}

function addEntry({ content, existing, newTime }: Parts, company: Company, entry: GivenEntry): void {
  const ref = `e${content.contactLog.length + 1}`;
  const facts = { ...entry, line: clip(entry.line.trim(), 500) };
  const stored = existing.takeEntry(company.companyId, facts);
  content.contactLog.push({ ...company, ...facts, ref, createdAtMs: stored?.createdAtMs ?? newTime() });
}

/**
 * Returns midday of this day. A later change of daylight saving time therefore can't move the time to another
 * local day.
 */
function msOf(day: string | null): number | null {
  if (day === null) return null;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 12).getTime();
}

type TaskFacts = Pick<ItemOf<'tasks'>, 'title' | 'dueOn' | 'dueTime' | 'snoozedUntil'>;

/**
 * Finds stored items that are also in an imported file. The functions `takeTask` and `takeEntry` return each
 * stored item only once.
 */
interface ExistingIndex {
  note(companyId: string): { readonly body: string; readonly savedAtMs: number } | null;
  reason(companyId: string, listName: string): string;
  takeTask(
    companyId: string,
    facts: TaskFacts,
    done: Pick<GivenTask, 'isDone' | 'doneOn'>,
  ): ItemOf<'tasks'> | null;
  takeEntry(companyId: string, entry: GivenEntry): ItemOf<'contactLog'> | null;
}

function indexOf(existing: ArchiveContent): ExistingIndex {
  const notes = new Map(
    existing.notes.map(({ companyId, versions }) => [companyId, versions.at(-1) ?? null]),
  );
  const listNames = new Map(existing.lists.map(({ ref, name }) => [ref, fold(name)]));
  const reasons = new Map(
    existing.listEntries.map(({ companyId, list, reason }) => [
      JSON.stringify([companyId, listNames.get(list)]),
      reason,
    ]),
  );
  const taskKey = (companyId: string, { title, dueOn, dueTime, snoozedUntil }: TaskFacts): string =>
    JSON.stringify([companyId, title, dueOn, dueTime, snoozedUntil]);
  const entryKey = (companyId: string, { happenedOn, channel, answer, line }: GivenEntry): string =>
    JSON.stringify([companyId, happenedOn, channel, answer, line]);
  const tasks = groupedBy(existing.tasks, (task) => taskKey(task.companyId, task));
  const entries = groupedBy(existing.contactLog, (entry) => entryKey(entry.companyId, entry));
  return {
    note: (companyId) => notes.get(companyId) ?? null,
    reason: (companyId, name) => reasons.get(JSON.stringify([companyId, fold(name)])) ?? '',
    takeTask: (companyId, facts, { isDone, doneOn }) =>
      takeFrom(tasks.get(taskKey(companyId, facts)), ({ doneAtMs }) =>
        doneAtMs === null ? !isDone : isDone && (doneOn === null || localDate(doneAtMs) === doneOn),
      ),
    takeEntry: (companyId, entry) => takeFrom(entries.get(entryKey(companyId, entry)), () => true),
  };
}

function takeFrom<T>(items: T[] | undefined, isWanted: (item: T) => boolean): T | null {
  const at = items?.findIndex(isWanted) ?? -1;
  return at === -1 ? null : (items?.splice(at, 1)[0] ?? null);
}

/** Removes items that exceed the app's own limits. */
function validated({ content, skipped }: Parts): Built {
  let unreadable = skipped;
  for (const type of ITEM_TYPES) {
    const schema = ITEM_SCHEMAS[type];
    const items: unknown[] = content[type];
    const valid = items.filter((item) => schema.safeParse(item).success);
    unreadable += items.length - valid.length;
    items.splice(0, items.length, ...valid);
  }
  return { content, unreadable };
}
