import type { Mutation } from '../../mutation.ts';

const MONTH = 'electron/core/day-plan/month-end';
const MONTH_TEST = 'test/unit/handlers/month-end.test.ts';

/** Defects in the plan for the rest of the month. */
export const MONTH_END_MUTATIONS: readonly Mutation[] = [
  {
    name: 'month-own-use-today',
    guarantee: 'the plan leaves room for what the user usually requests on the same day',
    edits: [
      {
        file: 'electron/core/day-plan/month-end/own-use.ts',
        find: '.map((left) => Math.max(0, left - aDay[limit.unit])),',
        replace: '.map((left, day) => (day === 0 ? left : Math.max(0, left - aDay[limit.unit]))),',
      },
    ],
    test: {
      file: 'test/unit/day-plan/month-end/own-use.test.ts',
      titles: ['the plan leaves room for the usual requests of the user on every day, today included'],
    },
  },
  {
    name: 'month-end-silent-without-requests',
    guarantee: 'Today states what expires even if there is nothing to plan',
    edits: [
      {
        file: `${MONTH}/month-view.ts`,
        find: 'isShown: !isHidden && expires > 0,',
        replace: 'isShown: !isHidden && expires > 0 && calls.length > 0,',
      },
    ],
    test: {
      file: MONTH_TEST,
      titles: ['states what expires even if the library is empty and there is nothing to plan'],
    },
  },
  {
    name: 'month-end-offers-nothing',
    guarantee: 'Today offers a plan for the rest of the month only if it has requests',
    edits: [
      {
        file: 'renderer/features/today/month-end/month-end.svelte.ts',
        find: '!plan.isShown || plan.preview === null) return false;',
        replace: '!plan.isShown) return false;',
      },
    ],
    test: {
      file: 'test/renderer/features/today/month-end-approval.test.ts',
      titles: ['also states what expires while there is nothing to plan, and then offers no plan'],
    },
  },
  {
    name: 'month-end-two-bases',
    guarantee: 'no more expires with the plan than without it, because both figures assume the usual pace',
    edits: [
      {
        file: `${MONTH}/month-view.ts`,
        find: 'Math.max(0, expires - amountIn(budget, planned))',
        replace: 'Math.max(0, left - amountIn(budget, planned))',
      },
    ],
    test: {
      file: MONTH_TEST,
      titles: ['counts the same usual use with the plan as without it, so no more expires with the plan'],
    },
  },
  {
    name: 'month-end-planned-again',
    guarantee: 'Quota does not offer to plan the rest of the month while that plan is approved',
    edits: [
      {
        file: 'renderer/features/today/month-end/MonthEndNote.svelte',
        find: 'plan.approved > 0 || state.isSending',
        replace: 'plan.approved > 0',
      },
    ],
    test: {
      file: 'test/renderer/features/today/month-end.test.ts',
      titles: ['offers on Quota to show an approved plan, not to plan the same days again'],
    },
  },
  {
    name: 'plan-results-of-one-group',
    guarantee: 'the results of an ended plan include all its requests, however many there are',
    edits: [
      {
        file: 'electron/core/jobs/approved-plans.ts',
        find: 'group === null ? [] : jobsIn(groupsOfApproval(ledger, group))',
        replace: 'group === null ? [] : jobsIn([group])',
      },
    ],
    test: {
      file: 'test/unit/jobs/approved-plans.test.ts',
      titles: ['list all their requests page by page, those of other runs not among them'],
    },
  },
  {
    name: 'plan-results-first-page',
    guarantee: 'Today loads all pages of the requests of an ended plan',
    edits: [
      {
        file: 'renderer/features/today/run/run-items.svelte.ts',
        find: 'if (offset + LIST_LIMIT_MAX >= total) return loaded;',
        replace: 'if (offset + LIST_LIMIT_MAX >= total || offset >= 0) return loaded;',
      },
    ],
    test: {
      file: 'test/renderer/features/today/plan-run.test.ts',
      titles: ['lists the results of all requests of a large plan once it has ended'],
    },
  },
  {
    name: 'plan-rounds-left-out',
    guarantee: 'the results of a plan include the rounds that it fetched for searches',
    edits: [
      {
        file: 'renderer/features/today/run/plan-results.ts',
        find: "if (item.step !== 'done' || item.news === null) continue;",
        replace: "if (item.step !== 'done' || item.news === null || item.kind === 'older') continue;",
      },
    ],
    test: {
      file: 'test/renderer/features/today/plan-run.test.ts',
      titles: [
        'a plan that has ended also lists the rounds it fetched for each search, with the number of new rounds',
      ],
    },
  },
  {
    name: 'month-end-two-plans',
    guarantee: 'today’s plan has no key and no command while the plan for the rest of the month is offered',
    edits: [
      {
        file: 'renderer/features/today/today-commands.ts',
        find: '      !month.isOffered &&\n',
        replace: '',
      },
    ],
    test: {
      file: 'test/renderer/features/today/month-end.test.ts',
      titles: ['leaves one plan to approve: while it is offered, the key on Today does nothing'],
    },
  },
  {
    name: 'month-end-two-buttons',
    guarantee: 'today’s plan has no button while the plan for the rest of the month is offered',
    edits: [
      {
        file: 'renderer/features/today/PlanDock.svelte',
        find: '$derived(month.isOffered ? month.plan : null)',
        replace: '$derived(month.isOffered && !month.isLoaded ? month.plan : null)',
      },
    ],
    test: {
      file: 'test/renderer/features/today/month-end.test.ts',
      titles: ['offers no approval of today’s plan on Today while it is offered: true'],
    },
  },
  {
    name: 'month-end-too-early',
    guarantee: 'the rest of the month is not planned before five working days before the reset',
    edits: [
      {
        file: `${MONTH}/month-days.ts`,
        find: 'last >= localDate(resetsAtMs)',
        replace: 'last >= localDate(nowMs)',
      },
    ],
    test: {
      file: 'test/unit/day-plan/month-end/month-days.test.ts',
      titles: ['begins five working days before the reset, and weekends do not count'],
    },
  },
  {
    name: 'month-end-needs-pace',
    guarantee:
      'the rest of the month is planned from five working days before the reset, even without a usual pace',
    edits: [
      {
        file: `${MONTH}/propose-month.ts`,
        find: 'const usual = pace ?? NO_USE;',
        replace: 'const usual = pace ?? NO_USE;\n  if (pace === null) return null;',
      },
    ],
    test: {
      file: MONTH_TEST,
      titles: ['is offered each day until the reset, even if the account was not used and no pace is known'],
    },
  },
  {
    name: 'month-end-buys-over-limit',
    guarantee: 'what the records could buy respects the daily limits of the days that are left',
    edits: [
      {
        file: `${MONTH}/month-view.ts`,
        find: 'profiles: Math.min(records, most),',
        replace: 'profiles: Math.max(records, Math.min(records, most)),',
      },
    ],
    test: {
      file: MONTH_TEST,
      titles: ['is offered each day until the reset, even if the account was not used and no pace is known'],
    },
  },
  {
    name: 'month-end-over-limit',
    guarantee: 'the plan for the rest of the month exceeds no limit',
    edits: [
      {
        file: `${MONTH}/schedule.ts`,
        find: 'used > roomOn(limit, day, before)) return false;',
        replace: 'used > limit.total) return false;',
      },
    ],
    test: {
      file: 'test/unit/day-plan/month-end/choose-month.test.ts',
      titles: ['exceeds no limit, cap, share or deadline in small and large months'],
    },
  },
  {
    name: 'month-end-over-cap',
    guarantee: 'the plan for the rest of the month exceeds no spending cap of the user',
    edits: [
      {
        file: 'electron/core/quota/policy/month-outlook.ts',
        find: '...allowances.flatMap(capOf),',
        replace: '...allowances.slice(0, 0).flatMap(capOf),',
      },
    ],
    test: {
      file: 'test/unit/bench/month-end.test.ts',
      titles: ['never exceed a limit, a cap or the pace'],
    },
  },
  {
    name: 'month-end-not-best',
    guarantee: 'in small months, no other set of requests is worth more',
    edits: [
      {
        file: `${MONTH}/exact-month.ts`,
        find: 'completeOn[done] = -1;',
        replace: '',
      },
    ],
    test: {
      file: 'test/unit/day-plan/month-end/choose-month.test.ts',
      titles: ['is worth as much as the best set of requests in small months'],
    },
  },
  {
    name: 'month-end-low-fit',
    guarantee: 'the user can exclude profiles below the minimum fit without excluding the others',
    edits: [
      {
        file: `${MONTH}/month-candidates.ts`,
        find: "? 'low-fit' : kind",
        replace: '? kind : kind',
      },
    ],
    test: {
      file: MONTH_TEST,
      titles: ['lists profiles below the minimum fit as a kind of their own, which can be excluded'],
    },
  },
  {
    name: 'month-end-unapproved',
    guarantee: 'the plan for the rest of the month spends nothing before it is approved',
    edits: [
      {
        file: 'electron/core/handlers/month-end.ts',
        find: 'monthEnd: propose(without)?.view ?? null,',
        replace:
          "monthEnd: (jobs().plan.start((propose(without)?.calls ?? []).map(({ call }) => call), 'seller'), propose(without)?.view ?? null),",
      },
    ],
    test: {
      file: MONTH_TEST,
      titles: ['shows the expiring records, and sends nothing until it is approved'],
    },
  },
  {
    name: 'month-end-dearer',
    guarantee: 'the plan for the rest of the month never costs more than the accepted price',
    edits: [
      {
        file: 'electron/core/handlers/month-end.ts',
        find: 'isDearer(preview.cost, accepted)',
        replace: 'isDearer(preview.cost, preview.cost)',
      },
    ],
    test: { file: MONTH_TEST, titles: ['is not started at a higher price than the accepted one'] },
  },
  {
    name: 'month-end-other-plan',
    guarantee: 'approving starts exactly the plan that was shown',
    edits: [
      {
        file: 'electron/core/handlers/month-end.ts',
        find: 'planned?.view.id !== id',
        replace: 'planned === null',
      },
    ],
    test: {
      file: MONTH_TEST,
      titles: ['is not started if it now contains other requests than the plan that was shown'],
    },
  },
  {
    name: 'month-end-at-once',
    guarantee: 'a request that was approved for a later day waits for it',
    edits: [
      {
        file: 'electron/core/database/queries/ledger/jobs.ts',
        find: "json_extract(request, '$.within.fromMs'), 0), 0) <= :nowMs",
        replace: "json_extract(request, '$.within.untilMs'), 0), 0) >= 0 * :nowMs",
      },
    ],
    test: {
      file: 'test/unit/jobs/approved-plans.test.ts',
      titles: ['sends a request that was approved for a later day on that day, and other requests before'],
    },
  },
  {
    name: 'month-end-after-reset',
    guarantee: 'a request of the old month’s plan never uses the records of the next month',
    edits: [
      {
        file: 'electron/core/jobs/perform-planned.ts',
        find: 'within !== null && parts.governor.serverNowMs() >= within.untilMs',
        replace: 'within !== null && parts.governor.serverNowMs() < within.fromMs',
      },
    ],
    test: {
      file: MONTH_TEST,
      titles: ['drops approved requests after the reset, because they would use the next month’s records'],
    },
  },
  {
    name: 'month-end-highest-price-as-data',
    guarantee: 'the plan for the rest of the month counts the data that a request will probably bring',
    edits: [
      {
        file: `${MONTH}/month-candidates.ts`,
        find: 'call.expected ?? call.cost.records),',
        replace: 'call.cost.records),',
      },
    ],
    test: {
      file: 'test/unit/day-plan/month-end/month-candidates.test.ts',
      titles: ['counts the data that it will probably bring, not its highest price'],
    },
  },
  {
    name: 'month-end-data-expires',
    guarantee: 'of two requests of the same value, the one that brings more data comes before the reset',
    edits: [
      {
        file: 'electron/core/day-plan/score.ts',
        find: 'const EXPIRING_RECORD = 0.1;',
        replace: 'const EXPIRING_RECORD = 0;',
      },
    ],
    test: {
      file: 'test/unit/day-plan/month-end/month-candidates.test.ts',
      titles: ['is preferred to a request of the same value that brings less data'],
    },
  },
  {
    name: 'month-end-floor-without-daily-caps',
    guarantee: 'the benchmark states which records the user’s daily caps keep from any plan',
    edits: [
      {
        file: 'bench/planner/month-end-causes.ts',
        find: "period === 'day' ? [[records, (each)",
        replace: "period === 'day' && world.seed === 0 ? [[records, (each)",
      },
    ],
    test: {
      file: 'test/unit/bench/month-end.test.ts',
      titles: ['count the records that daily caps keep among those of the user’s own caps'],
    },
  },
];
