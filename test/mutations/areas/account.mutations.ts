import type { Mutation } from '../mutation.ts';
import { planted, rows } from '../planted.ts';

const RECHECK = 'electron/core/quota/calibration/passive-calibration.ts';
const RECHECK_TEST = 'test/unit/quota/passive-calibration.test.ts';
const USAGE = 'electron/core/quota/account/account-usage.ts';
const USAGE_TEST = 'test/unit/quota/account/account-usage.test.ts';
const CHECK = 'electron/core/fetching/check-account.ts';
const CHECK_TEST = 'test/unit/fetching/check-account.test.ts';
const READING = 'electron/core/jobs/daily-reading.ts';
const ACCOUNT_TEST = 'test/unit/handlers/account.test.ts';

/**
 * Defects in the code for the account's usage: the stored values, the daily `/stats` request and the alert.
 */
export const ACCOUNT_MUTATIONS: readonly Mutation[] = [
  planted({
    name: 'own-requests-as-others',
    guarantee: 'the use of other clients does not include this app’s own requests',
    file: USAGE,
    find: 'Math.max(0, requests - own)',
    replace: 'Math.max(0, requests + 0 * own)',
    test: [USAGE_TEST, 'subtracts this app’s own requests from the reported ones, separately for each day'],
  }),
  planted({
    name: 'account-days-of-any-time',
    guarantee: 'a report cannot store days after the reading or long before it',
    file: USAGE,
    find: 'if (startMs >= sinceMs && startMs <= todayMs)',
    replace: 'if (startMs !== sinceMs - 1)',
    test: [USAGE_TEST, 'leaves out days after the reading and long before it'],
  }),
  planted({
    name: 'alert-misses-yesterday',
    guarantee: 'use outside this app is also judged for the day that a reading completes',
    file: USAGE,
    find: 'accountDaysSince(db, epoch, utcDayMs(newest.atMs) - DAY_MS)',
    replace: 'accountDaysSince(db, epoch, utcDayMs(newest.atMs))',
    test: [
      USAGE_TEST,
      'includes the day before the reading, which that reading completes, but no earlier day',
    ],
  }),
  planted({
    name: 'daily-reading-without-permission',
    guarantee: 'the account is read automatically only after the user allowed it',
    file: READING,
    find: 'const { daily } = accountWatch(ledger);',
    replace:
      'const daily = accountWatch(ledger).daily ??\n' +
      '    { epoch: 1, accepted: { requests: 1, records: 1, pageTurns: 0, companies: 0 } };',
    test: [ACCOUNT_TEST, 'is never made unless the user allowed it'],
  }),
  planted({
    name: 'daily-reading-after-failure',
    guarantee: 'a daily reading is tried at most once a UTC day',
    file: READING,
    find: 'if (hasRuleJob(ledger, key)) return null;',
    replace: '',
    test: [ACCOUNT_TEST, 'is not tried again on the same day after it failed'],
  }),
  planted({
    name: 'daily-reading-after-confirmation',
    guarantee: 'a day that already has a reading gets no automatic one',
    file: READING,
    find: 'if (newest !== null && newest.atMs >= todayMs) return null;',
    replace: '',
    test: [ACCOUNT_TEST, 'is not made on a day on which the user confirmed the budgets'],
  }),
  planted({
    name: 'daily-reading-dearer',
    guarantee: 'a daily reading never costs more than the user accepted',
    file: READING,
    find: 'isDearer(price.cost, daily.accepted) || ',
    replace: '',
    test: ['test/unit/jobs/daily-reading.test.ts', 'waits while a reading costs more than the user accepted'],
  }),
  planted({
    name: 'outside-use-alerted-again',
    guarantee: 'use outside this app is alerted at most once a day',
    file: 'electron/core/notifications/notifications.ts',
    find: 'if (wasShown || excessive.dayMs',
    replace: 'if (excessive.dayMs',
    test: [
      'test/unit/notifications/outside-use.test.ts',
      'is alerted once, even after a restart, and a click opens the Quota screen',
      'is alerted at most once a UTC day, including alerts for the day before',
    ],
  }),
  planted({
    name: 'check-below-price',
    guarantee: 'an account check sends nothing above the accepted price',
    file: CHECK,
    find: 'requireAccepted(governor.previewAll(calls.map((call) => describeCall(call, hints))), accepted);',
    replace: 'void requireAccepted; void accepted;',
    test: [CHECK_TEST, 'sends nothing below its price'],
  }),
  planted({
    name: 'check-goes-on-after-refused-key',
    guarantee: 'an account check ends at an error that concerns all requests',
    file: CHECK,
    find: "return resultOf(call, 'stopped', observed());",
    replace: "return resultOf(call, 'failed', observed());",
    test: [
      CHECK_TEST,
      'reports a refused request and continues, but ends at an error that concerns all requests',
    ],
  }),
  planted({
    name: 'check-misses-headers',
    guarantee: 'an account check compares the headers with the specification',
    file: 'electron/core/service-api/client.ts',
    find: 'headers: headerNotes(headers),',
    replace: 'headers: headerNotes(headers).slice(99),',
    test: [CHECK_TEST, 'reports differing fields, headers and costs by name and number, without any value'],
  }),
  planted({
    name: 'check-costs-unmeasured',
    guarantee: 'an account check measures the costs between its two readings',
    file: CHECK,
    find: 'return from === null || to === null || to < from ? null : to - from;',
    replace: 'return from === null || to === null || to < from ? null : from - from;',
    test: [CHECK_TEST, 'reports another client’s requests during the check as more than documented'],
  }),
  planted({
    name: 'header-name-of-any-kind',
    guarantee: 'the report of a check names only rate limit headers',
    file: 'electron/core/service-api/header-check.ts',
    find: 'NAME.test(name) && name.length <= NAME_MAX',
    replace: "name.startsWith('x-') && NAME.test('x-ratelimit-a') && NAME_MAX > 0",
    test: [
      'test/unit/service-api/header-check.test.ts',
      'are reported by name only, never with a value or a name of another kind',
    ],
  }),
  planted({
    name: 'cost-corrected-at-once',
    guarantee: 'a cost is corrected only after two pairs of readings show the same other cost',
    file: RECHECK,
    find: 'const isAgain = pending?.cost === after && atMs - pending.atMs >= APART_MS;',
    replace: 'const isAgain = pending?.cost !== 7 || atMs > APART_MS;',
    test: [
      RECHECK_TEST,
      'corrects a learned cost after two brackets show the same other cost',
      'corrects nothing after two brackets within ten minutes, because readings may lag',
    ],
  }),
  planted({
    name: 'company-cost-not-rechecked',
    guarantee: 'ordinary use checks what requests for companies count toward the daily companies',
    file: RECHECK,
    find: 'companies: ({ companies }) => companies,',
    replace: 'companies: () => 0,',
    test: [
      RECHECK_TEST,
      'corrects the price of a profile in daily companies, and reports immediately if it rises again',
    ],
  }),
  planted({
    name: 'cost-of-any-request',
    guarantee: 'only pairs of readings around plain requests with known results correct a cost',
    file: RECHECK,
    find: ': !wasViewedBefore(db, { companyId, id, sinceMs })',
    replace: ': !wasViewedBefore(db, { companyId, id, sinceMs: Infinity })',
    test: [
      RECHECK_TEST,
      'compares only a company’s first request of a day, because repeated ones may be free',
    ],
  }),
  {
    name: 'cost-with-unknown-result',
    guarantee: 'a pair of readings around a request with an unknown result corrects no cost',
    edits: [
      { file: RECHECK, find: "state === 'spent' &&", replace: "state !== '' &&" },
      { file: RECHECK, find: ' status !== null && status >= 200 && status < 300 &&', replace: '' },
      {
        file: RECHECK,
        find: 'detail === null && cost !== null;',
        replace: "detail !== '' && cost !== undefined && status !== undefined;",
      },
    ],
    test: {
      file: RECHECK_TEST,
      titles: [
        'learns nothing from a bracket with another device, an unknown result or another kind of request',
      ],
    },
  },
  planted({
    name: 'cost-with-two-reasons',
    guarantee: 'a cost is not corrected if two costs could explain the difference',
    file: RECHECK,
    find: 'const [reason, ...others] = reasons.length === 1 ? reasons : untrusted;',
    replace: 'const [reason] = reasons.length === 1 ? reasons : untrusted;\n  const others: unknown[] = [];',
    test: [RECHECK_TEST, 'corrects nothing if two costs could explain the difference'],
  }),
  planted({
    name: 'changed-cost-told-again',
    guarantee: 'a corrected cost is reported once',
    file: 'electron/core/notifications/notifications.ts',
    find: 'if (!isOld && !wasNoticeShown(ledger, key)) this.',
    replace: 'if (!isOld) this.',
    test: ['test/unit/notifications/outside-use.test.ts', 'a corrected cost is reported once'],
  }),
  {
    name: 'plan-step-without-service-text',
    guarantee: 'a failed request of a plan has the service’s own text',
    edits: [
      {
        file: 'electron/core/jobs/approved-plans.ts',
        find: "step !== 'failed' || call === null",
        replace: "step === 'failed' || call === null",
      },
    ],
    test: rows('R-7-1-plan'),
  },
];
