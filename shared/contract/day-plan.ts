import { z } from 'zod';
import { appErrorSchema } from '../app-error.ts';
import { call, push } from './kit.ts';
import { costSchema, previewSchema, receiptSchema, screenSchema } from '../model/budget.ts';
import { companyRowSchema } from '../model/company.ts';
import { LIST_LIMIT_MAX } from '../model/limits.ts';
import {
  gapSchema,
  PLAN_MAX,
  planKeySchema,
  planProposalSchema,
  planRulesSchema,
  planRunSchema,
} from '../model/plan.ts';
import { triageMarksSchema } from '../model/triage.ts';
import { undoSchema } from '../model/user-data.ts';

const nothing = z.strictObject({});
const paid = { accepted: costSchema, screen: screenSchema };
const position = { offset: z.int().min(0).max(1_000_000), limit: z.int().min(1).max(LIST_LIMIT_MAX) };
const count = z.int().min(0);
const run = z.strictObject({ run: planRunSchema.nullable() });

/**
 * The day plan. Viewing it is free and sends nothing. Approved requests run one at a time in the background
 * lanes, resume after a restart, and never exceed their approved price.
 */
export const planContract = {
  /** The current proposal, computed on every call, and the newest run, even if it is over. */
  today: call(nothing).returns(
    z.strictObject({ proposal: planProposalSchema, run: planRunSchema.nullable() }),
  ),
  /** The combined price of these requests, or null if none is proposed any more. Free. */
  price: call(z.strictObject({ keys: z.array(planKeySchema).min(1).max(PLAN_MAX) })).returns(
    z.strictObject({ preview: previewSchema.nullable() }),
  ),
  /**
   * Starts these requests, for at most `accepted` in total.
   * @throws AppFailure price-changed if they now cost more or one is no longer proposed
   */
  approve: call(z.strictObject({ keys: z.array(planKeySchema).min(1).max(PLAN_MAX), ...paid })).returns(run),
  /** Takes effect after the current request. */
  pause: call(nothing).returns(run),
  resume: call(nothing).returns(run),
  /** Drops the requests that have not started; free. */
  stop: call(nothing).returns(run),
  rules: call(nothing).returns(planRulesSchema),
  /** Can be undone with `marks.undo`. */
  setRules: call(z.strictObject({ rules: planRulesSchema })).returns(z.strictObject({ undo: undoSchema })),
  /**
   * Listed companies whose contacts were not fetched and are available for at most ten more days, soonest
   * first. Free.
   */
  closing: call(z.strictObject(position)).returns(
    z.strictObject({
      rows: z.array(companyRowSchema).max(LIST_LIMIT_MAX),
      total: count,
      /** Triage marks of the companies in these rows. */
      marks: triageMarksSchema,
    }),
  ),
  /** Returns the gap in which events may have been missed, with the price of catching up, or null. Free. */
  gap: call(nothing).returns(z.strictObject({ gap: gapSchema.nullable() })),
  /**
   * Fetches the missing `/fundings`. `news` counts rounds whose ids are new; `stopped` is the error that
   * ended the catch-up after something was charged, while an earlier error is thrown.
   * @throws AppFailure not-found query if there is no gap
   */
  catchUp: call(z.strictObject(paid)).returns(
    z.strictObject({
      news: count,
      receipts: z.array(receiptSchema).max(5),
      stopped: appErrorSchema.nullable(),
    }),
  ),
  onChanged: push(nothing),
};
