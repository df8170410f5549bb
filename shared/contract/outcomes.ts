import { z } from 'zod';
import { call } from './kit.ts';
import { nothing } from './atoms.ts';
import { companyIdSchema } from '../model/company.ts';
import {
  outcomeQuestionSchema,
  outcomeSuggestionsSchema,
  outcomesSchema,
  roleOutcomesSchema,
  roleQuestionSchema,
} from '../model/outcomes/outcomes.ts';

/**
 * Figures about the user's own work with companies, computed on this computer without requests. Reload them
 * after `library.onChanged`, `marks.onChanged` and `contactLog.onChanged`, and when lists, saved searches or
 * the market have changed.
 */
export const outcomesContract = {
  get: call(outcomeQuestionSchema).returns(outcomesSchema),
  /** Counts contacts, not companies. Returns no counts while contacts are locked. */
  roles: call(roleQuestionSchema).returns(roleOutcomesSchema),
  /**
   * Returns the suggested changes. To apply one, call `market.set` or `market.setWeights`, which return a
   * token that undoes the change.
   */
  suggestions: call(nothing).returns(outcomeSuggestionsSchema),
  /** Records that the user opened the page of a company. Only the first time is stored. */
  opened: call(z.strictObject({ id: companyIdSchema })).returns(nothing),
};
