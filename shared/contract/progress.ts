import { z } from 'zod';
import { call, push } from './kit.ts';
import { PROGRESS_MAX, progressSchema } from '../model/progress.ts';
import { nothing } from './atoms.ts';

const works = z.strictObject({ works: z.array(progressSchema).max(PROGRESS_MAX) });

/** Long-running tasks in the core, started by the user or automatically. */
export const progressContract = {
  /** Returns the running tasks, oldest first. */
  list: call(nothing).returns(works),
  /**
   * Cancels a task without undoing the work done so far. `cancelled` is false if the task has ended or cannot
   * be cancelled.
   */
  cancel: call(z.strictObject({ id: z.string().max(40) })).returns(
    z.strictObject({ cancelled: z.boolean() }),
  ),
  /** The payload contains all running tasks. Published at most a few times per second. */
  onChanged: push(works),
};
