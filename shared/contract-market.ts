import { z } from 'zod';
import { call, push } from './contract-kit.ts';
import { companyIdSchema } from './model/company.ts';
import { fitFactsSchema, fitSchema, icpSchema } from './model/fit.ts';
import { fitWeightsSchema, marketSchema } from './model/market.ts';
import { savedSearchIdSchema } from './model/saved-search.ts';
import { markNameSchema, undoSchema } from './model/words.ts';

const nothing = z.strictObject({});
const changed = z.strictObject({ undo: undoSchema });

/** The seller's market and what a fit weighs; his own words. Every change is taken back by `marks.undo`. */
export const marketContract = {
  get: call(nothing).returns(
    z.strictObject({
      /** Null: he gave none, and companies have no fit. */
      market: marketSchema.nullable(),
      weights: fitWeightsSchema,
      /** He put the question off, and is not asked again at the door. */
      skipped: z.boolean(),
      /** A company of the library of which much is known, to show what weights do; null: there is none. */
      example: fitFactsSchema.nullable(),
    }),
  ),
  /**
   * `saveAs`: also keeps a search over rounds of the last 7 days under this name, or under the next that is free, unless one
   * asks that already; taken back together. `searchId` is that search. Throws validation where there are 50 already, or the
   * market is too long for one.
   */
  set: call(z.strictObject({ market: marketSchema, saveAs: markNameSchema.nullable() })).returns(
    z.strictObject({ undo: undoSchema, searchId: savedSearchIdSchema.nullable() }),
  ),
  clear: call(nothing).returns(changed),
  skip: call(nothing).returns(nothing),
  /** Null: the defaults. */
  setWeights: call(z.strictObject({ weights: fitWeightsSchema.nullable() })).returns(changed),
  /** What the fit of a company is made of; null without a market. Beside it, never part of it, the service's own score. */
  fit: call(z.strictObject({ companyId: companyIdSchema })).returns(
    z.strictObject({ fit: fitSchema.nullable(), icp: icpSchema.nullable() }),
  ),
  onChanged: push(nothing),
};
