import { z } from 'zod';
import { appErrorSchema } from './app-error.ts';
import { call, push } from './contract-kit.ts';
import { costSchema, previewSchema, receiptSchema, screenSchema } from './model/budget.ts';
import { companyRowSchema } from './model/company.ts';
import { LIST_LIMIT_MAX } from './model/limits.ts';
import {
  gapSchema,
  PLAN_MAX,
  planKeySchema,
  planProposalSchema,
  planRulesSchema,
  planRunSchema,
} from './model/plan.ts';
import { triageMarksSchema } from './model/triage.ts';
import { undoSchema } from './model/words.ts';

const nothing = z.strictObject({});
const paid = { accepted: costSchema, screen: screenSchema };
const position = { offset: z.int().min(0).max(1_000_000), limit: z.int().min(1).max(LIST_LIMIT_MAX) };
const count = z.int().min(0);
const run = z.strictObject({ run: planRunSchema.nullable() });

/**
 * The day's plan. Looking at it costs nothing and asks the service nothing; what was approved goes in the background lanes,
 * one call at a time, goes on after a restart, and never takes more than what was approved for it.
 */
export const planContract = {
  /** What is worth its price today, decided anew at every look; and the newest run, also when it is over. */
  today: call(nothing).returns(
    z.strictObject({ proposal: planProposalSchema, run: planRunSchema.nullable() }),
  ),
  /** What these calls of the plan would cost together; null where none of them is proposed any more. Free. */
  price: call(z.strictObject({ keys: z.array(planKeySchema).min(1).max(PLAN_MAX) })).returns(
    z.strictObject({ preview: previewSchema.nullable() }),
  ),
  /**
   * Starts the calls named, at no more than `accepted` in all. Throws conflict price-changed where they have become dearer or
   * one of them is not proposed any more; conflict plan-runs where one is under way.
   */
  approve: call(z.strictObject({ keys: z.array(planKeySchema).min(1).max(PLAN_MAX), ...paid })).returns(run),
  /** After the call that is under way. */
  pause: call(nothing).returns(run),
  resume: call(nothing).returns(run),
  /** Whatever has not begun is dropped; it costs nothing. */
  stop: call(nothing).returns(run),
  rules: call(nothing).returns(planRulesSchema),
  /** Taken back by `marks.undo`. */
  setRules: call(z.strictObject({ rules: planRulesSchema })).returns(z.strictObject({ undo: undoSchema })),
  /** Companies on a list whose contacts can be had for ten days at most and were not fetched, soonest first. Free. */
  closing: call(z.strictObject(position)).returns(
    z.strictObject({
      rows: z.array(companyRowSchema).max(LIST_LIMIT_MAX),
      total: count,
      /** What was put away of these rows' companies. */
      marks: triageMarksSchema,
    }),
  ),
  /** Whether something was missed while the app was closed or offline, and what catching up costs. Null: nothing. Free. */
  gap: call(nothing).returns(z.strictObject({ gap: gapSchema.nullable() })),
  /**
   * Asks `/fundings` for what the gap lacks. `news`: rounds that no answer told before, by their id. `stopped`: why it ended
   * before its last page, once something was charged; before that it is thrown. Throws not-found query where there is no gap.
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
