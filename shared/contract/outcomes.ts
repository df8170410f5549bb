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
 * Figures about the user's own work with companies, computed on this computer without requests. They change
 * with `library.onChanged`, `marks.onChanged`, `contactLog.onChanged`, lists, saved searches and the market.
 */
export const outcomesContract = {
  get: call(outcomeQuestionSchema).returns(outcomesSchema),
  /** Counts contacts, not companies. Returns no counts while contacts are locked. */
  roles: call(roleQuestionSchema).returns(roleOutcomesSchema),
  /** A suggestion is applied with `market.set` or `market.setWeights`, which return its undo. */
  suggestions: call(nothing).returns(outcomeSuggestionsSchema),
  /** Records that the user opened the page of a company. Only the first time is stored. */
  opened: call(z.strictObject({ id: companyIdSchema })).returns(nothing),
};
