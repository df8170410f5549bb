import { z } from 'zod';
import { LEDGER_WORDS_MAX } from './limits.ts';
import { serviceErrorSchema } from './service-error.ts';
import { limitedCountSchema as count } from './atoms.ts';

/** The account's eight budgets (spec §8). `test-key` exists only while a test key is in use. */
export const BUDGETS = [
  'minute',
  'day',
  'month-requests',
  'month-records',
  'companies-day',
  'page-turns',
  'export',
  'test-key',
] as const;
export const budgetSchema = z.enum(BUDGETS);
export type Budget = z.infer<typeof budgetSchema>;

/** Unix time in milliseconds. */
export const timeMsSchema = z.number().min(-8.64e15).max(8.64e15);

/**
 * What a request costs: requests, records (one per row), page turns and companies. A company counts only once
 * a day. `records` counts towards both `month-records` and `export` (spec §8).
 */
export const costSchema = z.strictObject({
  requests: count,
  records: count,
  pageTurns: count,
  companies: count,
});
export type Cost = z.infer<typeof costSchema>;

/** How certain a price is: exact, a maximum, or an estimate that the actual cost may exceed. */
export const certaintySchema = z.enum(['exact', 'up-to', 'about']);
export type Certainty = z.infer<typeof certaintySchema>;

/** Actions that are still possible while a budget is used up (spec §8). */
export const alternativeSchema = z.enum([
  'read-library',
  'read-inbox',
  'fetch-known-companies',
  'fetch-companies',
  'fetch-fewer-rows',
  'search',
  'wait',
]);
export type Alternative = z.infer<typeof alternativeSchema>;

/** Sources of requests, in the order in which the governor serves them. */
export const LANES = ['interactive', 'window-closing', 'watchlist', 'catch-up', 'calibration'] as const;
export const laneSchema = z.enum(LANES);
export type Lane = z.infer<typeof laneSchema>;

/**
 * Scopes of a spending cap: all requests, all background requests, one kind of background request, or the
 * user's requests on one screen. A cap limits the records used per UTC day or month.
 */
export const ALLOWANCE_SCOPES = [
  'all',
  'background',
  'window-closing',
  'watchlist',
  'catch-up',
  'screen-today',
  'screen-search',
  'screen-library',
  'screen-company',
  'screen-signals',
] as const;
export const allowanceScopeSchema = z.enum(ALLOWANCE_SCOPES);
export type AllowanceScope = z.infer<typeof allowanceScopeSchema>;
export const ALLOWANCE_PERIODS = ['day', 'month'] as const;
export const allowancePeriodSchema = z.enum(ALLOWANCE_PERIODS);
export type AllowancePeriod = z.infer<typeof allowancePeriodSchema>;

const decisionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('go') }),
  z.strictObject({
    kind: z.literal('wait'),
    untilMs: timeMsSchema,
    /**
     * Why the request must wait. `minute`: the per-minute limit has been reached or, for a background
     * request, its lower limit. `reset`: a used-up budget is due to reset about now, but the exact time is
     * uncertain. `pace`: background requests have reached their daily limit.
     */
    why: z.enum(['minute', 'reset', 'pace']),
  }),
  z.strictObject({
    kind: z.literal('refuse'),
    budget: budgetSchema,
    resetsAtMs: timeMsSchema,
    alternatives: z.array(alternativeSchema).max(7),
    /**
     * The highest `limit` parameter with which the request would still be allowed; null if requesting fewer
     * rows would not help.
     */
    affordableRows: count.nullable(),
    /**
     * The spending cap that the request would exceed. `budget` is then `month-records`, because caps limit
     * records. Null if the request is refused because of a budget.
     */
    allowance: allowanceScopeSchema.nullable(),
  }),
]);
export type Decision = z.infer<typeof decisionSchema>;

export const ENDPOINTS = [
  'health',
  'filters',
  'stats',
  'fundings',
  'companies',
  'company',
  'tech-stack',
  'rounds',
  'contacts',
  'highlights',
  'open-roles',
  'news',
] as const;
export const endpointSchema = z.enum(ENDPOINTS);
export type Endpoint = z.infer<typeof endpointSchema>;

/** A cheaper request that returns the same data or most of it. */
const insteadSchema = z.strictObject({
  endpoint: z.enum(ENDPOINTS),
  /** `profile-first`: a single request for the company detail fills this panel and others (spec §4.3). */
  why: z.enum(['profile-first']),
  cost: costSchema,
  /** How many fewer records this request costs than the original one. */
  savesRecords: count,
});
export type CheaperAlternative = z.infer<typeof insteadSchema>;

/** The line for one budget in a price: the cost of the request and the budget left afterwards. */
const priceLineSchema = z.strictObject({
  budget: budgetSchema,
  cost: count,
  certainty: certaintySchema,
  left: count,
  leftAfter: z.int().min(-1_000_000_000).max(1_000_000_000),
  limit: count,
  resetsAtMs: timeMsSchema.nullable(),
  binds: z.boolean(),
  /**
   * The time at which a calibration learned this cost; null if the cost comes from the specification or is an
   * assumption.
   */
  learnedAtMs: timeMsSchema.nullable(),
  /**
   * Whether this request raises the usage above an even pace. At an even pace, the budget lasts exactly until
   * its reset. Always false for budgets per minute or day.
   */
  overPace: z.boolean(),
});
export type PriceLine = z.infer<typeof priceLineSchema>;

/**
 * The price of a request before it is sent. `cost` is the worst case, which the governor reserves. Pass
 * `cost` as `accepted` when sending the request. If the price has risen above `accepted` by then, the
 * governor refuses the request.
 */
export const previewSchema = z.strictObject({
  cost: costSchema,
  certainty: certaintySchema,
  lines: z.array(priceLineSchema).max(8),
  binding: budgetSchema,
  decision: decisionSchema,
  instead: insteadSchema.nullable(),
  /**
   * A second request covered by the price, and its part of `cost`. `filters`: the search also refreshes
   * outdated filter options.
   */
  also: z.strictObject({ endpoint: z.literal('filters'), cost: costSchema }).optional(),
  /**
   * Set if the company was already counted today and the request therefore does not count it again (spec
   * §4.3).
   */
  isCompanyCounted: z.literal(true).optional(),
  /**
   * The number of records that the request will probably cost; absent if unknown. For display only: the user
   * accepts `cost`.
   */
  expectedRecords: count.optional(),
});
export type Preview = z.infer<typeof previewSchema>;

/** The actual cost of a request. `free`: the service returned a status other than 2xx (spec §7). */
export const receiptSchema = z.strictObject({
  ledgerId: z.int().min(0),
  atMs: timeMsSchema,
  reserved: costSchema,
  /**
   * Set if `reserved` was only an estimate. The service sets no maximum for such requests (spec §4.5–4.9).
   */
  isEstimate: z.literal(true).optional(),
  cost: costSchema,
  outcome: z.enum(['spent', 'free', 'unknown']),
  binding: z.strictObject({ budget: budgetSchema, left: count, resetsAtMs: timeMsSchema.nullable() }),
});
export type Receipt = z.infer<typeof receiptSchema>;

/**
 * The cost of one request made by the user, or the total cost of several background requests in quick
 * succession, such as a plan's requests. `unknown` is the number of requests with an unknown result. Their
 * full price counts as spent.
 */
const burstSchema = z.strictObject({
  requests: z.int().min(1),
  reserved: costSchema,
  /** Set if the price of at least one of the requests was an estimate. */
  isEstimate: z.literal(true).optional(),
  cost: costSchema,
  unknown: count,
});
export type Burst = z.infer<typeof burstSchema>;

/**
 * The latest receipt. `isBackground`: the app made the request, not the user. `burst`: the cost of this
 * request. For a background request, this includes the cost of the background requests shortly before it.
 */
export const lastReceiptSchema = receiptSchema.extend({ isBackground: z.boolean(), burst: burstSchema });
export type LastReceipt = z.infer<typeof lastReceiptSchema>;

export const budgetStatusSchema = z.strictObject({
  budget: budgetSchema,
  /** Settled usage by this device. */
  used: count,
  /** Usage reserved by requests in flight. */
  reserved: count,
  /** Usage by requests with an unknown result. It counts as spent unless the service reports otherwise. */
  unknown: count,
  /** Usage by other devices, as reported by the service; null if the service does not report it. */
  others: count.nullable(),
  limit: count,
  left: count,
  /** Server time of the next reset; null for the rolling minute. */
  resetsAtMs: timeMsSchema.nullable(),
  /** The source of `limit`: the specification, the user, a header, `/stats` or a 429. */
  limitSource: z.enum(['documented', 'chosen', 'header', 'stats', 'refusal']),
  /** The limits that the service reported for this budget within the last day. Absent unless they differ. */
  differingLimits: z
    .array(z.strictObject({ source: z.enum(['header', 'stats', 'refusal']), limit: count }))
    .max(3)
    .optional(),
  /** The time until which this budget is blocked because of a 429; null if it is not blocked. */
  closedUntilMs: timeMsSchema.nullable(),
  /** Whether `used` is only a lower bound, because the service does not report this counter. */
  atLeast: z.boolean(),
});
export type BudgetStatus = z.infer<typeof budgetStatusSchema>;

const LEDGER_STATES = ['reserved', 'spent', 'released', 'unknown', 'other-device', 'refused'] as const;
export const ledgerStateSchema = z.enum(LEDGER_STATES);
export type LedgerState = z.infer<typeof ledgerStateSchema>;

/**
 * The screen on which a request was made. The ledger stores it for every request, including refused requests.
 */
export const screenSchema = z.enum([
  'first-run',
  'today',
  'search',
  'library',
  'company',
  'signals',
  'insights',
  'quota',
  'settings',
  'none',
]);
export type Screen = z.infer<typeof screenSchema>;

/**
 * Input of functions that return a price: the screen from which the user would send the request. The price
 * shows whether the spending cap of this screen would make the app refuse the request.
 */
export const pricedFrom = { screen: screenSchema.default('none') };

export const ledgerRowSchema = z.strictObject({
  id: z.int().min(0),
  atMs: timeMsSchema,
  endpoint: endpointSchema.nullable(),
  /** Path and canonical query as sent, without the key. */
  call: z.string().max(4_000),
  companyId: z.string().max(200).nullable(),
  companyName: z.string().max(500).nullable(),
  screen: screenSchema,
  reason: z.string().max(200),
  state: ledgerStateSchema,
  reserved: costSchema,
  cost: costSchema.nullable(),
  status: z.int().nullable(),
  durationMs: z.number().nullable(),
  refusedBudget: budgetSchema.nullable(),
  /** The spending cap that caused the refusal; null if no cap did. */
  refusedAllowance: allowanceScopeSchema.nullable(),
  lane: laneSchema.nullable(),
  /** The service's error message; absent unless the response was an error or was not JSON. */
  serviceError: serviceErrorSchema.optional(),
});
export type LedgerRow = z.infer<typeof ledgerRowSchema>;

/**
 * One word of the user's search in the ledger. It is compared with each row's company, HTTP status, endpoint
 * and state.
 */
const ledgerWordSchema = z.strictObject({
  /**
   * The word as typed. Matches part of a company's name, a company's id, or the first digits of an HTTP
   * status.
   */
  text: z.string().min(1).max(200),
  /** Endpoints whose displayed names contain the word. */
  endpoints: z.array(endpointSchema).max(20),
  /** States whose displayed name contains the word. */
  states: z.array(ledgerStateSchema).max(10),
});
export type LedgerWord = z.infer<typeof ledgerWordSchema>;

const ledgerSortSchema = z.strictObject({
  /**
   * `cost` sorts by records, then by requests. `status` sorts by HTTP status; rows without a status come
   * last.
   */
  by: z.enum(['time', 'cost', 'status']),
  descending: z.boolean(),
});
export type LedgerSort = z.infer<typeof ledgerSortSchema>;

/** A filter and a sort order for ledger rows. A row must meet all conditions of the filter. */
export const ledgerFilterSchema = z.strictObject({
  /** `today` and `month` mean the current UTC day and month in server time. */
  period: z.enum(['all', 'today', 'month']).default('all'),
  screen: screenSchema.nullable().default(null),
  result: z.enum(['all', 'settled', 'free', 'unknown', 'refused', 'others', 'in-flight']).default('all'),
  /** A row must match every word. */
  words: z.array(ledgerWordSchema).max(LEDGER_WORDS_MAX).default([]),
  sort: ledgerSortSchema.default({ by: 'time', descending: true }),
});
export type LedgerFilter = z.infer<typeof ledgerFilterSchema>;

/** A request that is waiting or running. */
export const queueEntrySchema = z.strictObject({
  id: z.int().min(1),
  endpoint: endpointSchema,
  call: z.string().max(4_000),
  companyId: z.string().max(200).nullable(),
  companyName: z.string().max(500).nullable(),
  screen: screenSchema,
  reason: z.string().max(200),
  lane: laneSchema,
  /** The cost that has been or will be reserved. */
  cost: costSchema,
  state: z.enum(['waiting', 'under-way']),
  /**
   * Why the request is waiting; null while it is running. `turn`: another request will be sent first.
   * `share`: background requests have used their share of the per-minute limit, and the rest is reserved for
   * the user. `minute`, `reset` and `pace` have the same meaning as in `decisionSchema`.
   */
  waitsFor: z.enum(['turn', 'share', 'minute', 'pace', 'reset']).nullable(),
  /** Earliest time at which the request can start, in server time; null while it is running. */
  startsAtMs: timeMsSchema.nullable(),
});
export type QueueEntry = z.infer<typeof queueEntrySchema>;

/** How many records were spent on one UTC day, in server time. */
export const dayUseSchema = z.strictObject({
  startMs: timeMsSchema,
  /**
   * Number of records spent by this device, including requests with an unknown result. `background` is the
   * part spent on background requests.
   */
  own: count,
  background: count,
  /** Number of records spent by other devices on the account, as far as the service reports them. */
  others: count,
});
export type DayUse = z.infer<typeof dayUseSchema>;

export const allowanceSchema = z.strictObject({
  scope: allowanceScopeSchema,
  /** The cap per UTC day; null if the user has set none. */
  recordsADay: count.nullable(),
  /** Number of records used today, including reservations. */
  used: count,
  /** The cap per UTC month; null if the user has set none. */
  recordsAMonth: count.nullable(),
  usedThisMonth: count,
});
export type Allowance = z.infer<typeof allowanceSchema>;

/**
 * The actual cost of a request to an endpoint, learned by comparing `/stats` before and after the request.
 */
export const learnedCostSchema = z.strictObject({
  endpoint: endpointSchema,
  unit: z.enum(['requests', 'records', 'page-turns', 'companies']),
  assumed: count,
  learned: count,
  atMs: timeMsSchema,
});
export type LearnedCost = z.infer<typeof learnedCostSchema>;

/**
 * A learned cost that was corrected after two comparisons of `/stats` responses had shown a different cost.
 */
export const costDriftSchema = z.strictObject({
  endpoint: endpointSchema,
  unit: z.enum(['requests', 'records', 'page-turns', 'companies']),
  before: count,
  after: count,
  atMs: timeMsSchema,
});
export type CostDrift = z.infer<typeof costDriftSchema>;
