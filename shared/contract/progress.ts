import { z } from 'zod';
import { call, push } from './kit.ts';
import { PROGRESS_MAX, progressSchema } from '../model/progress.ts';

const works = z.strictObject({ works: z.array(progressSchema).max(PROGRESS_MAX) });

/** Long-running tasks of the core, regardless of who started them. */
export const progressContract = {
  /** Oldest first. */
  list: call(z.strictObject({})).returns(works),
  /** `cancelled` is false if the task is over or cannot be cancelled. Completed work stays. */
  cancel: call(z.strictObject({ id: z.string().max(40) })).returns(
    z.strictObject({ cancelled: z.boolean() }),
  ),
  /** All running tasks. Sent at most a few times per second. */
  onChanged: push(works),
};
