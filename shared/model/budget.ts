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

export const decisionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('go') }),
  z.strictObject({ kind: z.literal('wait'), untilMs: timeMsSchema }),
  z.strictObject({
    kind: z.literal('refuse'),
    budget: budgetSchema,
    resetsAtMs: timeMsSchema,
    alternatives: z.array(alternativeSchema).max(7),
    /** The largest `limit` that the remaining records and page turns allow; null where fewer rows do not help. */
    affordableRows: count.nullable(),
  }),
]);
export type Decision = z.infer<typeof decisionSchema>;

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
});
export type LedgerRow = z.infer<typeof ledgerRowSchema>;
