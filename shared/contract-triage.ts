import { z } from 'zod';
import { call } from './contract-kit.ts';
import { timeMsSchema } from './model/budget.ts';
import { LIST_LIMIT_MAX } from './model/limits.ts';
import { triagedCompanySchema, triageMarksSchema, triageTallySchema } from './model/triage.ts';
import { companyIdsSchema, undoSchema } from './model/words.ts';

const position = { offset: z.int().min(0).max(10_000_000), limit: z.int().min(1).max(LIST_LIMIT_MAX) };
const companyIds = companyIdsSchema;
const changed = z.strictObject({ undo: undoSchema });

/**
 * Putting companies away while going through a list: done, or snoozed. One mark for a company, whichever list it was put away
 * in. Every change is taken back by `marks.undo`, one change of many companies as one step; `marks.onChanged` tells of it.
 */
export const triageContract = {
  /** The marks that stand now, of these companies; the others have none. */
  of: call(z.strictObject({ companyIds })).returns(z.strictObject({ marks: triageMarksSchema })),
  /** What is put away: the snoozed by their time, the soonest first; the done, the newest first. */
  list: call(z.strictObject({ state: z.enum(['done', 'snoozed']), ...position })).returns(
    z.strictObject({ companies: z.array(triagedCompanySchema).max(LIST_LIMIT_MAX), total: z.int().min(0) }),
  ),
  /**
   * How many companies were put away, saved, noted and planned since a moment, as it stands now: what was taken back is not
   * counted. `atMs` is the moment to ask from later; null counts nothing yet.
   */
  tally: call(z.strictObject({ sinceMs: timeMsSchema.nullable() })).returns(
    z.strictObject({ atMs: timeMsSchema, tally: triageTallySchema }),
  ),
  /** Who is done already stays done since then. */
  setDone: call(z.strictObject({ companyIds })).returns(changed),
  /** `untilMs` by the service's clock, within a year. Throws validation for a time that has passed. */
  snooze: call(z.strictObject({ companyIds, untilMs: timeMsSchema })).returns(changed),
  /** Neither done nor snoozed any more. */
  putBack: call(z.strictObject({ companyIds })).returns(changed),
};
