import { z } from 'zod';
import { costSchema, timeMsSchema } from './budget.ts';
import { countSchema as count } from './atoms.ts';

/* Tasks in the core that take longer than a second. */

/** The kind of a task. The renderer has a text for each kind. */
const progressKindSchema = z.enum([
  'index',
  'restore',
  'backup',
  'backup-check',
  'export',
  'archive-save',
  'archive-import',
  'reseal',
  'load-all',
  'plan',
  'catch-up',
  'watch',
]);
export type ProgressKind = z.infer<typeof progressKindSchema>;

export const progressSchema = z.strictObject({
  id: z.string().max(40),
  kind: progressKindSchema,
  done: count,
  /** Null if the total is unknown. */
  total: count.nullable(),
  /** Time at which the task started, according to this computer's clock. */
  startedAtMs: timeMsSchema,
  /** The cost so far; null if the task is free. */
  cost: costSchema.nullable(),
  /** Whether the user can cancel the task. Cancelling does not undo the work done so far. */
  canCancel: z.boolean(),
  /** Whether the task was cancelled but its current step is still running. */
  isStopping: z.boolean(),
});
export type Progress = z.infer<typeof progressSchema>;

/** Maximum number of tasks in a reply. */
export const PROGRESS_MAX = 20;
