import { z } from 'zod';
import { serviceErrorSchema } from './service-error.ts';

/** The eight budgets of the account (spec §8); `test-key` exists only while a test key is in use. */
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

const count = z.int().min(0).max(1_000_000_000);
/** Unix time in milliseconds. */
export const timeMsSchema = z.number().min(-8.64e15).max(8.64e15);

/**
 * What a request costs: requests, records (one for each row), page turns, and companies that are new today.
 * `records` counts towards both `month-records` and `export` (spec §8).
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

/** What the user can still do while a budget is used up (spec §8). */
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
 * user's requests on one screen. A cap limits the records per UTC day or month.
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

export const decisionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('go') }),
  z.strictObject({
    kind: z.literal('wait'),
    untilMs: timeMsSchema,
    /**
     * Why the request must wait. `minute`: the limit per rolling minute is reached. `reset`: the exact time
     * of a reset is uncertain. `pace`: the pace limit of background requests is reached.
     */
    why: z.enum(['minute', 'reset', 'pace']),
  }),
  z.strictObject({
    kind: z.literal('refuse'),
    budget: budgetSchema,
    resetsAtMs: timeMsSchema,
    alternatives: z.array(alternativeSchema).max(7),
    /**
     * The largest `limit` that the remaining records and page turns allow; null if requesting fewer rows
     * would not help.
     */
    affordableRows: count.nullable(),
    /**
     * The spending cap that refuses the request; `budget` is then `month-records`, which the cap protects.
     * Null if a budget refuses the request.
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

/** A cheaper request that returns the same data, or most of it. */
export const insteadSchema = z.strictObject({
  endpoint: z.enum(ENDPOINTS),
  /** `profile-first`: one request for the company detail fills this panel and others (spec §4.3). */
  why: z.enum(['profile-first']),
  cost: costSchema,
  /** Records saved compared with the original request. */
  savesRecords: count,
});
export type CheaperAlternative = z.infer<typeof insteadSchema>;

/** One budget in a price: what the request costs and what remains afterwards. */
export const priceLineSchema = z.strictObject({
  budget: budgetSchema,
  cost: count,
  certainty: certaintySchema,
  left: count,
  leftAfter: z.int().min(-1_000_000_000).max(1_000_000_000),
  limit: count,
  resetsAtMs: timeMsSchema.nullable(),
  binds: z.boolean(),
  /**
   * When calibration learned this cost; null if the cost is assumed, because the specification does not
   * define it.
   */
  learnedAtMs: timeMsSchema.nullable(),
  /**
   * Whether this request would raise usage above an even pace until the reset. Always false for the minute
   * and the day.
   */
  overPace: z.boolean(),
});
export type PriceLine = z.infer<typeof priceLineSchema>;

/**
 * The price of a request before it is sent. `cost` is the worst case, which the governor reserves. Pass
 * `cost` as `accepted`: the governor refuses the request if its price has since risen above that.
 */
export const previewSchema = z.strictObject({
  cost: costSchema,
  certainty: certaintySchema,
  lines: z.array(priceLineSchema).max(8),
  binding: budgetSchema,
  decision: decisionSchema,
  instead: insteadSchema.nullable(),
  /** A second request that the price covers: `filters` if the search also reloads old filter options. */
  also: z.literal('filters').optional(),
});
export type Preview = z.infer<typeof previewSchema>;

/** The actual cost of a request. `free`: the service returned a status other than 2xx (spec §7). */
export const receiptSchema = z.strictObject({
  ledgerId: z.int().min(0),
  atMs: timeMsSchema,
  reserved: costSchema,
  cost: costSchema,
  outcome: z.enum(['spent', 'free', 'unknown']),
  binding: z.strictObject({ budget: budgetSchema, left: count, resetsAtMs: timeMsSchema.nullable() }),
});
export type Receipt = z.infer<typeof receiptSchema>;

export const budgetStatusSchema = z.strictObject({
  budget: budgetSchema,
  /** Settled usage of this device. */
  used: count,
  /** Usage reserved by requests in flight. */
  reserved: count,
  /** Usage of requests with an unknown result; counts as spent unless the service reports otherwise. */
  unknown: count,
  /** Usage of other devices, as reported by the service; null if the service does not report it. */
  others: count.nullable(),
  limit: count,
  left: count,
  /** Server time of the next reset; null for the rolling minute. */
  resetsAtMs: timeMsSchema.nullable(),
  /** Where `limit` comes from: the specification, the user, a header, `/stats` or a 429. */
  limitSource: z.enum(['documented', 'chosen', 'header', 'stats', 'refusal']),
  /** The time until which a 429 blocks this budget; null if none does. */
  closedUntilMs: timeMsSchema.nullable(),
  /** Whether `used` is only a minimum, because the service does not report this counter. */
  atLeast: z.boolean(),
});
export type BudgetStatus = z.infer<typeof budgetStatusSchema>;

export const LEDGER_STATES = ['reserved', 'spent', 'released', 'unknown', 'other-device', 'refused'] as const;
export const ledgerStateSchema = z.enum(LEDGER_STATES);
export type LedgerState = z.infer<typeof ledgerStateSchema>;

/** The screen from which a request came; stored in the ledger with every decision. */
export const screenSchema = z.enum([
  'first-run',
  'today',
  'search',
  'library',
  'company',
  'signals',
  'quota',
  'settings',
  'none',
]);
export type Screen = z.infer<typeof screenSchema>;

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
  /** The spending cap that refused the request; null if none did. */
  refusedAllowance: allowanceScopeSchema.nullable(),
  lane: laneSchema.nullable(),
  /** The service's own text; absent unless the response was an error or not JSON. */
  serviceError: serviceErrorSchema.optional(),
});
export type LedgerRow = z.infer<typeof ledgerRowSchema>;

/**
 * One word of a search in the ledger. A row matches if its company, its HTTP status, its endpoint or its
 * state matches.
 */
const ledgerWordSchema = z.strictObject({
  /** The typed text: part of a company's name, a company's id, or the beginning of an HTTP status. */
  text: z.string().min(1).max(200),
  /** Endpoints whose displayed name contains the word. */
  endpoints: z.array(endpointSchema).max(20),
  /** States whose displayed name contains the word. */
  states: z.array(ledgerStateSchema).max(10),
});
export type LedgerWord = z.infer<typeof ledgerWordSchema>;

export const LEDGER_WORDS_MAX = 6;

const ledgerSortSchema = z.strictObject({
  /** `cost` sorts by records, then by requests. `status` sorts by HTTP status; rows without one come last. */
  by: z.enum(['time', 'cost', 'status']),
  descending: z.boolean(),
});
export type LedgerSort = z.infer<typeof ledgerSortSchema>;

/** Filter and order of ledger rows. A row must meet all conditions. */
export const ledgerFilterSchema = z.strictObject({
  /** `today` and `month` are the current UTC day and month in server time. */
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
  /** The cost that is or will be reserved. */
  cost: costSchema,
  state: z.enum(['waiting', 'under-way']),
  /**
   * Why the request waits; null while it is running. `turn`: another request goes first. `minute`, `reset`
   * and `pace` mean the same as in `decisionSchema`.
   */
  waitsFor: z.enum(['turn', 'minute', 'pace', 'reset']).nullable(),
  /** Earliest start in server time; null while the request is running. */
  goesAtMs: timeMsSchema.nullable(),
});
export type QueueEntry = z.infer<typeof queueEntrySchema>;

/** Records spent on one UTC day, in server time. */
export const dayUseSchema = z.strictObject({
  startMs: timeMsSchema,
  /**
   * Records spent by this device, including unknown results. `background` is the part spent by background
   * requests.
   */
  own: count,
  background: count,
  /** Records spent by other devices on the account, as far as the service reports them. */
  others: count,
});
export type DayUse = z.infer<typeof dayUseSchema>;

export const allowanceSchema = z.strictObject({
  scope: allowanceScopeSchema,
  /** The cap per UTC day; null if the user set none. */
  recordsADay: count.nullable(),
  /** Records used today, including reservations. */
  used: count,
  /** The cap per UTC month; null if the user set none. */
  recordsAMonth: count.nullable(),
  usedThisMonth: count,
});
export type Allowance = z.infer<typeof allowanceSchema>;

/** The actual cost of one request to an endpoint, learned by comparing `/stats` before and after it. */
export const learnedCostSchema = z.strictObject({
  endpoint: endpointSchema,
  unit: z.enum(['requests', 'records', 'page-turns']),
  assumed: count,
  learned: count,
  atMs: timeMsSchema,
});
export type LearnedCost = z.infer<typeof learnedCostSchema>;

/** A cost that was corrected because two pairs of `/stats` responses showed a different one. */
export const costDriftSchema = z.strictObject({
  endpoint: endpointSchema,
  unit: z.enum(['requests', 'records', 'page-turns']),
  before: count,
  after: count,
  atMs: timeMsSchema,
});
export type CostDrift = z.infer<typeof costDriftSchema>;
