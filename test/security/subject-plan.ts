import { z } from 'zod';
import { appErrorSchema } from '../../shared/app-error.ts';
import { costSchema, endpointSchema, ledgerStateSchema } from '../../shared/model/budget.ts';

/** The key that the subject's client is given; nobody but the service may ever see it. */
export const KEY = 'fs_live_5ec0f7a1d3b94e68';

/** What is broken on purpose in the client under test, to prove that it would be seen. */
export const SUBJECT_DEFECTS = [
  'none',
  // Answers.
  'reads-everything',
  'loses-the-type',
  'takes-unreadable-for-free',
  'waits-too-long',
  // Redirects.
  'follows',
  'follows-by-hand',
  'follows-refresh',
] as const;
export type SubjectDefect = (typeof SUBJECT_DEFECTS)[number];

/** What the subject does: calls number `first` to `first + count - 1`, each below `targets[number % targets.length]`. */
export const planSchema = z.strictObject({
  seed: z.int(),
  first: z.int().min(0),
  count: z.int().min(1),
  /** Calls side by side, each lane with a ledger of its own. */
  lanes: z.int().min(1),
  /** Calls before the first look at the memory: by then everything is loaded and compiled. */
  warmUpCalls: z.int().min(0),
  /** Origins, or addresses without a slash at the end. */
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
    /** A decoded value, a typed failure, or whatever else it ended with, which is a defect. */
    end: z.enum(['value', 'failure', 'untyped']),
    error: appErrorSchema.nullable(),
    untyped: z.string().nullable(),
    /** What the transport failed with. */
    transport: z
      .strictObject({ reason: z.string(), maybeSent: z.boolean(), status: z.int().nullable() })
      .nullable(),
    /** The value holds what was sent for another call. */
    isForeign: z.boolean(),
    /** The failure, or what it was made of, quotes the key. */
    tellsKey: z.boolean(),
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
    /** Names that the prototype of all objects has and had not. */
    polluted: z.array(z.string()),
    reservedRows: z.int(),
    sockets: z.int(),
  }),
]);
export type CallLine = Extract<z.infer<typeof lineSchema>, { line: 'call' }>;
export type EndLine = Extract<z.infer<typeof lineSchema>, { line: 'end' }>;
