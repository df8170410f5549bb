import { z } from 'zod';
import { appErrorSchema } from '../app-error.ts';
import { call, push } from './kit.ts';
import { previewSchema, receiptSchema, timeMsSchema } from '../model/budget.ts';
import { companyIdSchema, companyRowSchema } from '../model/company.ts';
import { LIST_LIMIT_MAX } from '../model/limits.ts';
import {
  CATCH_UP_REQUESTS_MAX,
  companyMatchesSchema,
  fetchedContactsSchema,
  gapSchema,
  PLAN_MAX,
  planKeySchema,
  planProposalSchema,
  planRulesSchema,
  planRunItemSchema,
  planRunSchema,
  uncoveredDaysSchema,
} from '../model/plan.ts';
import { monthEndSchema, monthKindNameSchema, monthPlanIdSchema } from '../model/planning/month-end.ts';
import { newsTimesSchema, triageMarksSchema } from '../model/triage.ts';
import { undoSchema } from '../model/user-data.ts';
import { nothing, paid, position } from './atoms.ts';
import { countSchema as count, rowIdSchema } from '../model/atoms.ts';

const without = z.array(monthKindNameSchema).max(monthKindNameSchema.options.length);
const run = z.strictObject({ run: planRunSchema.nullable() });

/**
 * The day plan. Viewing it is free and sends no requests. Approved requests run one at a time in the
 * background and cost at most the approved price. After a restart, the app continues with the remaining
 * requests.
 */
export const planContract = {
  /** Computes the current proposal. Also returns the latest run, even if it has ended. */
  today: call(nothing).returns(
    z.strictObject({ proposal: planProposalSchema, run: planRunSchema.nullable() }),
  ),
  /** Returns the latest run, like `today`, but without computing a proposal. */
  run: call(nothing).returns(run),
  /**
   * Returns one page of all requests of a run, in the order in which they are sent. The run itself contains
   * only some of its requests. `total` is the number of stored requests. If a different version of the app
   * stored some of the requests, the page has fewer items; if the run is unknown, it has none. Free.
   */
  runItems: call(z.strictObject({ id: rowIdSchema, ...position })).returns(
    z.strictObject({ items: z.array(planRunItemSchema).max(LIST_LIMIT_MAX), total: count }),
  ),
  /**
   * Returns the total price of the given requests, without any that are no longer proposed. Null if no
   * request remains. Free.
   */
  price: call(z.strictObject({ keys: z.array(planKeySchema).min(1).max(PLAN_MAX) })).returns(
    z.strictObject({ preview: previewSchema.nullable() }),
  ),
  /**
   * Approves and starts these requests, which together may cost at most `accepted`.
   * @throws AppFailure `price-changed` if the requests would cost more, or if one of them is no longer
   * proposed
   */
  approve: call(z.strictObject({ keys: z.array(planKeySchema).min(1).max(PLAN_MAX), ...paid })).returns(run),
  /** Pauses the run once the current request has finished. */
  pause: call(nothing).returns(run),
  resume: call(nothing).returns(run),
  /** Ends the run. Drops the requests that have not started, at no cost. */
  stop: call(nothing).returns(run),
  /**
   * Plans the rest of the month, leaving out the kinds of requests in `without`. Returns null if the monthly
   * records reset more than five working days from now, or if fewer than three days of use are known. Free.
   */
  monthEnd: call(z.strictObject({ without })).returns(
    z.strictObject({
      monthEnd: monthEndSchema.nullable(),
      run: planRunSchema.nullable(),
      /** Server time at which the user last approved requests of any plan; null if never. */
      lastApprovedAtMs: timeMsSchema.nullable(),
    }),
  ),
  /**
   * Approves and starts the plan for the rest of the month that `monthEnd` returned. Each request runs on its
   * planned day. Together, the requests may cost at most `accepted`. Until the last of them has ended,
   * `today` proposes none of these requests.
   * @throws AppFailure `price-changed` if the plan would now contain other requests or cost more
   */
  approveMonth: call(z.strictObject({ id: monthPlanIdSchema, without, ...paid })).returns(run),
  /** Hides the plan for the rest of the month from Today until the next day (local date). */
  hideMonthEnd: call(nothing).returns(nothing),
  rules: call(nothing).returns(planRulesSchema),
  /**
   * Sets the user's rules for the plan. `marks.undo` can undo the change.
   *
   * @throws AppFailure `not-confirmed` if the user must confirm the rules and declines. Confirmation is
   * required if the rules may spend more records in a month than the spending threshold and also more than
   * the previous rules.
   */
  setRules: call(z.strictObject({ rules: planRulesSchema })).returns(z.strictObject({ undo: undoSchema })),
  /** Returns the companies that catch-up has added to the library today (UTC), best fit first. Free. */
  caughtUp: call(z.strictObject(position)).returns(
    z.strictObject({
      rows: z.array(companyRowSchema).max(LIST_LIMIT_MAX),
      total: count,
      /** Triage marks for the companies in these rows. */
      marks: triageMarksSchema,
      /** For each company in `rows`, the server time at which it was found. */
      news: newsTimesSchema,
    }),
  ),
  /**
   * Returns companies on the user's lists whose contact window closes within ten days, and all companies
   * whose contacts were fetched in the last 14 days, sorted by closing day, then by fit. A company with
   * fetched contacts is included through the day of the user's next contact log entry for it. If the service
   * returned no contacts, the company is included through the day of that response (local dates). Omits
   * snoozed companies, and companies without news since they were marked as done. Free.
   */
  closing: call(z.strictObject(position)).returns(
    z.strictObject({
      rows: z.array(companyRowSchema).max(LIST_LIMIT_MAX),
      total: count,
      /** The companies in these rows whose contacts have been fetched. */
      fetched: z.array(fetchedContactsSchema).max(LIST_LIMIT_MAX),
      /**
       * The done and snoozed marks of the companies in these rows. A marked company is listed only if its
       * latest news is newer than the mark.
       */
      marks: triageMarksSchema,
      /** For each company in `marks`, the server time of its latest news. */
      news: newsTimesSchema,
      /**
       * The marks that were set today (local date) on companies that would otherwise be in these rows or have
       * an unseen signal. At most one page of marks.
       */
      handled: triageMarksSchema,
      /** The companies in `handled` for which the contact log has an entry today (local date). */
      contacted: z.array(companyIdSchema).max(LIST_LIMIT_MAX),
    }),
  ),
  /**
   * Returns, for each company on Today, how many of its stored contacts match the user's buyer roles. Returns
   * nothing if no buyer roles are set or if contacts are locked. Omits companies without contacts, and
   * companies above the limit on contacts per minute (ADR 54). Sends no request.
   */
  matches: call(z.strictObject({ companyIds: z.array(companyIdSchema).max(LIST_LIMIT_MAX) })).returns(
    z.strictObject({ matches: z.array(companyMatchesSchema).max(LIST_LIMIT_MAX) }),
  ),
  /**
   * Returns the gap in which the receiver may have missed events, with the price of catching up. `gap` is
   * null if there is no gap. `uncovered` contains the days for which earlier requests did not return all
   * rounds. Free.
   */
  gap: call(nothing).returns(
    z.strictObject({
      gap: gapSchema.nullable(),
      uncovered: z.array(uncoveredDaysSchema).max(CATCH_UP_REQUESTS_MAX),
    }),
  ),
  /**
   * Fetches from `/fundings` the rounds that were announced during the gap. `news` is the number of rounds
   * that are new to the library. If an error ends the catch-up after a request has been charged, `stopped`
   * contains the error. If no request has been charged yet, the error is thrown.
   * @throws AppFailure `not-found` (`gap`) if there is no gap
   */
  catchUp: call(z.strictObject(paid)).returns(
    z.strictObject({
      news: count,
      receipts: z.array(receiptSchema).max(CATCH_UP_REQUESTS_MAX),
      stopped: appErrorSchema.nullable(),
    }),
  ),
  onChanged: push(nothing),
};
