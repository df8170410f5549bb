import { z } from 'zod';
import { call, push } from '../kit.ts';
import { companyIdSchema } from '../../model/company.ts';
import { LIST_LIMIT_MAX } from '../../model/limits.ts';
import { timelineEntrySchema, timelinePlaceSchema, timelineShowSchema } from '../../model/timeline.ts';

const count = z.int().min(0);

/** The timeline of one company: facts from the service and the user's actions, merged, newest first. */
export const timelineContract = {
  /** Continues after the place `after`, so a growing timeline neither skips nor repeats entries. */
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
      /** Totals of all entries, regardless of `show`. */
      totals: z.strictObject({ facts: count, own: count }),
    }),
  ),
  /** Something was copied, opened or suppressed. Other changes are published by their own groups. */
  onChanged: push(z.strictObject({ companyId: companyIdSchema })),
};
