import { z } from 'zod';

/** Headers that a tunnel adds. The IP address is reserved for documentation (RFC 5737). */
export const TUNNEL_HEADERS = { 'X-Forwarded-For': '203.0.113.7', 'X-Forwarded-Proto': 'https' } as const;
const AUTHORIZATIONS = ['right', 'wrong', 'missing', 'lower-case', 'spaces'] as const;

/**
 * The dashboard's webhook settings (spec §6), and switches for behaviour that the specification leaves open.
 */
export const webhookSchema = z.strictObject({
  url: z.string().max(2_000).refine(isHttpAddress, { error: 'an http or https address' }),
  /** If omitted, the current key is kept, or a key is generated if there is none yet. */
  key: z
    .string()
    .min(8)
    .max(500)
    .regex(/^[\x21-\x7e]+$/, 'visible ASCII without spaces')
    .optional(),
  /** Sends events about rounds of companies with an ICP match of at least 60%. */
  icpAlerts: z.boolean().default(true),
  /** Sends events about all new rounds. */
  allAlerts: z.boolean().default(false),
  /**
   * The name of the field with the event's id. The specification masks this name as `{base_url}`. If the name
   * is `trigger.id`, the id is in the trigger; if the name is null, the event has no id.
   */
  idName: z.string().min(1).max(100).nullable().default('{base_url}'),
  /** Number of retries after a failed delivery. The specification mentions no retries. */
  retries: z.number().int().min(0).max(10).default(0),
  retryDelayMs: z.number().int().min(0).max(60_000).default(1_000),
  /**
   * Number of extra copies of each event. A value above 0 violates the specification, which promises at most
   * one delivery of each event.
   */
  duplicates: z.number().int().min(0).max(10).default(0),
  /** Sends the newest queued event first. */
  reorder: z.boolean().default(false),
  authorization: z.enum(AUTHORIZATIONS).default('right'),
  /** Adds the headers that a tunnel would add when forwarding a delivery to this computer. */
  tunnel: z.boolean().default(false),
});

export type WebhookOptions = z.input<typeof webhookSchema>;
export type WebhookConfig = z.output<typeof webhookSchema> & { readonly key: string };

/** The data that the user has entered about a company in the dashboard. */
export const contextSchema = z.strictObject({
  companyId: z.string(),
  userNote: z.string().max(20_000).optional(),
  trackingStatus: z.string().max(200).nullable().optional(),
  /** Overrides `icpScore`. */
  icpMatch: z.number().min(0).max(100).optional(),
});
export type ContextOptions = z.infer<typeof contextSchema>;

export const testSchema = z.strictObject({
  /**
   * Whether to send the most recently published round instead of a sample. The ids in a sample do not exist
   * in the API.
   */
  realIds: z.boolean().default(false),
});
export type TestOptions = z.input<typeof testSchema>;

export const sendSchema = z
  .strictObject({
    /** Sends this company's newest published round. */
    companyId: z.string().optional(),
    roundId: z.string().optional(),
    as: z.enum(['icp', 'all']).default('icp'),
    /** If the type is not `funding`, the event has no evidence. */
    type: z.string().max(100).default('funding'),
    event: z.string().max(100).default('trigger_published'),
    /** Offset added to the event's `timestamp`. */
    timestampOffsetMs: z.number().min(-1e12).max(1e12).default(0),
    /** Text sent unchanged instead of the event. */
    rawBody: z.string().max(1_000_000).optional(),
    contentType: z
      .string()
      .max(200)
      .regex(/^[\x20-\x7e]*$/)
      .default('application/json'),
  })
  .refine(({ companyId, roundId }) => (companyId === undefined) !== (roundId === undefined), {
    error: 'either companyId or roundId',
  });
export type SendOptions = z.input<typeof sendSchema>;

function isHttpAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
}

/** Returns the configured `Authorization` header for deliveries, or null if deliveries have none. */
export function authorizationOf({ key, authorization }: WebhookConfig): string | null {
  switch (authorization) {
    case 'right':
      return `Bearer ${key}`;
    case 'wrong':
      return `Bearer ${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`;
    case 'missing':
      return null;
    case 'lower-case':
      return `bearer ${key}`;
    case 'spaces':
      return `Bearer   ${key}`;
  }
}
