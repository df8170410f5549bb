import { z } from 'zod';

/** The eight budgets of the account [§8]; `test-key` exists only while a test key is in use. */
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
 * What one call takes from the budgets, in units: requests, rows, page turns, companies new today.
 * `records` is taken from both `month-records` and `export` [§8].
 */
export const costSchema = z.strictObject({
  requests: count,
  records: count,
  pageTurns: count,
  companies: count,
});
export type Cost = z.infer<typeof costSchema>;

/** How sure a price is: the exact cost, the most it can be, or an estimate that the service does not bound. */
export const certaintySchema = z.enum(['exact', 'up-to', 'about']);
export type Certainty = z.infer<typeof certaintySchema>;

/** What still works while a budget is used up [R-8-16]; the renderer words it. */
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

/** Who asks, in the order in which the governor serves them [R-8-20]. */
export const LANES = ['interactive', 'window-closing', 'watchlist', 'catch-up', 'calibration'] as const;
export const laneSchema = z.enum(LANES);
export type Lane = z.infer<typeof laneSchema>;

/**
 * What the seller may cap by himself, in records a UTC day: everything, all that runs without him, or one lane of it.
 */
export const ALLOWANCE_SCOPES = ['all', 'background', 'window-closing', 'watchlist', 'catch-up'] as const;
export const allowanceScopeSchema = z.enum(ALLOWANCE_SCOPES);
export type AllowanceScope = z.infer<typeof allowanceScopeSchema>;

export const decisionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('go') }),
  z.strictObject({
    kind: z.literal('wait'),
    untilMs: timeMsSchema,
    /** The rolling minute, the uncertainty around a reset, or the share that is kept from background work. */
    why: z.enum(['minute', 'reset', 'pace']),
  }),
  z.strictObject({
    kind: z.literal('refuse'),
    budget: budgetSchema,
    resetsAtMs: timeMsSchema,
    alternatives: z.array(alternativeSchema).max(7),
    /** The largest `limit` that the remaining records and page turns allow; null where fewer rows do not help. */
    affordableRows: count.nullable(),
    /** Set where the seller's own allowance refuses; `budget` is then `month-records`, which it protects. */
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

/** A cheaper call that answers the same question, or most of it. */
export const insteadSchema = z.strictObject({
  endpoint: z.enum(ENDPOINTS),
  /** `profile-first`: one detail call fills this panel and others [§4.3]. */
  why: z.enum(['profile-first']),
  cost: costSchema,
  /** What is saved against the price of the call that was asked about. */
  savesRecords: count,
});
export type Instead = z.infer<typeof insteadSchema>;

/** One budget's line in a price: what this call takes and what would be left. */
export const priceLineSchema = z.strictObject({
  budget: budgetSchema,
  cost: count,
  certainty: certaintySchema,
  left: count,
  leftAfter: z.int().min(-1_000_000_000).max(1_000_000_000),
  limit: count,
  resetsAtMs: timeMsSchema.nullable(),
  binds: z.boolean(),
  /** When a calibration learned this amount from the service; null: assumed, as the specification leaves it open. */
  learnedAtMs: timeMsSchema.nullable(),
  /** After this call more would be used than an even pace to the reset allows. Never set for the minute and the day. */
  overPace: z.boolean(),
});
export type PriceLine = z.infer<typeof priceLineSchema>;

/**
 * A call's price before it is made. `cost` is the worst case that would be reserved; hand it back as `accepted`
 * to make the call: the governor refuses a call that became dearer than what was shown.
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

/** What a call really cost. `free`: the service answered other than 2xx, which consumes nothing [§7]. */
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
  /** Held by calls in flight. */
  reserved: count,
  /** Sent, outcome unknown: counts as spent until the service says otherwise. */
  unknown: count,
  /** What the service counted beyond this device; null where the service does not report it. */
  others: count.nullable(),
  limit: count,
  left: count,
  /** Server time of the next reset; null for the rolling minute. */
  resetsAtMs: timeMsSchema.nullable(),
  /** Whether `limit` was told by the service (header, /stats, 429) or is the documented default. */
  limitSource: z.enum(['documented', 'header', 'stats', 'refusal']),
  /** Set while a 429 of this class keeps it closed. */
  closedUntilMs: timeMsSchema.nullable(),
  /** `used` is "at least": the service does not report this counter. */
  atLeast: z.boolean(),
});
export type BudgetStatus = z.infer<typeof budgetStatusSchema>;

export const LEDGER_STATES = ['reserved', 'spent', 'released', 'unknown', 'other-device', 'refused'] as const;
export const ledgerStateSchema = z.enum(LEDGER_STATES);
export type LedgerState = z.infer<typeof ledgerStateSchema>;

/** Where in the app a call came from; the ledger keeps it with every decision. */
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
  /** The seller's own allowance refused it. */
  refusedAllowance: allowanceScopeSchema.nullable(),
  lane: laneSchema.nullable(),
});
export type LedgerRow = z.infer<typeof ledgerRowSchema>;

/** Which rows of the ledger are asked for; all conditions hold together. */
export const ledgerFilterSchema = z.strictObject({
  /** UTC day or month of the service's time. */
  period: z.enum(['all', 'today', 'month']).default('all'),
  screen: screenSchema.nullable().default(null),
  result: z.enum(['all', 'settled', 'free', 'unknown', 'refused', 'others', 'in-flight']).default('all'),
});
export type LedgerFilter = z.infer<typeof ledgerFilterSchema>;

/** A call that waits for its turn or is under way. */
export const queueEntrySchema = z.strictObject({
  id: z.int().min(1),
  endpoint: endpointSchema,
  call: z.string().max(4_000),
  companyId: z.string().max(200).nullable(),
  companyName: z.string().max(500).nullable(),
  screen: screenSchema,
  reason: z.string().max(200),
  lane: laneSchema,
  /** What would be, or is, reserved. */
  cost: costSchema,
  state: z.enum(['waiting', 'under-way']),
  /** Why it waits; null while it is under way. `turn`: another call goes first. `pace`: the background's share of the day. */
  waitsFor: z.enum(['turn', 'minute', 'pace', 'reset']).nullable(),
  /** Server time at which it goes at the earliest; null while it is under way. */
  goesAtMs: timeMsSchema.nullable(),
});
export type QueueEntry = z.infer<typeof queueEntrySchema>;

/** Records spent on one UTC day of the service's time. */
export const dayUseSchema = z.strictObject({
  startMs: timeMsSchema,
  /** By this device, lost answers included; `background` is the part of it that ran without the seller. */
  own: count,
  background: count,
  /** By other devices on the account, as far as the service told. */
  others: count,
});
export type DayUse = z.infer<typeof dayUseSchema>;

export const allowanceSchema = z.strictObject({
  scope: allowanceScopeSchema,
  /** Null: no cap of the seller's own. */
  recordsADay: count.nullable(),
  /** Today, reservations included. */
  used: count,
});
export type Allowance = z.infer<typeof allowanceSchema>;

/** What one call of an endpoint really takes, learned from what `/stats` counted before and after it. */
export const learnedCostSchema = z.strictObject({
  endpoint: endpointSchema,
  unit: z.enum(['requests', 'records', 'page-turns']),
  /** What was assumed, and what the service counted. */
  assumed: count,
  learned: count,
  atMs: timeMsSchema,
});
export type LearnedCost = z.infer<typeof learnedCostSchema>;
