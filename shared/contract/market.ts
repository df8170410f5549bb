import { z } from 'zod';
import { call, push } from './kit.ts';
import { buyerRolesSchema } from '../model/buyer-roles.ts';
import { companyIdSchema } from '../model/company.ts';
import { fitFactsSchema, fitSchema, icpSchema } from '../model/fit.ts';
import { fitWeightsSchema, marketSchema } from '../model/market.ts';
import { savedSearchIdSchema } from '../model/saved-search.ts';
import { markNameSchema, undoSchema } from '../model/user-data.ts';
import { changed, nothing } from './atoms.ts';

/**
 * The user's market, the fit weights and the buyer roles. All are user data; `marks.undo` can undo every
 * change.
 */
export const marketContract = {
  get: call(nothing).returns(
    z.strictObject({
      /** Null if no market is set. Companies then have no fit. */
      market: marketSchema.nullable(),
      weights: fitWeightsSchema,
      /** The job titles that the user sells to. Null if none are set; contacts are then not matched. */
      buyerRoles: buyerRolesSchema.nullable(),
      /**
       * Whether the user skipped setting a market during onboarding. If so, onboarding does not ask again.
       */
      skipped: z.boolean(),
      /**
       * A company with many known facts. The UI uses it to preview the effect of other weights. Null if no
       * market is set or no company is stored.
       */
      example: fitFactsSchema.nullable(),
    }),
  ),
  /**
   * Sets the market. If `saveAs` is given, also creates a saved search with that name for rounds in the last
   * 7 days. If a saved search with the same query exists, creates none; if only the name is taken, appends a
   * number to it. `undo` undoes both changes in one step. `searchId` identifies the saved search.
   * @throws AppFailure `validation` if there are already 50 saved searches, or if the market is too large for
   * a search
   */
  set: call(z.strictObject({ market: marketSchema, saveAs: markNameSchema.nullable() })).returns(
    z.strictObject({ undo: undoSchema, searchId: savedSearchIdSchema.nullable() }),
  ),
  clear: call(nothing).returns(changed),
  skip: call(nothing).returns(nothing),
  /** Sets the weights. Null restores the defaults. */
  setWeights: call(z.strictObject({ weights: fitWeightsSchema.nullable() })).returns(changed),
  /** Sets the buyer roles. Null, or an object with no roles and no keywords, removes them. */
  setBuyerRoles: call(z.strictObject({ buyerRoles: buyerRolesSchema.nullable() })).returns(changed),
  /**
   * Returns a company's fit with its components; null if no market is set. `icp` is the service's ICP match,
   * which is not part of the fit.
   */
  fit: call(z.strictObject({ companyId: companyIdSchema })).returns(
    z.strictObject({ fit: fitSchema.nullable(), icp: icpSchema.nullable() }),
  ),
  onChanged: push(nothing),
};
