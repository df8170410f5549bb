import { z } from 'zod';
import { appErrorSchema } from '../../../shared/app-error.ts';
import { costSchema, endpointSchema, ledgerStateSchema } from '../../../shared/model/budget.ts';

/** The client's API key, which must never reach another origin. */
export const KEY = 'fs_live_5ec0f7a1d3b94e68';

/** Deliberate defects of the client under test, which prove that the tests would find real ones. */
export const SUBJECT_DEFECTS = [
  'none',
  // For responses.test.ts:
  'reads-everything',
  'loses-the-type',
  'settles-unreadable-as-free',
  'waits-too-long',
  // For redirects.test.ts:
  'follows',
  'follows-by-hand',
  'follows-refresh',
] as const;
export type SubjectDefect = (typeof SUBJECT_DEFECTS)[number];

/**
 * The task of the client under test: to make the calls `first` to `first + count - 1`. Call `n` goes to
 * `targets[n % targets.length]`.
 */
export const planSchema = z.strictObject({
  seed: z.int(),
  first: z.int().min(0),
  count: z.int().min(1),
  /** The number of lanes, which make calls concurrently. Each lane has its own ledger. */
  lanes: z.int().min(1),
  /**
   * The number of calls before the first memory measurement. During these calls, all code is loaded and
   * compiled.
   */
  warmUpCalls: z.int().min(0),
  /** Base URLs without a trailing slash. */
  targets: z.array(z.string()).min(1),
  headTimeoutMs: z.int(),
  totalTimeoutMs: z.int(),
  defect: z.enum(SUBJECT_DEFECTS),
});
export type Plan = z.infer<typeof planSchema>;

const memorySchema = z.strictObject({ startBytes: z.number(), endBytes: z.number(), peakBytes: z.number() });
export type Memory = z.infer<typeof memorySchema>;

/** One line that `subject-process.ts` prints. */
export const lineSchema = z.discriminatedUnion('line', [
  z.strictObject({
    line: z.literal('call'),
    index: z.int(),
    endpoint: endpointSchema,
    ms: z.number(),
    /**
     * How the call ended: with a decoded value, with an `AppFailure`, or with an error of another type, which
     * is a defect.
     */
    end: z.enum(['value', 'failure', 'untyped']),
    error: appErrorSchema.nullable(),
    untyped: z.string().nullable(),
    /** The `TransportFailure` that caused the failure, if there was one. */
    transport: z
      .strictObject({ reason: z.string(), maybeSent: z.boolean(), status: z.int().nullable() })
      .nullable(),
    /** Whether the decoded value contains data that the service sent for another call. */
    isForeign: z.boolean(),
    /** Whether the error or its cause contains the API key. */
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
    /** Properties that a response added to `Object.prototype`. */
    polluted: z.array(z.string()),
    reservedRows: z.int(),
    sockets: z.int(),
  }),
]);
export type CallLine = Extract<z.infer<typeof lineSchema>, { line: 'call' }>;
export type EndLine = Extract<z.infer<typeof lineSchema>, { line: 'end' }>;
