import { z } from 'zod';
import { call, push } from './contract-kit.ts';
import { companyIdSchema } from './model/company.ts';
import { LIST_LIMIT_MAX } from './model/limits.ts';
import { timelineEntrySchema, timelinePlaceSchema, timelineShowSchema } from './model/timeline.ts';

const count = z.int().min(0);

/** What happened with one company: facts of the service and the seller's own actions, merged, newest first. */
export const timelineContract = {
  /** Goes on after `after`, the place of the last entry that is known; so nothing is missed or told twice while it grows. */
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
      /** Whether there are older ones. */
      more: z.boolean(),
      /** Of all, whatever is shown. */
      totals: z.strictObject({ facts: count, own: count }),
    }),
  ),
  /** Something was copied, opened or suppressed; what else a timeline tells is announced by its own group. */
  onChanged: push(z.strictObject({ companyId: companyIdSchema })),
};
