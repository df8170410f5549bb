import { z } from 'zod';
import { amountTextSchema, countriesSchema, currencySchema, filterValuesSchema } from './query.ts';

/* The user's market, and the fit weights. */

/**
 * The user's target market. A company matches a field if it has any of the field's values. An empty field
 * excludes no company.
 */
export const marketSchema = z.strictObject({
  countries: countriesSchema,
  stages: filterValuesSchema,
  industries: filterValuesSchema,
  technologies: filterValuesSchema,
  /**
   * The minimum and maximum size of the round, in any format that the service accepts (spec §2.13). Null
   * means no bound.
   */
  minAmount: amountTextSchema.nullable().default(null),
  maxAmount: amountTextSchema.nullable().default(null),
  /** Currency of the bounds. If null, amounts are compared regardless of their currency. */
  currency: currencySchema.nullable().default(null),
  /** Whether open roles increase the fit. */
  hiring: z.boolean().default(true),
});
export type Market = z.infer<typeof marketSchema>;

/** Parts of the fit, in display order. */
export const FIT_PARTS = ['stage', 'size', 'country', 'industry', 'tech', 'hiring'] as const;
export const fitPartNameSchema = z.enum(FIT_PARTS);
export type FitPartName = z.infer<typeof fitPartNameSchema>;

const weight = z.int().min(0).max(100);
/**
 * Maximum points for each part of the fit. Only the ratio between them matters; a part with 0 points has no
 * effect.
 */
export const fitWeightsSchema = z.strictObject({
  stage: weight,
  size: weight,
  country: weight,
  industry: weight,
  tech: weight,
  hiring: weight,
});
export type FitWeights = z.infer<typeof fitWeightsSchema>;
