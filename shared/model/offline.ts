import { z } from 'zod';
import { companyIdSchema } from './company.ts';
import { listQuerySchema, openRolesQuerySchema } from './query.ts';
import { savedSearchIdSchema } from './saved-search.ts';

/* Requests that the user made while the service could not be reached. */

/** Maximum number of queued requests, including those waiting for the user's approval. */
export const OFFLINE_CALLS_MAX = 40;

/**
 * A request to be sent when the network is back. For a saved search or a catch-up, the query is built when
 * the request is sent, because its dates depend on the day.
 */
export const offlineRequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('profile'), companyId: companyIdSchema }),
  z.strictObject({ kind: z.literal('people'), companyId: companyIdSchema }),
  z.strictObject({
    kind: z.literal('panel'),
    companyId: companyIdSchema,
    panel: z.enum(['tech-stack', 'rounds', 'highlights', 'news']),
  }),
  z.strictObject({ kind: z.literal('roles'), companyId: companyIdSchema, query: openRolesQuerySchema }),
  z.strictObject({ kind: z.literal('search'), question: listQuerySchema }),
  z.strictObject({ kind: z.literal('saved-search'), searchId: savedSearchIdSchema }),
  z.strictObject({ kind: z.literal('catch-up') }),
]);
export type OfflineRequest = z.infer<typeof offlineRequestSchema>;
