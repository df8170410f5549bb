import { z } from 'zod';
import { call, push } from '../kit.ts';
import { countSchema as count } from '../../model/atoms.ts';
import { companyIdSchema } from '../../model/company.ts';
import {
  dueFollowUpSchema,
  followUpChainSchema,
  followUpProposalSchema,
  followUpRulesSchema,
} from '../../model/settings/follow-ups.ts';
import { LIST_LIMIT_MAX } from '../../model/limits.ts';
import { dateSchema } from '../../model/user-data.ts';
import { changed, nothing, position } from '../atoms.ts';

/**
 * Follow-ups are tasks on certain working days after a contact log entry. `contactLog.add` creates and
 * completes them. The functions in `tasks` can change them like any other task, and `tasks.onChanged`
 * announces changes. The app never sends a message.
 */
export const followUpsContract = {
  rules: call(nothing).returns(z.strictObject({ rules: followUpRulesSchema })),
  /** Sets the rules. Null restores the defaults. Existing follow-ups keep their dates. */
  setRules: call(z.strictObject({ rules: followUpRulesSchema.nullable() })).returns(changed),
  /**
   * Returns the follow-ups to propose for a contact log entry that has not been saved yet. Omits days that
   * have already passed. `personId` has the same meaning as in `contactLog.add`.
   */
  propose: call(
    z.strictObject({
      companyId: companyIdSchema,
      personId: z.string().max(200).nullable().default(null),
      happenedOn: dateSchema,
    }),
  ).returns(followUpProposalSchema),
  /**
   * Returns the follow-ups due today or earlier, longest overdue first. Each log entry has at most one row.
   */
  due: call(z.strictObject(position)).returns(
    z.strictObject({
      followUps: z.array(dueFollowUpSchema).max(LIST_LIMIT_MAX),
      total: count,
      today: dateSchema,
    }),
  ),
  /** Returns a company's open follow-ups, grouped by log entry, newest entry first. */
  of: call(z.strictObject({ companyId: companyIdSchema })).returns(
    z.strictObject({ chains: z.array(followUpChainSchema).max(LIST_LIMIT_MAX), today: dateSchema }),
  ),
  onChanged: push(nothing),
};
