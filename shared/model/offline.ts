import { z } from 'zod';
import { appErrorSchema } from '../app-error.ts';
import { costSchema, previewSchema, receiptSchema, screenSchema, timeMsSchema } from './budget.ts';
import { companyIdSchema, NAME_MAX } from './company.ts';
import { listQuerySchema, openRolesQuerySchema } from './query.ts';
import { savedSearchIdSchema } from './saved-search.ts';

/* Fetches that were asked for while the service could not be reached. */

/** Fetches that wait, or wait for the seller's word, at most. */
export const OFFLINE_CALLS_MAX = 40;

/** What is fetched once the network is back. A saved search and a gap ask what they ask on that day. */
export const offlineAskSchema = z.discriminatedUnion('kind', [
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
export type OfflineAsk = z.infer<typeof offlineAskSchema>;

/**
 * `dearer`: its price rose above what was accepted. `refused`: the service, a budget or an allowance refused it. `unknown`: it was
 * cut off and may have been charged. All three wait for the seller's word; only `waiting` goes by itself.
 */
export const offlineStateSchema = z.enum(['waiting', 'running', 'dearer', 'refused', 'unknown', 'done']);
export type OfflineState = z.infer<typeof offlineStateSchema>;

export const offlineCallIdSchema = z.string().regex(/^\d{1,15}$/);
export const offlineCallSchema = z.strictObject({
  id: offlineCallIdSchema,
  ask: offlineAskSchema,
  /** The company, or the saved search; empty for a search of no name. */
  about: z.string().max(NAME_MAX),
  screen: screenSchema,
  /** The price that was shown when it was asked for, or accepted since: never more is reserved. */
  accepted: costSchema,
  /** What it would take now; null where it cannot be asked any more. */
  now: previewSchema.nullable(),
  state: offlineStateSchema,
  /** Why it was refused. */
  error: appErrorSchema.nullable(),
  /** Of a call that is done. */
  receipt: receiptSchema.nullable(),
  askedAtMs: timeMsSchema,
});
export type OfflineCall = z.infer<typeof offlineCallSchema>;
