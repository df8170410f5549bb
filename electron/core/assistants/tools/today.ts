import { z } from 'zod';
import type { CompanyRow } from '../../../../shared/model/company.ts';
import type { DueFollowUp } from '../../../../shared/model/settings/follow-ups.ts';
import type { Task } from '../../../../shared/model/user-data.ts';
import type { TodaySection } from '../../../../shared/today-sections.ts';
import { companyRows } from '../../database/queries/cache/companies.ts';
import { defineTool, type ReadItem } from '../tool.ts';
import { gatherToday, type GatheredSection, type TodayEntry } from './gather-today.ts';
import { ageOf, dateOrNull, limitData, line, lineOrNull, markData, type JsonObject } from './tool-parts.ts';

/**
 * Maximum number of entries. The `morning` prompt calls `today`, `plan` and then other tools, so `today` and
 * `plan` together must stay below the hourly limit on companies.
 */
const ENTRIES_MAX = 12;

/** The name of each section in a reply. */
const NAMES: Readonly<Record<TodaySection, string>> = {
  followUps: 'follow_ups_due',
  ready: 'ready_to_write_to',
  news: 'new_signals',
  caughtUp: 'new_companies_found_today',
  closing: 'contact_windows_closing_soon',
  contacted: 'contacted_today',
  tasks: 'tasks_due',
};

export const today = defineTool({
  name: 'today',
  title: 'Today',
  description:
    'Returns the sections of the user’s screen Today in the order of the screen: follow-ups due, companies ready to write to (their contacts were fetched), companies with new signals, new companies found today, companies on the user’s lists whose contact window closes soon, companies contacted today, and tasks due. `age` says when the data of a company was fetched. Each section begins as on the screen. At most 12 entries are returned, taken from all sections in turn; `in_all` is the number that the screen shows, so say how many there are in all. Free: nothing is requested from the data service.',
  permission: 'read',
  readOnly: true,
  input: () => z.strictObject({}),
  run: (context) => {
    const { day, sections } = gatherToday(context);
    const first = firstOfEach(sections);
    const wanted = [...new Set(first.flatMap(({ entries }) => entries.map(({ companyId }) => companyId)))];
    const allowed = context.hand(wanted);
    const stored = companyRows(context.workspace.files.cache, allowed);
    const mayReadNotes = context.client.may('notes');
    const shown = first.map(({ entries, ...section }) => ({
      ...section,
      entries: entries.filter(({ companyId }) => allowed.includes(companyId)),
    }));
    const how = {
      mayReadNotes,
      nowMs: context.nowMs,
      isFetched: (companyId: string) => stored.has(companyId),
    };
    return {
      data: {
        date: day,
        ...Object.fromEntries(shown.map((each) => [NAMES[each.section], sectionData(each, how)])),
        ...limitData(context, wanted, allowed),
      },
      companyIds: allowed,
      read: mayReadNotes ? shown.flatMap(({ entries }) => entries.flatMap(readOf)) : [],
      about: { text: '', companyId: null },
    };
  },
});

/**
 * Selects at most `ENTRIES_MAX` entries. Takes the first entry of each section, then the second of each, and
 * so on.
 */
function firstOfEach(sections: readonly GatheredSection[]): GatheredSection[] {
  const turns = Array.from({ length: ENTRIES_MAX }, (_, at) =>
    sections.filter(({ entries }) => entries.length > at),
  )
    .flat()
    .slice(0, ENTRIES_MAX);
  return sections.map((each) => ({
    ...each,
    entries: each.entries.slice(0, turns.filter((turn) => turn === each).length),
  }));
}

interface Shown {
  readonly mayReadNotes: boolean;
  readonly nowMs: number;
  /**
   * False for a company that exists only in the user's own data, because its stamp does not come from a
   * response.
   */
  readonly isFetched: (companyId: string) => boolean;
}

const sectionData = ({ entries, total }: GatheredSection, how: Shown): JsonObject => ({
  shown: entries.map((entry) => entryData(entry, how)),
  in_all: total,
  left_out:
    total === entries.length ? null : `${total - entries.length} more in Roundwatch, on the screen Today`,
});

function entryData(entry: TodayEntry, { mayReadNotes, nowMs, isFetched }: Shown): JsonObject {
  switch (entry.kind) {
    case 'company':
      return companyData(entry.row, isFetched(entry.companyId) ? ageOf(entry.row.stamp, nowMs) : null);
    case 'follow-up':
      return followUpData(entry.followUp, mayReadNotes);
    case 'task':
      return taskData(entry.task, mayReadNotes);
  }
}

/** Returns the user's text in an entry. A reply may include the text only if the client may read notes. */
function readOf(entry: TodayEntry): ReadItem[] {
  const { companyId } = entry;
  if (entry.kind === 'company') return [];
  return entry.kind === 'task'
    ? [{ kind: 'task', itemId: entry.task.id, companyId, amount: 1 }]
    : [{ kind: 'log-entry', itemId: entry.followUp.entryId, companyId, amount: 1 }];
}

const followUpData = (
  { companyId, companyName, dueOn, number, total, contacted }: DueFollowUp,
  mayReadNotes: boolean,
): JsonObject => ({
  company_id: companyId,
  company: line(companyName, 200),
  due_on: dueOn,
  follow_up: `${number} of ${total}`,
  ...(mayReadNotes
    ? {
        last_contact: {
          on: contacted.happenedOn,
          channel: contacted.channel,
          text: line(contacted.line, 500),
        },
      }
    : {}),
});

const taskData = (
  { companyId, companyName, title, dueOn, snoozedUntil }: Task,
  mayReadNotes: boolean,
): JsonObject => ({
  company_id: companyId,
  company: line(companyName, 200),
  // The title is the user's own text.
  ...(mayReadNotes ? { title: line(title, 300) } : {}),
  due_on: dueOn,
  ...(snoozedUntil === null ? {} : { snoozed_until: snoozedUntil }),
});

const companyData = (
  { companyId, name, fit, stage, announcedOn, window, ours }: CompanyRow,
  age: JsonObject | null,
): JsonObject => ({
  company_id: companyId,
  company: line(name, 200),
  ...(fit === undefined ? {} : { fit }),
  ...markData(ours),
  stage: lineOrNull(stage, 100),
  announced_on: announcedOn,
  contact_window_closes_on: window.state === 'open' ? dateOrNull(window.closesAtMs) : null,
  age,
});
