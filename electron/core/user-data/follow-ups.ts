import { FOLLOW_UP_TITLE } from '../../../shared/model/settings/follow-up-title.ts';
import {
  followUpRulesSchema,
  type DueFollowUp,
  type FollowUpChain,
  type FollowUpProposal,
  type FollowUpRules,
} from '../../../shared/model/settings/follow-ups.ts';
import { FOLLOW_UPS_MAX, LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import { channelSchema } from '../../../shared/model/user-data.ts';
import { workingDaysAfter } from '../../../shared/working-days.ts';
import { contactEntryById, type StoredContactEntry } from '../database/queries/yours/contact-log.ts';
import {
  countFollowUpsShownBy,
  deleteFollowUpRules,
  followUpRules,
  followUpsShownBy,
  putFollowUpRules,
} from '../database/queries/yours/follow-ups.ts';
import {
  clearFollowedEntry,
  deleteTask,
  insertTask,
  openFollowUpsOf,
  tasksOfEntry,
  updateTask,
  type StoredTask,
} from '../database/queries/yours/tasks.ts';
import type { ReadDb, WriteDb } from '../database/sql.ts';
import { clip } from '../foundation/clip-text.ts';
import type { Subject } from './company-reference.ts';
import { notYetContacted } from './contacted-status.ts';
import { createContactResolver, type ContactResolver } from './resolve-contact.ts';
import { taskOf } from './tasks.ts';
import type { Journal } from './undo-journal.ts';
import type { Slot } from './undo-slots.ts';

/** Returns the user's rules, or the defaults if none are set or this version cannot read them. */
export function readFollowUpRules(yours: ReadDb): FollowUpRules {
  const json = followUpRules(yours);
  const defaults = followUpRulesSchema.parse({});
  if (json === null) return defaults;
  try {
    return followUpRulesSchema.safeParse(JSON.parse(json)).data ?? defaults;
  } catch {
    return defaults;
  }
}

/**
 * Sets the rules; null restores the defaults. Must be called within `recordChange`, which provides `journal`.
 */
export function setFollowUpRules(
  yours: WriteDb,
  journal: Journal,
  rules: FollowUpRules | null,
  atMs: number,
): void {
  const value = rules === null ? null : JSON.stringify(followUpRulesSchema.parse(rules));
  // If the rules are equal to the stored ones, nothing changes, not even the stored time.
  if (value === followUpRules(yours)) return;
  journal.touch({ part: 'follow_up_rules', key: [1] });
  if (value === null) deleteFollowUpRules(yours);
  else putFollowUpRules(yours, { value, setAtMs: Math.round(atMs) });
}

/** The fields of a new contact log entry that determine which open follow-ups the entry affects. */
interface FurtherContact {
  readonly happenedOn: string;
  /** The contact's id from `companies.people`; null if the entry is not about a particular contact. */
  readonly personId: string | null;
}
interface OpenFollowUp {
  readonly task: StoredTask;
  readonly entry: StoredContactEntry;
  /** The contact that the entry is about. */
  readonly who: ReturnType<ContactResolver>;
}
interface Files<Yours extends ReadDb = ReadDb> {
  readonly yours: Yours;
  readonly cache: ReadDb;
}

/**
 * Decides how a new contact log entry affects an open follow-up of the same company. A follow-up that is due
 * by the day of the new entry is completed. A follow-up that is due later is replaced if the new entry has
 * its own follow-ups. A follow-up about another contact, or of an entry with a later date, is always kept.
 */
export function effectOnFollowUp(
  { task, entry, who }: OpenFollowUp,
  { happenedOn, personId, hasFollowUps }: FurtherContact & { readonly hasFollowUps: boolean },
): 'complete' | 'replace' | 'keep' {
  const isSameContact = personId === null || !who.aboutPerson || who.personId === personId;
  if (!isSameContact || entry.happenedOn > happenedOn) return 'keep';
  const shownOn = task.snoozedUntil ?? task.dueOn;
  if (shownOn !== null && shownOn <= happenedOn) return 'complete';
  return hasFollowUps ? 'replace' : 'keep';
}

/** Returns a company's open follow-ups, each with the entry that it follows. */
function openFollowUps({ yours, cache }: Files, companyId: string): OpenFollowUp[] {
  const resolve = createContactResolver({ yours, cache }, companyId);
  const entries = new Map<number, StoredContactEntry | null>();
  return openFollowUpsOf(yours, companyId).flatMap((task) => {
    const entryId = task.followUp?.entryId ?? 0;
    if (!entries.has(entryId)) entries.set(entryId, contactEntryById(yours, entryId));
    const entry = entries.get(entryId);
    return entry ? [{ task, entry, who: resolve(entry.personRefId) }] : [];
  });
}

/** Returns the days on which to follow up on an entry. Excludes days that have already passed. */
function proposedDays(
  rules: FollowUpRules,
  happenedOn: string,
  today: string,
): Pick<FollowUpProposal, 'days' | 'skipped'> {
  if (!rules.enabled) return { days: [], skipped: [] };
  const { days, skipped } = workingDaysAfter(happenedOn, rules);
  return {
    days: days.filter((day) => day >= today),
    skipped: skipped.filter((day) => day >= today).slice(0, LIST_LIMIT_MAX),
  };
}

export function proposeFollowUps(
  files: Files,
  { companyId, today, ...contact }: FurtherContact & { readonly companyId: string; readonly today: string },
): FollowUpProposal {
  const proposed = proposedDays(readFollowUpRules(files.yours), contact.happenedOn, today);
  const open = openFollowUps(files, companyId);
  const hasFollowUps = proposed.days.length > 0;
  const replaced = open.filter((each) => effectOnFollowUp(each, { ...contact, hasFollowUps }) === 'replace');
  return {
    ...proposed,
    replaced: replaced.length,
    open: open.length,
    setsContacted: notYetContacted(files.yours, [{ companyId }]).length > 0,
  };
}

/** Returns one page of the follow-ups that are due on or before `today`, one row for each entry. */
export const followUpsDue = (
  yours: ReadDb,
  { today, ...page }: { readonly today: string; readonly offset: number; readonly limit: number },
): { followUps: DueFollowUp[]; total: number } => ({
  followUps: followUpsShownBy(yours, { day: today, ...page }).map(
    ({ entryId, companyName, happenedOn, channel, line, taskIds, ...due }) => ({
      ...due,
      entryId: String(entryId),
      companyName: clip(companyName, 500),
      taskIds: taskIds.slice(0, FOLLOW_UPS_MAX).map(String),
      contacted: { happenedOn, channel: channelSchema.parse(channel), line: clip(line, 500) },
    }),
  ),
  total: countFollowUpsShownBy(yours, today),
});

/**
 * Returns a company's open follow-ups, grouped by entry, newest entry first. Works while contacts are locked.
 */
export function followUpChains(files: Files, companyId: string): FollowUpChain[] {
  const rules = readFollowUpRules(files.yours);
  const byEntry = new Map<number, OpenFollowUp[]>();
  for (const open of openFollowUps(files, companyId))
    byEntry.set(open.entry.entryId, [...(byEntry.get(open.entry.entryId) ?? []), open]);
  const chains = [...byEntry].map(([entryId, open]): FollowUpChain | null => {
    const [first] = open;
    if (first === undefined) return null;
    const { happenedOn, channel, line } = first.entry;
    return {
      entryId: String(entryId),
      contacted: { happenedOn, channel: channelSchema.parse(channel), line: clip(line, 500) },
      ...first.who,
      tasks: open.slice(0, FOLLOW_UPS_MAX).map(({ task }) => taskOf(task)),
      rhythm: rhythmOf(tasksOfEntry(files.yours, entryId), happenedOn, rules),
    };
  });
  return chains
    .filter((chain) => chain !== null)
    .toSorted(
      (a, b) =>
        b.contacted.happenedOn.localeCompare(a.contacted.happenedOn) || Number(b.entryId) - Number(a.entryId),
    )
    .slice(0, LIST_LIMIT_MAX);
}

/**
 * Returns the offsets and skipped days that lead to the days of an entry's follow-ups. Returns null if the
 * days differ from those of the current rules.
 */
function rhythmOf(
  tasks: readonly StoredTask[],
  happenedOn: string,
  rules: FollowUpRules,
): FollowUpChain['rhythm'] {
  const { days, skipped } = workingDaysAfter(happenedOn, rules);
  if (days.length !== tasks.length || days.some((day, index) => tasks[index]?.dueOn !== day)) return null;
  return { offsets: [...rules.offsets], skipped: skipped.slice(0, LIST_LIMIT_MAX) };
}

/** Creates and completes follow-ups. Must be called within `recordChange`, which provides `journal`. */
interface FollowUpChanges {
  /**
   * Completes or replaces the company's open follow-ups (`effectOnFollowUp`), and creates a follow-up for
   * each day in `days`, linked to the new entry. Returns the number of completed follow-ups.
   */
  contacted(company: Subject, contact: FurtherContact & { entryId: number; days: readonly string[] }): number;
  /** Completes all open follow-ups of a company. Returns their number. */
  answered(companyId: string): number;
}

export function createFollowUps(files: Files<WriteDb>, journal: Journal, atMs: number): FollowUpChanges {
  const { yours } = files;
  const complete = (task: StoredTask): void => {
    journal.touch(slotOf(task));
    updateTask(yours, { ...task, doneAtMs: atMs });
  };
  return {
    contacted: (company, { entryId, days, ...contact }) => {
      const hasFollowUps = days.length > 0;
      let completed = 0;
      for (const open of openFollowUps(files, company.companyId)) {
        const effect = effectOnFollowUp(open, { ...contact, hasFollowUps });
        if (effect === 'replace') removeTask(yours, journal, open.task);
        if (effect !== 'complete') continue;
        complete(open.task);
        completed += 1;
      }
      for (const dueOn of days) {
        const task = { title: FOLLOW_UP_TITLE, dueOn, dueTime: null, createdAtMs: atMs, entryId };
        journal.made({ part: 'task', key: [insertTask(yours, { ...company, ...task })] });
      }
      return completed;
    },
    answered: (companyId) => {
      const open = openFollowUps(files, companyId);
      for (const { task } of open) complete(task);
      return open.length;
    },
  };
}

/**
 * Deletes the open follow-ups of a contact log entry that is about to be deleted. Completed ones become
 * ordinary tasks. Must be called within `recordChange`, which provides `journal`.
 */
export function removeFollowUps(yours: WriteDb, journal: Journal, entryId: number): void {
  for (const task of tasksOfEntry(yours, entryId)) {
    if (task.doneAtMs === null) {
      removeTask(yours, journal, task);
      continue;
    }
    journal.touch(slotOf(task));
    clearFollowedEntry(yours, task.taskId);
  }
}

function removeTask(yours: WriteDb, journal: Journal, task: StoredTask): void {
  journal.touch(slotOf(task));
  deleteTask(yours, task.taskId);
}

const slotOf = ({ taskId }: StoredTask): Slot => ({ part: 'task', key: [taskId] });
