import { z } from 'zod';
import { call } from '../kit.ts';
import { timeMsSchema } from '../../model/budget.ts';
import { LIST_LIMIT_MAX } from '../../model/limits.ts';
import { triagedCompanySchema, triageMarksSchema, triageTallySchema } from '../../model/triage.ts';
import { companyIdsSchema } from '../../model/user-data.ts';
import { changed, position } from '../atoms.ts';

const companyIds = companyIdsSchema;

/**
 * Marks companies as done or snoozed. A company has at most one mark, which applies in all lists.
 * `marks.undo` undoes a change in one step, even if the change affected many companies. Every change is
 * published as `marks.onChanged`.
 */
export const triageContract = {
  /** Returns the marks of these companies. Companies without a mark are omitted. */
  of: call(z.strictObject({ companyIds })).returns(z.strictObject({ marks: triageMarksSchema })),
  /**
   * Returns the snoozed or the done companies. Snoozed companies are sorted by the end of their snooze,
   * earliest first, and done companies by the time when they were marked, latest first.
   */
  list: call(z.strictObject({ state: z.enum(['done', 'snoozed']), ...position })).returns(
    z.strictObject({ companies: z.array(triagedCompanySchema).max(LIST_LIMIT_MAX), total: z.int().min(0) }),
  ),
  /**
   * Counts what the user has done since `sinceMs`: companies marked, added to a list or given a note, and
   * tasks added. Changes that were undone do not count. In the first call, pass null; all counts are then 0.
   * In each later call, pass the `atMs` that the previous call returned.
   */
  tally: call(z.strictObject({ sinceMs: timeMsSchema.nullable() })).returns(
    z.strictObject({ atMs: timeMsSchema, tally: triageTallySchema }),
  ),
  /**
   * Marks companies as done. A company that is already done keeps the time of its mark, unless there has been
   * news about it since.
   */
  setDone: call(z.strictObject({ companyIds })).returns(changed),
  /**
   * Snoozes companies until the server time `untilMs`.
   * @throws AppFailure `validation` if `untilMs` has passed or is more than a year ahead
   */
  snooze: call(z.strictObject({ companyIds, untilMs: timeMsSchema })).returns(changed),
  /** Clears the done or snoozed mark. */
  putBack: call(z.strictObject({ companyIds })).returns(changed),
};
