import { z } from 'zod';
import { costSchema, timeMsSchema } from './budget.ts';

/* Tasks that take longer than a second: their progress, cost so far, and whether they can be cancelled. */

/** The kind of task; the renderer maps it to text. */
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
  /** Null if the total is unknown. */
  total: count.nullable(),
  /** Local time, ms. */
  startedAtMs: timeMsSchema,
  /** Null if the task is free. */
  cost: costSchema.nullable(),
  /** Can be cancelled safely; completed work stays. */
  canCancel: z.boolean(),
  /** Cancelled, but the current step is still running. */
  isStopping: z.boolean(),
});
export type Progress = z.infer<typeof progressSchema>;

/** Maximum number of tasks in a reply. */
export const PROGRESS_MAX = 20;
