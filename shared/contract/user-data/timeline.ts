import { z } from 'zod';
import { call, push } from '../kit.ts';
import { companyIdSchema } from '../../model/company.ts';
import { LIST_LIMIT_MAX } from '../../model/limits.ts';
import { timelineEntrySchema, timelinePlaceSchema, timelineShowSchema } from '../../model/timeline.ts';
import { countSchema as count } from '../../model/atoms.ts';

/** A company's timeline: facts from the service and the user's actions, newest first. */
export const timelineContract = {
  /**
   * Returns the entries that follow the position `after`. Unlike an offset, a position stays correct while
   * the timeline grows, so no entry is skipped or repeated.
   */
  of: call(
    z.strictObject({
      companyId: companyIdSchema,
      show: timelineShowSchema.default('all'),
      after: timelinePlaceSchema.nullable().default(null),
      limit: z.int().min(1).max(LIST_LIMIT_MAX).default(20),
    }),
  ).returns(
    z.strictObject({
      entries: z.array(timelineEntrySchema).max(LIST_LIMIT_MAX),
      /** Whether older entries exist. */
      more: z.boolean(),
      /** Number of entries of each kind, regardless of `show`. */
      totals: z.strictObject({ facts: count, own: count }),
    }),
  ),
  /**
   * Published after a field was copied, a link was opened, or a contact was blocked or erased. For every
   * other kind of entry, another group publishes its own `onChanged` event.
   */
  onChanged: push(z.strictObject({ companyId: companyIdSchema })),
};
