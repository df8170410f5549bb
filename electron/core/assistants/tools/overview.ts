import { z } from 'zod';
import { localDate } from '../../../../shared/local-date.ts';
import { INSIGHT_WEEKS } from '../../../../shared/model/insights/insight-values.ts';
import { insightQuestionSchema, type Insights } from '../../../../shared/model/insights/insights.ts';
import { libraryFiltersSchema } from '../../../../shared/model/library.ts';
import { utcDate } from '../../../../shared/search-date-ranges.ts';
import { DAY_MS } from '../../../../shared/durations.ts';
import { closingSoon } from '../../day-plan/closing-windows.ts';
import { proposePlan } from '../../day-plan/propose-plan.ts';
import { planPartsOf } from '../../day-plan/workspace-plan-inputs.ts';
import { createPlans } from '../../jobs/approved-plans.ts';
import { createInsightReader } from '../../library/insights/insights.ts';
import { libraryRows } from '../../library/library-rows.ts';
import { tasksDue } from '../../user-data/tasks.ts';
import { defineTool, type ToolContext } from '../tool.ts';
import { costData, dateOrNull, line, lineOrNull, type JsonObject } from './tool-parts.ts';

const nothing = z.strictObject({});

/** Rounds announced within this many days are new. */
const NEW_DAYS = 3;
/**
 * The maxima add up to less than the hourly limit on companies, so an assistant can still read other
 * companies after both overviews.
 */
const NEW_MAX = 3;
const CLOSING_MAX = 4;
const TASKS_MAX = 5;
const PLANNED_MAX = 6;

export const today = defineTool({
  name: 'today',
  title: 'Today',
  description:
    'Returns what is due today: tasks and follow-ups, contact windows that close soon on your lists, and new rounds in the library. Free: nothing is requested from the data service.',
  permission: 'read',
  readOnly: true,
  input: nothing,
  run: async (context) => {
    const { files, clock } = context.workspace;
    const ownMs = clock.nowMs();
    const day = localDate(ownMs);
    const due = tasksDue(files.yours, { today: day, until: day, offset: 0, limit: TASKS_MAX });
    const closing = closingSoon(files, { serverMs: context.nowMs, ownMs }).slice(0, CLOSING_MAX);
    const fresh = await newRounds(context);
    const ids = [
      ...due.tasks.map(({ companyId }) => companyId),
      ...closing.map(({ row }) => row.companyId),
      ...fresh,
    ];
    const allowed = new Set(context.hand([...new Set(ids)]));
    const tasks = due.tasks.filter(({ companyId }) => allowed.has(companyId));
    const mayReadNotes = context.client.may('notes');
    const shownRows = closing.filter(({ row }) => allowed.has(row.companyId));
    const freshIds = fresh.filter((id) => allowed.has(id));
    return {
      data: {
        date: day,
        tasks_due: tasks.map(({ companyId, companyName, title, dueOn, followUp }) => ({
          company_id: companyId,
          company: line(companyName, 200),
          kind: followUp === null ? 'task' : 'follow-up',
          // The title is the user's own text.
          ...(mayReadNotes ? { title: line(title, 300) } : {}),
          due_on: dueOn,
        })),
        tasks_due_in_all: due.total,
        contact_windows_closing: shownRows.map(({ row, fetched }) => ({
          company_id: row.companyId,
          company: line(row.name, 200),
          closes_on: dateOrNull(row.window.closesAtMs),
          contacts_fetched: fetched !== null,
        })),
        new_rounds: libraryRows(files.cache, files.yours, freshIds, context.nowMs).map((row) => ({
          company_id: row.companyId,
          company: line(row.name, 200),
          stage: lineOrNull(row.stage, 100),
          announced_on: row.announcedOn,
        })),
      },
      companyIds: [...allowed],
      read: mayReadNotes
        ? tasks.map(({ id, companyId }) => ({ kind: 'task', itemId: id, companyId, amount: 1 }))
        : [],
      about: { text: '', companyId: null },
    };
  },
});

/** Returns the ids of companies with a new round, newest round first. */
async function newRounds({ workspace: { search }, nowMs }: ToolContext): Promise<string[]> {
  const round = { from: utcDate(nowMs - NEW_DAYS * DAY_MS), to: utcDate(nowMs), newest: true };
  const filters = libraryFiltersSchema.parse({ round, triage: ['todo'] });
  const found = await search.find({ text: '', filters, has: null, sort: 'announced', nowMs });
  return found.idsAt(0, NEW_MAX);
}

export const plan = defineTool({
  name: 'plan',
  title: 'Today’s plan',
  description:
    'Returns the requests that Roundwatch proposes for today with their prices, and the progress of an approved plan. Only the user can approve it. Free: nothing is requested from the data service.',
  permission: 'read',
  readOnly: true,
  input: nothing,
  run: (context) => {
    const { files } = context.workspace;
    const plans = createPlans(files);
    const { proposal } = proposePlan(planPartsOf(context.workspace), { except: plans.openKeys() });
    const items = proposal.items.slice(0, PLANNED_MAX);
    const allowed = context.hand([...new Set(items.flatMap(({ companyId }) => companyId ?? []))]);
    const shown = items.filter(({ companyId }) => companyId === null || allowed.includes(companyId));
    const run = plans.run();
    return {
      data: {
        requests: shown.map((item) => ({
          kind: item.kind,
          company_id: item.companyId,
          company: lineOrNull(item.companyName, 200),
          saved_search: lineOrNull(item.searchName, 80),
          why: item.why.why,
          price: costData(item.cost),
        })),
        requests_in_all: proposal.items.length,
        price: proposal.preview === null ? null : costData(proposal.preview.cost),
        records_for_today: proposal.recordsToday,
        skipped: proposal.skipReasons.map(({ why, count }) => ({ why, count })),
        approved:
          run === null
            ? null
            : { state: run.state, done: run.done, of: run.total, spent: costData(run.spent) },
      },
      companyIds: allowed,
      about: { text: '', companyId: null },
    };
  },
});

export const quota = defineTool({
  name: 'quota',
  title: 'Quota',
  description:
    'Returns what is left of each limit of the data service, which one runs out first, and when it resets. Free: nothing is requested from the data service.',
  permission: 'read',
  readOnly: true,
  input: nothing,
  run: ({ workspace: { governor } }) => {
    const { budgets, binding } = governor.status();
    const { today: room, recordsADay, daysLeft } = governor.room();
    return {
      data: {
        limits: budgets.map(({ budget, left, limit, used, resetsAtMs, atLeast }) => ({
          limit: budget,
          left,
          of: limit,
          used,
          used_is_at_least: atLeast,
          resets_at: resetsAtMs === null ? null : new Date(resetsAtMs).toISOString(),
        })),
        runs_out_first: binding,
        records_for_background_requests_today: room.records,
        records_a_day_until_reset: recordsADay,
        days_left: daysLeft,
      },
      companyIds: [],
      about: { text: '', companyId: null },
    };
  },
});

export const insights = defineTool({
  name: 'insights',
  title: 'Insights',
  description:
    'Returns figures about the stored rounds of the last weeks: rounds per week and stage, countries, industries, investors, hiring and open contact windows. Names no company. Free: nothing is requested from the data service.',
  permission: 'read',
  readOnly: true,
  input: z.strictObject({
    weeks: z.literal(INSIGHT_WEEKS).default(13),
    my_market: z.boolean().default(false).describe('Whether to count only rounds in the market of the user'),
  }),
  run: async ({ workspace: { files, search }, nowMs }, { weeks, my_market }) => {
    const question = insightQuestionSchema.parse({ period: { kind: 'weeks', weeks }, market: my_market });
    const figures = await createInsightReader(files, search).read(question, nowMs);
    return {
      data: insightData(figures),
      companyIds: [],
      about: { text: `${weeks} weeks`, companyId: null },
    };
  },
});

/** Selects the figures that name no company. */
const insightData = (figures: Insights): JsonObject => ({
  period: { from: figures.period.from, to: figures.period.to, stored_rounds: figures.period.rounds },
  matches_at_the_service: figures.period.coverage?.total ?? null,
  period_before: { from: figures.before.from, to: figures.before.to, stored_rounds: figures.before.rounds },
  companies: figures.companies,
  rounds_a_week: figures.weeks.weeks.slice(-13).map(({ from, rounds }) => ({ from, rounds })),
  stages: figures.weeks.stages.map(({ label, rounds }) => ({ stage: lineOrNull(label, 100), rounds })),
  amounts: {
    currency: lineOrNull(figures.amounts.currency, 20),
    undisclosed: figures.amounts.undisclosed,
    stages: figures.amounts.stages.map(({ label, rounds, quartiles }) => ({
      stage: lineOrNull(label, 100),
      rounds,
      median: quartiles?.median ?? null,
    })),
  },
  countries: sharesData(figures.countries),
  industries: sharesData(figures.industries),
  investors: figures.investors.investors.map(({ name, rounds, led }) => ({
    name: line(name, 200),
    rounds,
    led,
  })),
  hiring: figures.hiring.departments.map(({ department, companies, roles }) => ({
    department,
    companies,
    roles,
  })),
  contact_windows: {
    open: figures.windows.open,
    closing: figures.windows.closing.slice(0, 14).map(({ date, companies }) => ({ date, companies })),
  },
});

const sharesData = ({ values }: Insights['countries']): JsonObject[] =>
  values.map(({ label, rounds, share, changePoints }) => ({
    name: lineOrNull(label, 100),
    rounds,
    share,
    change_points: changePoints,
  }));
