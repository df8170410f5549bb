import { z } from 'zod';
import { appErrorSchema } from '../../../shared/app-error.ts';
import { costSchema, endpointSchema, ledgerStateSchema } from '../../../shared/model/budget.ts';

/** The client's key, which only the service may ever see. */
export const KEY = 'fs_live_5ec0f7a1d3b94e68';

/** Defects built into the client under test, to prove that the tests find them. */
export const SUBJECT_DEFECTS = [
  'none',
  // Responses.
  'reads-everything',
  'loses-the-type',
  'settles-unreadable-as-free',
  'waits-too-long',
  // Redirects.
  'follows',
  'follows-by-hand',
  'follows-refresh',
] as const;
export type SubjectDefect = (typeof SUBJECT_DEFECTS)[number];

/**
 * The subject makes calls number `first` to `first + count - 1`, each below `targets[number %
 * targets.length]`.
 */
export const planSchema = z.strictObject({
  seed: z.int(),
  first: z.int().min(0),
  count: z.int().min(1),
  /** Concurrent calls, each lane with its own ledger. */
  lanes: z.int().min(1),
  /** Calls before the first memory measurement, by which time everything is loaded and compiled. */
  warmUpCalls: z.int().min(0),
  /** Origins, or addresses without a trailing slash. */
  targets: z.array(z.string()).min(1),
  headTimeoutMs: z.int(),
  totalTimeoutMs: z.int(),
  defect: z.enum(SUBJECT_DEFECTS),
});
export type Plan = z.infer<typeof planSchema>;

const memorySchema = z.strictObject({ startBytes: z.number(), endBytes: z.number(), peakBytes: z.number() });
export type Memory = z.infer<typeof memorySchema>;

/** One line of the subject's output. */
export const lineSchema = z.discriminatedUnion('line', [
  z.strictObject({
    line: z.literal('call'),
    index: z.int(),
    endpoint: endpointSchema,
    ms: z.number(),
    /** A decoded value, a typed failure, or anything else, which is a defect. */
    end: z.enum(['value', 'failure', 'untyped']),
    error: appErrorSchema.nullable(),
    untyped: z.string().nullable(),
    /** The transport's failure. */
    transport: z
      .strictObject({ reason: z.string(), maybeSent: z.boolean(), status: z.int().nullable() })
      .nullable(),
    /** The value contains data that was sent for another call. */
    isForeign: z.boolean(),
    /** The failure or its cause contains the key. */
    revealsKey: z.boolean(),
    row: z
      .strictObject({
        state: ledgerStateSchema,
        reserved: costSchema,
        cost: costSchema.nullable(),
        status: z.int().nullable(),
      })
      .nullable(),
  }),
  z.strictObject({
    line: z.literal('end'),
    memory: memorySchema,
    /** New names on the prototype of all objects. */
    polluted: z.array(z.string()),
    reservedRows: z.int(),
    sockets: z.int(),
  }),
]);
export type CallLine = Extract<z.infer<typeof lineSchema>, { line: 'call' }>;
export type EndLine = Extract<z.infer<typeof lineSchema>, { line: 'end' }>;
