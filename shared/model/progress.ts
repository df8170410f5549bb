import { z } from 'zod';
import { costSchema, timeMsSchema } from './budget.ts';

/*
 * Work that takes over a second: how far it is, what it cost so far, whether it can be stopped. What is over sooner is never
 * told.
 */

/** What is being done; the words for it are the renderer's. */
export const progressKindSchema = z.enum([
  'index',
  'restore',
  'backup',
  'backup-check',
  'export',
  'reseal',
  'load-all',
  'plan',
  'catch-up',
  'watch',
]);
export type ProgressKind = z.infer<typeof progressKindSchema>;

const count = z.int().min(0);

export const progressSchema = z.strictObject({
  id: z.string().max(40),
  kind: progressKindSchema,
  done: count,
  /** Null: nobody knows how much it will be. */
  total: count.nullable(),
  /** This laptop's clock, ms. */
  startedAtMs: timeMsSchema,
  /** Null: it costs nothing. */
  cost: costSchema.nullable(),
  /** It can be stopped without harm: what it did stays. */
  canCancel: z.boolean(),
  /** It was asked to stop, and does so after the step that is under way. */
  isStopping: z.boolean(),
});
export type Progress = z.infer<typeof progressSchema>;

/** As many works as are told at once. */
export const PROGRESS_MAX = 20;
