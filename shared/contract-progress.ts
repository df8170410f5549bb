import { z } from 'zod';
import { call, push } from './contract-kit.ts';
import { PROGRESS_MAX, progressSchema } from './model/progress.ts';

const works = z.strictObject({ works: z.array(progressSchema).max(PROGRESS_MAX) });

/** Long work of the core, whoever started it. */
export const progressContract = {
  /** The oldest first. */
  list: call(z.strictObject({})).returns(works),
  /** `cancelled` is false where it was over already, or cannot be stopped. What was done until then stays. */
  cancel: call(z.strictObject({ id: z.string().max(40) })).returns(
    z.strictObject({ cancelled: z.boolean() }),
  ),
  /** All that is under way now. At most a few times a second. */
  onChanged: push(works),
};
