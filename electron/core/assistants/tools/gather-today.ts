import { compareByFit } from '../../../../shared/fit-order.ts';
import { localDate } from '../../../../shared/local-date.ts';
import type { CompanyRow } from '../../../../shared/model/company.ts';
import { LIST_LIMIT_MAX } from '../../../../shared/model/limits.ts';
import type { DueFollowUp } from '../../../../shared/model/settings/follow-ups.ts';
import type { Task } from '../../../../shared/model/user-data.ts';
import {
  contactsStepOf,
  eachCompanyOnce,
  firstSignalOfEach,
  sectionOf,
  TODAY_SECTIONS,
  type TodaySection,
} from '../../../../shared/today-sections.ts';
import { isDoneOrSnoozed } from '../../../../shared/triage-marks.ts';
import { caughtUpCompanies } from '../../day-plan/caught-up.ts';
import { closingSoon } from '../../day-plan/closing-windows.ts';
import { planPartsOf } from '../../day-plan/workspace-plan-inputs.ts';
import { followUpsDue } from '../../user-data/follow-ups.ts';
import { tasksDue } from '../../user-data/tasks.ts';
import { triageMarks } from '../../user-data/triage.ts';
import { signalStream, streamRows } from '../../webhook/signal-stream.ts';
import type { ToolContext } from '../tool.ts';

/** An entry on the Today screen. */
export type TodayEntry =
  | { readonly kind: 'company'; readonly companyId: string; readonly row: CompanyRow }
  | { readonly kind: 'follow-up'; readonly companyId: string; readonly followUp: DueFollowUp }
  | { readonly kind: 'task'; readonly companyId: string; readonly task: Task };

export interface GatheredSection {
  readonly section: TodaySection;
  /** In the order shown on the screen. */
  readonly entries: readonly TodayEntry[];
  /** The number that the screen shows beside the section's title. */
  readonly total: number;
}

interface Company {
  readonly row: CompanyRow;
}
const PAGE = { offset: 0, limit: LIST_LIMIT_MAX };

/**
 * Returns the sections and entries of the Today screen, in the order in which they are shown when it is
 * opened.
 */
export function gatherToday(context: ToolContext): {
  readonly day: string;
  readonly sections: readonly GatheredSection[];
} {
  const day = localDate(context.workspace.clock.nowMs());
  const due = dueOn(context, day);
  const companies = companySections(context, due.followUps.entries);
  const sections = { ...companies, ...due };
  return { day, sections: TODAY_SECTIONS.map((section) => ({ section, ...sections[section] })) };
}

type Section = Omit<GatheredSection, 'section'>;

/** Returns the due follow-ups, and the due tasks that are not follow-ups. */
function dueOn({ workspace: { files } }: ToolContext, day: string): Record<'followUps' | 'tasks', Section> {
  const followUps = followUpsDue(files.yours, { today: day, ...PAGE });
  const tasks = tasksDue(files.yours, { today: day, until: day, followUps: false, ...PAGE });
  return {
    followUps: {
      entries: followUps.followUps.map((followUp) => ({
        kind: 'follow-up',
        companyId: followUp.companyId,
        followUp,
      })),
      total: followUps.total,
    },
    tasks: {
      entries: tasks.tasks.map((task) => ({ kind: 'task', companyId: task.companyId, task })),
      total: tasks.total,
    },
  };
}

function companySections(
  context: ToolContext,
  followUps: readonly { readonly companyId: string }[],
): Record<Exclude<TodaySection, 'followUps' | 'tasks'>, Section> {
  const { files, clock } = context.workspace;
  const closing = closingSoon(files, { serverMs: context.nowMs, ownMs: clock.nowMs() });
  const loaded = closing.slice(0, LIST_LIMIT_MAX).map(({ row, fetched }) => ({
    row,
    ...(fetched === null ? {} : { contacts: contactsStepOf(fetched) }),
  }));
  const inSection = (section: ReturnType<typeof sectionOf>): Company[] =>
    loaded.filter((each) => sectionOf(each) === section);
  const news = companiesWithNews(context);
  const caughtUp = foundToday(context);
  const once = eachCompanyOnce<Company>(followUps, {
    ready: sortedByFit(inSection('ready')),
    news: sortedByFit(news.companies),
    caughtUp: sortedByFit(caughtUp.companies),
    closing: inSection('closing'),
    contacted: inSection('contacted'),
  });
  const sectionWith = (companies: readonly Company[], unloaded = 0): Section => ({
    entries: companies.map(({ row }) => ({ kind: 'company', companyId: row.companyId, row })),
    total: companies.length === 0 ? 0 : companies.length + unloaded,
  });
  return {
    ready: sectionWith(once.ready),
    news: sectionWith(once.news, news.unloaded),
    caughtUp: sectionWith(once.caughtUp, caughtUp.unloaded),
    closing: sectionWith(once.closing, closing.length - loaded.length),
    contacted: sectionWith(once.contacted),
  };
}

const sortedByFit = (companies: readonly Company[]): Company[] =>
  companies.toSorted((a, b) => compareByFit(a.row, b.row));

interface Loaded {
  readonly companies: readonly Company[];
  /** Number of entries beyond the first page. The screen counts these entries but does not show them. */
  readonly unloaded: number;
}

/** Returns the companies with unseen signals, newest signal first. */
function companiesWithNews({ workspace: { files }, nowMs }: ToolContext): Loaded {
  const unseen = signalStream(files, nowMs).filter(({ seen }) => !seen);
  const rows = streamRows(files, unseen.slice(0, LIST_LIMIT_MAX), nowMs);
  return {
    companies: firstSignalOfEach(rows).map(({ company }) => ({ row: company })),
    unloaded: unseen.length - rows.length,
  };
}

/** Returns the companies that a catch-up found today, without those that are done or snoozed. */
function foundToday({ workspace, nowMs }: ToolContext): Loaded {
  const { rows, total, news } = caughtUpCompanies(planPartsOf(workspace), PAGE);
  const foundAtMs = new Map(news.map(({ companyId, atMs }) => [companyId, atMs]));
  const marks = triageMarks(
    workspace.files.yours,
    rows.map(({ companyId }) => companyId),
    nowMs,
  );
  const open = rows.filter(
    ({ companyId }) => !isDoneOrSnoozed(marks.get(companyId) ?? null, nowMs, foundAtMs.get(companyId)),
  );
  return { companies: open.map((row) => ({ row })), unloaded: total - rows.length };
}
