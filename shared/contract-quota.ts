import { z } from 'zod';
import { call, push } from './contract-kit.ts';
import {
  allowanceSchema,
  allowanceScopeSchema,
  budgetSchema,
  budgetStatusSchema,
  costSchema,
  dayUseSchema,
  learnedCostSchema,
  ledgerFilterSchema,
  ledgerRowSchema,
  previewSchema,
  queueEntrySchema,
  receiptSchema,
  screenSchema,
  timeMsSchema,
} from './model/budget.ts';
import { LIST_LIMIT_MAX } from './model/limits.ts';
import { pricedCallSchema } from './model/query.ts';

const nothing = z.strictObject({});
const position = { offset: z.int().min(0).max(10_000_000), limit: z.int().min(1).max(LIST_LIMIT_MAX) };
const count = z.int().min(0);
/** As many prices as one screen shows of one company, and some more. */
const PRICES_MAX = 16;
const paid = { accepted: costSchema, screen: screenSchema };

/** The part of the contract that is about prices, the ledger and what is left; the rest is in `contract.ts`. */
export const quotaContract = {
  status: call(nothing).returns(
    z.strictObject({
      budgets: z.array(budgetStatusSchema).max(8),
      binding: budgetSchema,
      /** Server time of the newest `/stats` reading; null before the first. */
      confirmedAtMs: timeMsSchema.nullable(),
      serverNowMs: timeMsSchema,
      /** Server time minus this laptop's clock, ms. */
      clockSkewMs: z.number(),
      inFlight: count,
      /** What waits and what is under way, in the order in which it goes. */
      queue: z.array(queueEntrySchema).max(50),
    }),
  ),
  /** Takes a waiting call out of the queue, free of charge; one under way is cut off and counts until the service says. */
  cancel: call(z.strictObject({ id: z.int().min(1) })).returns(z.strictObject({ cancelled: z.boolean() })),
  price: call(z.strictObject({ call: pricedCallSchema })).returns(previewSchema),
  /** Several prices, each of a call made by itself, in the order of `calls`, all on one reading of the budgets. */
  prices: call(z.strictObject({ calls: z.array(pricedCallSchema).min(1).max(PRICES_MAX) })).returns(
    z.strictObject({ previews: z.array(previewSchema).max(PRICES_MAX) }),
  ),
  ledger: call(z.strictObject({ ...position, filter: ledgerFilterSchema.prefault({}) })).returns(
    z.strictObject({ rows: z.array(ledgerRowSchema).max(LIST_LIMIT_MAX), total: count }),
  ),
  /** Records by UTC day, oldest first: at least the last 30 days and all of this month. */
  history: call(nothing).returns(z.strictObject({ days: z.array(dayUseSchema).max(40) })),
  allowances: call(nothing).returns(z.strictObject({ allowances: z.array(allowanceSchema).max(5) })),
  /** A hard stop of the seller's own, records a UTC day; null lifts it. */
  setAllowance: call(
    z.strictObject({ scope: allowanceScopeSchema, recordsADay: z.int().min(0).max(1_000_000).nullable() }),
  ).returns(z.strictObject({ allowances: z.array(allowanceSchema).max(5) })),
  /** What calibration found out so far, newest first. */
  learned: call(nothing).returns(z.strictObject({ costs: z.array(learnedCostSchema).max(50) })),
  /** The price of a whole calibration: a few calls, each between two readings of `/stats`. */
  calibrationPrice: call(nothing).returns(z.strictObject({ preview: previewSchema, calls: count })),
  /** Learns true costs. `disturbed`: another device was active meanwhile, so nothing of that step was believed. */
  calibrate: call(z.strictObject(paid)).returns(
    z.strictObject({
      costs: z.array(learnedCostSchema).max(50),
      disturbed: z.boolean(),
      spent: costSchema,
    }),
  ),
  /** Reads `/stats` and reconciles the ledger with it. */
  confirm: call(z.strictObject(paid)).returns(z.strictObject({ receipt: receiptSchema })),
  onChanged: push(nothing),
};
