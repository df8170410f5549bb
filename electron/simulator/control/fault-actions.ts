import { z } from 'zod';
import { LIMIT_TYPES } from '../service/budgets.ts';

/** Typical response bodies of failing servers and proxies. They are invented, because spec §7 shows none. */
const STATUS_SHAPES = [
  'json',
  'html',
  'text',
  'empty',
  'json-as-html',
  'html-as-json',
  'error-object',
  'array',
  'null',
] as const;

/** Ways in which a 429 can differ from spec §7 and §8. */
const LIMIT_VARIANTS = [
  'nested',
  'retry-after',
  'retry-after-date',
  'reset-past',
  'reset-ms',
  'no-headers',
  'no-body',
  'html-body',
  'text-numbers',
  'unknown-type',
  'disagree',
] as const;

const TRUNCATIONS = ['content-length', 'chunked', 'close'] as const;

const MAX_DELAY_MS = 600_000;
const MAX_BODY_BYTES = 100_000_000;

const integer = (min: number, max: number) => z.number().int().min(min).max(max);
/**
 * Accepts only header values that node:http accepts. Node would reject other values only when it writes the
 * response, which is too late to reject the fault.
 */
const headerValue = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'no header value');
const headerName = z
  .string()
  .max(200)
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'no header name')
  .refine((name) => !/^(content-length|transfer-encoding|connection)$/i.test(name), {
    error: 'framing belongs to "truncate"',
  });

const resetOptions = {
  /** Closes the connection with RST instead of FIN. */
  hard: z.boolean().default(false),
};

/**
 * Actions that leave the client without a response. The affected requests are free, except for a `hang` with
 * `processed`.
 */
const lossActions = [
  z.strictObject({ kind: z.literal('reset-before'), ...resetOptions }),
  /** The service never responds. If `processed` is true, it still charges the request. */
  z.strictObject({ kind: z.literal('hang'), processed: z.boolean().default(false) }),
] as const;

/** Actions that replace the response. Only a 2xx response is charged. */
const replyActions = [
  z.strictObject({
    kind: z.literal('status'),
    status: integer(200, 599),
    /**
     * The body of the response. A string is sent unchanged; any other value is sent as JSON. Overrides
     * `shape`.
     */
    body: z.unknown().optional(),
    contentType: headerValue(200).optional(),
    shape: z.enum(STATUS_SHAPES).optional(),
  }),
  z.strictObject({
    kind: z.literal('redirect'),
    location: headerValue(2_000),
    status: z.literal([301, 302, 303, 307, 308]).default(302),
  }),
  z.strictObject({
    kind: z.literal('limit'),
    limitType: z.enum(LIMIT_TYPES),
    variant: z
      .union([z.enum(LIMIT_VARIANTS), z.array(z.enum(LIMIT_VARIANTS)).max(LIMIT_VARIANTS.length)])
      .default([]),
  }),
] as const;

/** Actions that rewrite the response after the request has been processed and charged. */
const rewriteActions = [
  z.strictObject({ kind: z.literal('html') }),
  z.strictObject({ kind: z.literal('empty') }),
  z.strictObject({ kind: z.literal('bom') }),
  /** Sets or removes top-level fields of the JSON, for changes that cannot be made with a profile. */
  z.strictObject({
    kind: z.literal('patch'),
    set: z.record(z.string(), z.unknown()).default({}),
    remove: z.array(z.string()).max(100).default([]),
  }),
  z.strictObject({
    kind: z.literal('wrong-type'),
    contentType: headerValue(200).default('text/html'),
    /**
     * `kept`: sends the JSON unchanged. `fitting`: sends an image if the content type is an image, otherwise
     * an HTML page.
     */
    body: z.enum(['kept', 'fitting']).default('kept'),
  }),
  z.strictObject({
    kind: z.literal('garbage'),
    /**
     * The bytes to send. If omitted, random bytes are sent: `bytes` is their number, and `seed` determines
     * their values.
     */
    hex: z
      .string()
      .max(200_000)
      .regex(/^([\da-f]{2})*$/i, 'an even number of hex digits')
      .optional(),
    bytes: integer(1, 1_000_000).default(512),
    seed: integer(0, 2 ** 32 - 1).default(1),
  }),
  z.strictObject({
    kind: z.literal('deep-json'),
    depth: integer(1, 1_000_000).default(200_000),
    of: z.enum(['arrays', 'objects']).default('arrays'),
  }),
  z.strictObject({ kind: z.literal('gzip') }),
  z.strictObject({ kind: z.literal('gzip-bomb'), megabytes: integer(1, 500) }),
  z.strictObject({ kind: z.literal('oversize'), bytes: integer(1, MAX_BODY_BYTES) }),
  z.strictObject({ kind: z.literal('huge-headers'), bytes: integer(1, 1_000_000).default(40_000) }),
  z.strictObject({
    kind: z.literal('headers'),
    /** Headers to set; null removes a header. */
    headers: z.record(headerName, headerValue(10_000).nullable()),
  }),
  /** Shifts only the `Date` header, by `ms`. */
  z.strictObject({ kind: z.literal('clock'), ms: integer(-1e12, 1e12) }),
] as const;

/** Actions that change how the response is sent, after the request has been processed and charged. */
const transmissionActions = [
  /** Delays the response headers. The service still processes and charges the request when it arrives. */
  z.strictObject({ kind: z.enum(['delay', 'slow-head']), ms: integer(0, MAX_DELAY_MS) }),
  z.strictObject({ kind: z.literal('reset-after'), ...resetOptions }),
  z.strictObject({
    kind: z.literal('truncate'),
    by: z.enum(TRUNCATIONS).default('content-length'),
    /** Number of bytes of the body to send; by default, half of the body. */
    bytes: integer(0, MAX_BODY_BYTES).optional(),
  }),
  z.strictObject({
    kind: z.literal('drip'),
    intervalMs: integer(0, 60_000),
    /** Number of bytes sent in each step. */
    bytes: integer(1, 65_536).default(1),
    /** Maximum number of steps. After the last step, the rest of the body is sent immediately. */
    steps: integer(1, 100_000).default(1_000),
  }),
] as const;

export const actionSchema = z.discriminatedUnion('kind', [
  ...lossActions,
  ...replyActions,
  ...rewriteActions,
  ...transmissionActions,
]);

export type FaultAction = z.infer<typeof actionSchema>;
type ActionOf<Kind extends FaultAction['kind']> = Extract<FaultAction, { kind: Kind }>;
export type StatusAction = ActionOf<'status'>;
export type LimitAction = ActionOf<'limit'>;
export type ReplyAction = z.infer<(typeof replyActions)[number]>;
export type RewriteAction = z.infer<(typeof rewriteActions)[number]>;
export type TruncateAction = ActionOf<'truncate'>;
export type DripAction = ActionOf<'drip'>;
