import { z } from 'zod';
import { call, push } from './kit.ts';
import {
  ALLOWANCE_SCOPES,
  allowancePeriodSchema,
  allowanceSchema,
  allowanceScopeSchema,
  budgetSchema,
  budgetStatusSchema,
  costDriftSchema,
  costSchema,
  dayUseSchema,
  lastReceiptSchema,
  learnedCostSchema,
  ledgerFilterSchema,
  ledgerRowSchema,
  pricedFrom,
  previewSchema,
  queueEntrySchema,
  receiptSchema,
  timeMsSchema,
} from '../model/budget.ts';
import { accountUsageSchema, alertAboveSchema } from '../model/account/account.ts';
import { DRIFTS_SHOWN } from '../model/account/account-limits.ts';
import { LIST_LIMIT_MAX } from '../model/limits.ts';
import { pricedCallSchema } from '../model/query.ts';
import { nothing, paid, position } from './atoms.ts';
import { countSchema as count } from '../model/atoms.ts';

/** Maximum number of prices per call. A company screen shows slightly fewer. */
const PRICES_MAX = 16;
const allowances = z.strictObject({ allowances: z.array(allowanceSchema).max(ALLOWANCE_SCOPES.length) });

/** Prices, the ledger and the remaining budgets. */
export const quotaContract = {
  status: call(nothing).returns(
    z.strictObject({
      budgets: z.array(budgetStatusSchema).max(8),
      binding: budgetSchema,
      /** Server time of the latest `/stats` response; null before the first response. */
      confirmedAtMs: timeMsSchema.nullable(),
      serverNowMs: timeMsSchema,
      /** Server time minus local time. */
      clockSkewMs: z.number(),
      inFlight: count,
      /** Running requests, followed by waiting requests in the order in which they will be sent. */
      queue: z.array(queueEntrySchema).max(50),
      /**
       * The receipt of the most recently answered request, with the current budget. Either the user or the
       * app may have made the request. Null if no request has been answered since the workspace was opened.
       */
      lastReceipt: lastReceiptSchema.nullable(),
    }),
  ),
  /**
   * Cancels a request. If the request is still waiting, it is removed from the queue and costs nothing. If it
   * is running, it is aborted, and its price counts as spent until the service reports the actual usage.
   */
  cancel: call(z.strictObject({ id: z.int().min(1) })).returns(z.strictObject({ cancelled: z.boolean() })),
  price: call(z.strictObject({ call: pricedCallSchema, ...pricedFrom })).returns(previewSchema),
  /**
   * Returns the prices of several requests, in the order of `calls`. Each price is computed as if the other
   * requests were not sent.
   */
  prices: call(
    z.strictObject({ calls: z.array(pricedCallSchema).min(1).max(PRICES_MAX), ...pricedFrom }),
  ).returns(z.strictObject({ previews: z.array(previewSchema).max(PRICES_MAX) })),
  ledger: call(z.strictObject({ ...position, filter: ledgerFilterSchema.prefault({}) })).returns(
    z.strictObject({ rows: z.array(ledgerRowSchema).max(LIST_LIMIT_MAX), total: count }),
  ),
  /**
   * Returns the number of records spent on each UTC day, oldest day first. Covers at least the last 30 days
   * and this month.
   */
  history: call(nothing).returns(z.strictObject({ days: z.array(dayUseSchema).max(40) })),
  allowances: call(nothing).returns(allowances),
  /**
   * Sets a spending cap in records per UTC day or month. Null removes the cap.
   * @throws AppFailure `not-confirmed` if a cap is raised above the threshold and the user does not agree
   */
  setAllowance: call(
    z.strictObject({
      scope: allowanceScopeSchema,
      period: allowancePeriodSchema,
      records: z.int().min(0).max(1_000_000).nullable(),
    }),
  ).returns(allowances),
  /**
   * Sets the account's monthly record limit, which the service does not report. Null restores the documented
   * limit.
   * @throws AppFailure `not-confirmed` if the limit is raised and the user does not agree
   */
  setRecordLimit: call(z.strictObject({ records: z.int().min(1).max(100_000_000).nullable() })).returns(
    nothing,
  ),
  /**
   * Returns the actual costs of requests, learned from the service's counters (`costs`). `drifts` lists the
   * corrections made to these costs during ordinary use, newest first.
   */
  learned: call(nothing).returns(
    z.strictObject({
      costs: z.array(learnedCostSchema).max(50),
      drifts: z.array(costDriftSchema).max(DRIFTS_SHOWN),
    }),
  ),
  /** Returns the price of a complete calibration: a few requests, each sent between two `/stats` requests. */
  calibrationPrice: call(nothing).returns(z.strictObject({ preview: previewSchema, calls: count })),
  /**
   * Measures the actual costs of requests. If `disturbed` is true, another device used the account during the
   * calibration, and the measured costs were discarded.
   */
  calibrate: call(z.strictObject(paid)).returns(
    z.strictObject({
      costs: z.array(learnedCostSchema).max(50),
      disturbed: z.boolean(),
      spent: costSchema,
    }),
  ),
  /** Returns the account's usage according to the latest `/stats` response. */
  account: call(nothing).returns(accountUsageSchema),
  /**
   * Turns on or off an automatic `/stats` request that is sent once per UTC day.
   *
   * @throws AppFailure `price-changed` if the request costs more than `accepted`
   */
  setDailyReading: call(z.strictObject({ isOn: z.boolean(), accepted: costSchema })).returns(
    accountUsageSchema,
  ),
  /** Sets the alert threshold: a number of requests by other clients in one day. */
  setAlert: call(z.strictObject({ above: alertAboveSchema })).returns(accountUsageSchema),
  /** Fetches `/stats` and corrects the ledger's balances accordingly. */
  confirm: call(z.strictObject(paid)).returns(z.strictObject({ receipt: receiptSchema })),
  onChanged: push(nothing),
};
