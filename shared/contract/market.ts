import { z } from 'zod';
import { call, push } from './kit.ts';
import { companyIdSchema } from '../model/company.ts';
import { fitFactsSchema, fitSchema, icpSchema } from '../model/fit.ts';
import { fitWeightsSchema, marketSchema } from '../model/market.ts';
import { savedSearchIdSchema } from '../model/saved-search.ts';
import { markNameSchema, undoSchema } from '../model/user-data.ts';

const nothing = z.strictObject({});
const changed = z.strictObject({ undo: undoSchema });

/** The user's market and the fit weights, both user data. Every change can be undone with `marks.undo`. */
export const marketContract = {
  get: call(nothing).returns(
    z.strictObject({
      /** Null if no market is set; companies then have no fit. */
      market: marketSchema.nullable(),
      weights: fitWeightsSchema,
      /** The user skipped the question during onboarding, so it is not repeated. */
      skipped: z.boolean(),
      /** A company with many known facts, to preview the effect of weights; null if there is none. */
      example: fitFactsSchema.nullable(),
    }),
  ),
  /**
   * `saveAs` also creates a search for rounds of the last 7 days under this or the next free name, unless one
   * with the same query exists; both changes are one undo step. `searchId` is that search.
   * @throws AppFailure validation if there are already 50 searches or the market is too large for one
   */
  set: call(z.strictObject({ market: marketSchema, saveAs: markNameSchema.nullable() })).returns(
    z.strictObject({ undo: undoSchema, searchId: savedSearchIdSchema.nullable() }),
  ),
  clear: call(nothing).returns(changed),
  skip: call(nothing).returns(nothing),
  /** Null restores the defaults. */
  setWeights: call(z.strictObject({ weights: fitWeightsSchema.nullable() })).returns(changed),
  /**
   * Returns the parts of a company's fit, or null without a market. `icp` is the service's own score, which
   * is never part of the fit.
   */
  fit: call(z.strictObject({ companyId: companyIdSchema })).returns(
    z.strictObject({ fit: fitSchema.nullable(), icp: icpSchema.nullable() }),
  ),
  onChanged: push(nothing),
};
