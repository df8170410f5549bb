import { z } from 'zod';
import { compareByFit } from '../../../../shared/fit-order.ts';
import { localDate } from '../../../../shared/local-date.ts';
import type { CompanyRow } from '../../../../shared/model/company.ts';
import { LIST_LIMIT_MAX } from '../../../../shared/model/limits.ts';
import type { Task } from '../../../../shared/model/user-data.ts';
import { isDoneOrSnoozed } from '../../../../shared/triage-marks.ts';
import { caughtUpCompanies } from '../../day-plan/caught-up.ts';
import { closingSoon } from '../../day-plan/closing-windows.ts';
import { planPartsOf } from '../../day-plan/workspace-plan-inputs.ts';
import { libraryRows } from '../../library/library-rows.ts';
import { withFit } from '../../market/fit-scores.ts';
import { tasksDue } from '../../user-data/tasks.ts';
import { triageMarks } from '../../user-data/triage.ts';
import { signalStream } from '../../webhook/signal-stream.ts';
import { defineTool, type ToolContext } from '../tool.ts';
import { dateOrNull, line, lineOrNull, type JsonObject } from './tool-parts.ts';

/**
 * The maxima add up to 12, so that `today` and `plan` together stay below the hourly limit on companies and
 * the `morning` prompt can continue after both.
 */
const TASKS_MAX = 4;
const WRITE_MAX = 2;
const CLOSING_MAX = 3;
const NEW_MAX = 3;

/** A section of Today: the rows that are shown, and the total number of rows. */
interface Section<T> {
  readonly shown: readonly T[];
  readonly total: number;
}
const sectionOf = <T>(all: readonly T[], max: number): Section<T> => ({
  shown: all.slice(0, max),
  total: all.length,
});

interface Sections {
  readonly day: string;
  readonly tasks: Section<Task>;
  readonly write: Section<CompanyRow>;
  readonly closing: Section<CompanyRow>;
  readonly fresh: Section<CompanyRow>;
}

export const today = defineTool({
  name: 'today',
  title: 'Today',
  description:
    'Returns the first entries of what the screen Today shows, with the number of all entries (`in_all`): due tasks and follow-ups, companies to write to, contact windows that close soon, and new companies. Say how many there are in all, not only how many are returned. Free: nothing is requested from the data service.',
  permission: 'read',
  readOnly: true,
  input: z.strictObject({}),
  run: (context) => {
    const sections = gather(context);
    const ids = [
      ...sections.tasks.shown.map(({ companyId }) => companyId),
      ...[sections.write, sections.closing, sections.fresh].flatMap(({ shown }) =>
        shown.map(({ companyId }) => companyId),
      ),
    ];
    const allowed = new Set(context.hand([...new Set(ids)]));
    const limited = <T extends { readonly companyId: string }>({ shown, total }: Section<T>): Section<T> => ({
      shown: shown.filter(({ companyId }) => allowed.has(companyId)),
      total,
    });
    const tasks = limited(sections.tasks);
    const mayReadNotes = context.client.may('notes');
    return {
      data: {
        date: sections.day,
        tasks_due: sectionData(tasks, (task) => taskData(task, mayReadNotes)),
        companies_to_write_to: sectionData(limited(sections.write), companyData),
        contact_windows_closing: sectionData(limited(sections.closing), companyData),
        new_companies: sectionData(limited(sections.fresh), companyData),
      },
      companyIds: [...allowed],
      read: mayReadNotes
        ? tasks.shown.map(({ id, companyId }) => ({ kind: 'task', itemId: id, companyId, amount: 1 }))
        : [],
      about: { text: '', companyId: null },
    };
  },
});

/** Gathers the sections. New signals and the companies of a catch-up are one section here. */
function gather(context: ToolContext): Sections {
  const { files, clock } = context.workspace;
  const ownMs = clock.nowMs();
  const day = localDate(ownMs);
  const due = tasksDue(files.yours, { today: day, until: day, offset: 0, limit: TASKS_MAX });
  const closing = closingSoon(files, { serverMs: context.nowMs, ownMs });
  const isToWrite = ({ fetched }: (typeof closing)[number]): boolean =>
    fetched !== null && !fetched.isEmpty && !fetched.isContacted;
  const isClosing = ({ fetched }: (typeof closing)[number]): boolean => fetched === null || fetched.isEmpty;
  return {
    day,
    tasks: { shown: due.tasks, total: due.total },
    write: sectionOf(
      closing
        .filter(isToWrite)
        .map(({ row }) => row)
        .toSorted(compareByFit),
      WRITE_MAX,
    ),
    closing: sectionOf(
      closing.filter(isClosing).map(({ row }) => row),
      CLOSING_MAX,
    ),
    fresh: newCompanies(context),
  };
}

/** Returns the companies with new signals, best fit first, and then those that today's catch-up has found. */
function newCompanies({ workspace, nowMs }: ToolContext): Section<CompanyRow> {
  const { files } = workspace;
  const ids = signalStream(files, nowMs).flatMap(({ seen, companyId }) =>
    seen || companyId === null ? [] : [companyId],
  );
  const signalled = [...new Set(ids)];
  const rows = libraryRows(files.cache, files.yours, signalled.slice(0, LIST_LIMIT_MAX), nowMs);
  const caught = caughtUpCompanies(planPartsOf(workspace), { offset: 0, limit: LIST_LIMIT_MAX });
  const caughtIds = caught.rows.map(({ companyId }) => companyId);
  const marks = triageMarks(files.yours, caughtIds, nowMs);
  const others = caught.rows.filter(
    ({ companyId, stamp }) =>
      !signalled.includes(companyId) &&
      !isDoneOrSnoozed(marks.get(companyId) ?? null, nowMs, stamp.fetchedAtMs),
  );
  return {
    shown: [...withFit(files, rows).toSorted(compareByFit), ...others].slice(0, NEW_MAX),
    total: signalled.length + caught.total - (caught.rows.length - others.length),
  };
}

/** `left_out` shows an assistant that the list is incomplete. */
const sectionData = <T>({ shown, total }: Section<T>, data: (each: T) => JsonObject): JsonObject => ({
  shown: shown.map(data),
  in_all: total,
  left_out:
    total === shown.length
      ? null
      : `${total - shown.length} more are shown in Roundwatch, on the screen Today.`,
});

const taskData = (
  { companyId, companyName, title, dueOn, followUp }: Task,
  mayReadNotes: boolean,
): JsonObject => ({
  company_id: companyId,
  company: line(companyName, 200),
  kind: followUp === null ? 'task' : 'follow-up',
  // The title is the user's own text.
  ...(mayReadNotes ? { title: line(title, 300) } : {}),
  due_on: dueOn,
});

const companyData = ({ companyId, name, fit, stage, announcedOn, window }: CompanyRow): JsonObject => ({
  company_id: companyId,
  company: line(name, 200),
  ...(fit === undefined ? {} : { fit }),
  stage: lineOrNull(stage, 100),
  announced_on: announcedOn,
  contact_window_closes_on: dateOrNull(window.closesAtMs),
});
