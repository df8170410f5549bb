import { z } from 'zod';

export const AUTHORIZATIONS = ['right', 'wrong', 'missing', 'lower-case', 'spaces'] as const;

/** The dashboard's webhook settings (spec §6), and switches for its open questions. */
export const webhookSchema = z.strictObject({
  url: z.string().max(2_000).refine(isHttpAddress, { error: 'an http or https address' }),
  /** If omitted, the current key is retained; the first time one is generated. */
  key: z
    .string()
    .min(8)
    .max(500)
    .regex(/^[\x21-\x7e]+$/, 'visible ASCII without spaces')
    .optional(),
  /** A newly funded company with a match of 60 % or more. */
  icpAlerts: z.boolean().default(true),
  /** Every new round. */
  allAlerts: z.boolean().default(false),
  /** The name of the masked `{base_url}` key; `trigger.id` puts it into the trigger, null omits it. */
  idName: z.string().min(1).max(100).nullable().default('{base_url}'),
  /** After a failed delivery; the specification mentions no retries. */
  retries: z.number().int().min(0).max(10).default(0),
  retryDelayMs: z.number().int().min(0).max(60_000).default(1_000),
  /** Additional copies of each event, which violates the promise of at most one. */
  duplicates: z.number().int().min(0).max(10).default(0),
  /** Sends the newest waiting event first. */
  reorder: z.boolean().default(false),
  authorization: z.enum(AUTHORIZATIONS).default('right'),
});

export type WebhookOptions = z.input<typeof webhookSchema>;
export type WebhookConfig = z.output<typeof webhookSchema> & { readonly key: string };

/** The user's settings for a company in the dashboard. */
export const contextSchema = z.strictObject({
  companyId: z.string(),
  userNote: z.string().max(20_000).optional(),
  trackingStatus: z.string().max(200).nullable().optional(),
  /** Overrides the invented score. */
  icpMatch: z.number().min(0).max(100).optional(),
});
export type ContextOptions = z.infer<typeof contextSchema>;

export const testSchema = z.strictObject({
  /** The ids of a company that the REST endpoints know. */
  realIds: z.boolean().default(false),
});
export type TestOptions = z.input<typeof testSchema>;

export const sendSchema = z
  .strictObject({
    /** Selects its newest known round. */
    companyId: z.string().optional(),
    roundId: z.string().optional(),
    as: z.enum(['icp', 'all']).default('icp'),
    /** Any type except `funding` is sent without evidence. */
    type: z.string().max(100).default('funding'),
    event: z.string().max(100).default('trigger_published'),
    /** Shifts the `timestamp`. */
    timestampOffsetMs: z.number().min(-1e12).max(1e12).default(0),
    /** Sent unchanged in place of the event. */
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

/** The header of a delivery in the configured spelling; null for none. */
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
