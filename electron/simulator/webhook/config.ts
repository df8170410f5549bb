import { z } from 'zod';

export const AUTHORIZATIONS = ['right', 'wrong', 'missing', 'lower-case', 'spaces'] as const;

/** As the dashboard takes it [§6], and the switches for what the specification leaves open. */
export const webhookSchema = z.strictObject({
  url: z.string().max(2_000).refine(isHttpAddress, { error: 'an http or https address' }),
  /** When left out, the present one stays; the first time one is generated. */
  key: z
    .string()
    .min(8)
    .max(500)
    .regex(/^[\x21-\x7e]+$/, 'visible ASCII without spaces')
    .optional(),
  /** A newly funded company matches by 60 % or more. */
  icpAlerts: z.boolean().default(true),
  /** Every new round. */
  allAlerts: z.boolean().default(false),
  /** What the masked `{base_url}` key is called; `trigger.id` puts it into the trigger, null leaves it out. */
  idName: z.string().min(1).max(100).nullable().default('{base_url}'),
  /** After a failed delivery; the specification says nothing of any. */
  retries: z.number().int().min(0).max(10).default(0),
  retryDelayMs: z.number().int().min(0).max(60_000).default(1_000),
  /** Further copies of each event, against the promise of at most one. */
  duplicates: z.number().int().min(0).max(10).default(0),
  /** The newest waiting event first. */
  reorder: z.boolean().default(false),
  authorization: z.enum(AUTHORIZATIONS).default('right'),
});

export type WebhookOptions = z.input<typeof webhookSchema>;
export type WebhookConfig = z.output<typeof webhookSchema> & { readonly key: string };

/** What the user saved for a company in the dashboard. */
export const contextSchema = z.strictObject({
  companyId: z.string(),
  userNote: z.string().max(20_000).optional(),
  trackingStatus: z.string().max(200).nullable().optional(),
  /** Instead of the invented score. */
  icpMatch: z.number().min(0).max(100).optional(),
});
export type ContextOptions = z.infer<typeof contextSchema>;

export const testSchema = z.strictObject({
  /** Of a company that the REST endpoints know. */
  realIds: z.boolean().default(false),
});
export type TestOptions = z.input<typeof testSchema>;

export const sendSchema = z
  .strictObject({
    /** Its newest known round. */
    companyId: z.string().optional(),
    roundId: z.string().optional(),
    as: z.enum(['icp', 'all']).default('icp'),
    /** Anything but `funding` comes without evidence. */
    type: z.string().max(100).default('funding'),
    event: z.string().max(100).default('trigger_published'),
    /** Puts the `timestamp` off. */
    timestampOffsetMs: z.number().min(-1e12).max(1e12).default(0),
    /** Sent instead of the event, as it is. */
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

/** The header of a delivery, in the spelling that the switch asks for; null for none. */
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
