import { z } from 'zod';
import { costSchema, timeMsSchema } from './budget.ts';

/* Tasks of the core that take longer than a second. */

/** The kind of a task; the renderer has a text for each. */
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
  /** When the task started, by the clock of this computer. */
  startedAtMs: timeMsSchema,
  /** Cost so far; null if the task is free. */
  cost: costSchema.nullable(),
  /** Whether the user can cancel the task; completed work stays. */
  canCancel: z.boolean(),
  /** Whether the task was cancelled, but its current step is still running. */
  isStopping: z.boolean(),
});
export type Progress = z.infer<typeof progressSchema>;

/** Maximum number of tasks in a reply. */
export const PROGRESS_MAX = 20;
