import { z } from 'zod';

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
 * What one request takes from the budgets: requests, rows, page turns, and companies new today. `records`
 * counts toward both `month-records` and `export` (spec §8).
 */
export const costSchema = z.strictObject({
  requests: count,
  records: count,
  pageTurns: count,
  companies: count,
});
export type Cost = z.infer<typeof costSchema>;

/** How certain a price is: exact, a maximum, or an estimate that the service does not bound. */
export const certaintySchema = z.enum(['exact', 'up-to', 'about']);
export type Certainty = z.infer<typeof certaintySchema>;

/** What still works while a budget is used up (spec §8). */
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

/** What the user can cap, in records per UTC day: everything, all background work, or one of its lanes. */
export const ALLOWANCE_SCOPES = ['all', 'background', 'window-closing', 'watchlist', 'catch-up'] as const;
export const allowanceScopeSchema = z.enum(ALLOWANCE_SCOPES);
export type AllowanceScope = z.infer<typeof allowanceScopeSchema>;

export const decisionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('go') }),
  z.strictObject({
    kind: z.literal('wait'),
    untilMs: timeMsSchema,
    /** The rolling minute, the uncertainty around a reset, or the pace limit of background work. */
    why: z.enum(['minute', 'reset', 'pace']),
  }),
  z.strictObject({
    kind: z.literal('refuse'),
    budget: budgetSchema,
    resetsAtMs: timeMsSchema,
    alternatives: z.array(alternativeSchema).max(7),
    /** The largest `limit` that the remaining records and page turns allow; null if fewer rows do not help. */
    affordableRows: count.nullable(),
    /** Set if the user's spending cap refuses; `budget` is then `month-records`, which the cap protects. */
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
  /** `profile-first`: one detail request fills this panel and others (spec §4.3). */
  why: z.enum(['profile-first']),
  cost: costSchema,
  /** Records saved compared with the original request. */
  savesRecords: count,
});
export type CheaperAlternative = z.infer<typeof insteadSchema>;

/** One budget in a price: what the request takes and what would be left. */
export const priceLineSchema = z.strictObject({
  budget: budgetSchema,
  cost: count,
  certainty: certaintySchema,
  left: count,
  leftAfter: z.int().min(-1_000_000_000).max(1_000_000_000),
  limit: count,
  resetsAtMs: timeMsSchema.nullable(),
  binds: z.boolean(),
  /** When calibration learned this amount; null if it is assumed, because the specification leaves it open. */
  learnedAtMs: timeMsSchema.nullable(),
  /** True if this request would exceed an even pace to the reset. Never set for the minute and the day. */
  overPace: z.boolean(),
});
export type PriceLine = z.infer<typeof priceLineSchema>;

/**
 * The price of a request before it is sent. `cost` is the worst case that is reserved; pass it as `accepted`,
 * and the governor refuses the request if it costs more by then.
 */
export const previewSchema = z.strictObject({
  cost: costSchema,
  certainty: certaintySchema,
  lines: z.array(priceLineSchema).max(8),
  binding: budgetSchema,
  decision: decisionSchema,
  instead: insteadSchema.nullable(),
});
export type Preview = z.infer<typeof previewSchema>;

/**
 * The actual cost of a request. `free`: the service returned a status other than 2xx, which costs nothing
 * (spec §7).
 */
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
  /** Spent by this device, settled. */
  used: count,
  /** Reserved by requests in flight. */
  reserved: count,
  /** Sent with unknown result; counts as spent unless the service reports otherwise. */
  unknown: count,
  /** Usage that the service counted beyond this device; null if the service does not report it. */
  others: count.nullable(),
  limit: count,
  left: count,
  /** Server time of the next reset; null for the rolling minute. */
  resetsAtMs: timeMsSchema.nullable(),
  /** Whether `limit` comes from the service (header, `/stats`, 429) or is the documented default. */
  limitSource: z.enum(['documented', 'header', 'stats', 'refusal']),
  /** Set while a 429 of this class blocks the budget. */
  closedUntilMs: timeMsSchema.nullable(),
  /** `used` is a minimum, because the service does not report this counter. */
  atLeast: z.boolean(),
});
export type BudgetStatus = z.infer<typeof budgetStatusSchema>;

export const LEDGER_STATES = ['reserved', 'spent', 'released', 'unknown', 'other-device', 'refused'] as const;
export const ledgerStateSchema = z.enum(LEDGER_STATES);
export type LedgerState = z.infer<typeof ledgerStateSchema>;

/** Where in the app a request came from; stored in the ledger with every decision. */
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
  /** Path and canonical query as sent; never the key. */
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
  /** Set if the user's spending cap refused the request. */
  refusedAllowance: allowanceScopeSchema.nullable(),
  lane: laneSchema.nullable(),
});
export type LedgerRow = z.infer<typeof ledgerRowSchema>;

/** Filter of ledger rows; all conditions apply. */
export const ledgerFilterSchema = z.strictObject({
  /** UTC day or month in server time. */
  period: z.enum(['all', 'today', 'month']).default('all'),
  screen: screenSchema.nullable().default(null),
  result: z.enum(['all', 'settled', 'free', 'unknown', 'refused', 'others', 'in-flight']).default('all'),
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
  /** The amount that is or will be reserved. */
  cost: costSchema,
  state: z.enum(['waiting', 'under-way']),
  /**
   * Why the request waits; null while it is running. `turn`: another request goes first. `pace`: the daily
   * share of background work.
   */
  waitsFor: z.enum(['turn', 'minute', 'pace', 'reset']).nullable(),
  /** Earliest start in server time; null while the request is running. */
  goesAtMs: timeMsSchema.nullable(),
});
export type QueueEntry = z.infer<typeof queueEntrySchema>;

/** Records spent on one UTC day, in server time. */
export const dayUseSchema = z.strictObject({
  startMs: timeMsSchema,
  /** By this device, including lost responses; `background` is the share of background work. */
  own: count,
  background: count,
  /** By other devices on the account, as far as the service reports it. */
  others: count,
});
export type DayUse = z.infer<typeof dayUseSchema>;

export const allowanceSchema = z.strictObject({
  scope: allowanceScopeSchema,
  /** Null if the user set no cap. */
  recordsADay: count.nullable(),
  /** Today, including reservations. */
  used: count,
});
export type Allowance = z.infer<typeof allowanceSchema>;

/** The actual cost of one request of an endpoint, learned from `/stats` before and after it. */
export const learnedCostSchema = z.strictObject({
  endpoint: endpointSchema,
  unit: z.enum(['requests', 'records', 'page-turns']),
  assumed: count,
  learned: count,
  atMs: timeMsSchema,
});
export type LearnedCost = z.infer<typeof learnedCostSchema>;
