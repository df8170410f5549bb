import { z } from 'zod';
import { INSIGHT_WEEKS } from '../../../../shared/model/insights/insight-values.ts';
import { insightQuestionSchema, type Insights } from '../../../../shared/model/insights/insights.ts';
import { BUDGET_NAMES } from '../../../../shared/price-words.ts';
import { proposePlan } from '../../day-plan/propose-plan.ts';
import { planPartsOf } from '../../day-plan/workspace-plan-inputs.ts';
import { createPlans } from '../../jobs/approved-plans.ts';
import { createInsightReader } from '../../library/insights/insights.ts';
import { PLAN_REQUESTS, planReason, PLAN_SKIPS, PLAN_STATES } from '../plan-text.ts';
import { defineTool } from '../tool.ts';
import { costData, limitData, line, lineOrNull, priceData, type JsonObject } from './tool-parts.ts';

const nothing = () => z.strictObject({});

/**
 * Maximum number of companies that `plan` returns. `plan` and `today` together then use less than the hourly
 * limit, and the `morning` prompt can continue after both tools.
 */
const PLANNED_MAX = 6;

export const plan = defineTool({
  name: 'plan',
  title: 'Today’s plan',
  description:
    'Returns the requests that Roundwatch proposes for today, with the reason and the price of each, why other requests were skipped, and the progress of an approved plan. Returns at most 6 requests; `requests_in_all` and `price` are those of the whole plan. State prices as in `text`: `about` is an estimate without a maximum. Only the user can approve the plan, in Roundwatch. Free: nothing is requested from the data service.',
  permission: 'read',
  readOnly: true,
  input: nothing,
  run: (context) => {
    const { files } = context.workspace;
    const plans = createPlans(files);
    const { proposal } = proposePlan(planPartsOf(context.workspace), { except: plans.openKeys() });
    const items = proposal.items.slice(0, PLANNED_MAX);
    const wanted = [...new Set(items.flatMap(({ companyId }) => companyId ?? []))];
    const allowed = context.hand(wanted);
    const shown = items.filter(({ companyId }) => companyId === null || allowed.includes(companyId));
    const run = plans.run();
    return {
      data: {
        requests: shown.map((item) => ({
          request: PLAN_REQUESTS[item.kind],
          company_id: item.companyId,
          company: lineOrNull(item.companyName, 200),
          saved_search: lineOrNull(item.searchName, 80),
          why: planReason(item.why, context.nowMs),
          price: priceData({ ...item, expectedRecords: item.expected }),
        })),
        requests_in_all: proposal.items.length,
        price: proposal.preview === null ? null : priceData(proposal.preview),
        records_available_today: proposal.recordsToday,
        skipped: proposal.skipReasons.map(({ why, count }) => ({ requests: count, why: PLAN_SKIPS[why] })),
        approved:
          run === null
            ? null
            : { state: PLAN_STATES[run.state], done: run.done, of: run.total, spent: costData(run.spent) },
        ...limitData(context, wanted, allowed),
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
          limit: BUDGET_NAMES[budget],
          left,
          of: limit,
          used,
          used_is_at_least: atLeast,
          resets_at: resetsAtMs === null ? null : new Date(resetsAtMs).toISOString(),
        })),
        runs_out_first: binding === null ? null : BUDGET_NAMES[binding],
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
    'Returns figures about the stored rounds of the last weeks: rounds per week and stage, amounts, countries, industries, investors, hiring and open contact windows. Names no company. Free: nothing is requested from the data service.',
  permission: 'read',
  readOnly: true,
  input: () =>
    z.strictObject({
      weeks: z.literal(INSIGHT_WEEKS).default(13).describe('The number of weeks until today'),
      my_market: z
        .boolean()
        .default(false)
        .describe('Whether to count only rounds in the market of the user'),
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

/** Selects the figures that contain no company names. */
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
