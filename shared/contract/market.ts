import { z } from 'zod';
import { call, push } from './kit.ts';
import { companyIdSchema } from '../model/company.ts';
import { fitFactsSchema, fitSchema, icpSchema } from '../model/fit.ts';
import { fitWeightsSchema, marketSchema } from '../model/market.ts';
import { savedSearchIdSchema } from '../model/saved-search.ts';
import { markNameSchema, undoSchema } from '../model/user-data.ts';

const nothing = z.strictObject({});
const changed = z.strictObject({ undo: undoSchema });

/**
 * The user's market and the weights of the fit. Both are user data, and every change can be undone with
 * `marks.undo`.
 */
export const marketContract = {
  get: call(nothing).returns(
    z.strictObject({
      /** Null if no market is set; companies then have no fit. */
      market: marketSchema.nullable(),
      weights: fitWeightsSchema,
      /** Whether the user skipped setting a market during onboarding, which then does not ask again. */
      skipped: z.boolean(),
      /** An example company with many known facts, for previewing other weights; null if there is none. */
      example: fitFactsSchema.nullable(),
    }),
  ),
  /**
   * Sets the market. `saveAs` also creates a saved search for rounds of the last 7 days, unless one with the
   * same query exists. If the name is taken, the next free variation of it is used. Both changes are one undo
   * step. `searchId` identifies the saved search.
   * @throws AppFailure validation if there are already 50 searches or the market is too large for one
   */
  set: call(z.strictObject({ market: marketSchema, saveAs: markNameSchema.nullable() })).returns(
    z.strictObject({ undo: undoSchema, searchId: savedSearchIdSchema.nullable() }),
  ),
  clear: call(nothing).returns(changed),
  skip: call(nothing).returns(nothing),
  /** Sets the weights; null restores the defaults. */
  setWeights: call(z.strictObject({ weights: fitWeightsSchema.nullable() })).returns(changed),
  /**
   * Returns a company's fit with its parts; null without a market. `icp` is the service's ICP match, which is
   * not part of the fit.
   */
  fit: call(z.strictObject({ companyId: companyIdSchema })).returns(
    z.strictObject({ fit: fitSchema.nullable(), icp: icpSchema.nullable() }),
  ),
  onChanged: push(nothing),
};
