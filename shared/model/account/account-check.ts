import { z } from 'zod';
import { costSchema, endpointSchema, timeMsSchema } from '../budget.ts';
import { driftSchema } from '../workspace.ts';
import { limitedCountSchema as count } from '../atoms.ts';

/*
 * The result of checking an account against the specification. The user can copy it into a bug report,
 * because it contains only numbers and the names of fields and headers, no field values.
 */

const headerNoteSchema = z.strictObject({
  name: z.string().max(60),
  problem: z.enum(['missing', 'not-a-number', 'not-a-date', 'unknown']),
});
export type HeaderNote = z.infer<typeof headerNoteSchema>;

const checkedRequestSchema = z.strictObject({
  endpoint: endpointSchema,
  /** `stopped`: this request's error ended the check. `not-sent`: the check ended before this request. */
  result: z.enum(['ok', 'not-found', 'failed', 'stopped', 'not-sent']),
  /** The status of a failed request; null if unknown. */
  status: z.int().nullable(),
  differences: z.array(driftSchema.pick({ kind: true, field: true })).max(50),
  headers: z.array(headerNoteSchema).max(20),
});
export type CheckedRequest = z.infer<typeof checkedRequestSchema>;

/**
 * Usage of one unit, such as records: the number that the service counted between the check's two `/stats`
 * responses, and the limits within which it should lie.
 */
const checkedCostSchema = z.strictObject({
  unit: z.enum(['requests', 'records', 'page-turns', 'companies']),
  /** Null unless both responses contain the counter and fall within the same period of the budget. */
  counted: count.nullable(),
  /** The minimum and the maximum that the check may use of this unit, according to the specification. */
  least: count,
  most: count,
});
export type CheckedCost = z.infer<typeof checkedCostSchema>;

export const accountCheckSchema = z.strictObject({
  /** Server time at the end of the check. */
  atMs: timeMsSchema,
  requests: z.array(checkedRequestSchema).max(5),
  /** Empty unless the check received two `/stats` responses. */
  costs: z.array(checkedCostSchema).max(4),
  spent: costSchema,
});
export type AccountCheck = z.infer<typeof accountCheckSchema>;
