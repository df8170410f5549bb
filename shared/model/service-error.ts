import { z } from 'zod';
import { EXCERPT_MAX, SERVICE_TEXT_MAX } from './limits.ts';

const serviceText = z.string().max(SERVICE_TEXT_MAX).nullable();

/**
 * The service's text in an error response, or in a response that could not be parsed (spec §7). Unsafe
 * characters are removed, and keys are masked. A field is null if the service did not send it.
 */
export const serviceErrorSchema = z.strictObject({
  /** HTTP status. */
  status: z.int(),
  error: serviceText,
  code: serviceText,
  message: serviceText,
  detail: serviceText,
  hint: serviceText,
  /** The first characters of the body if it is not a JSON object; otherwise null. */
  excerpt: z.string().max(EXCERPT_MAX).nullable(),
});
export type ServiceError = z.infer<typeof serviceErrorSchema>;
