import { z } from 'zod';
import { amountTextSchema } from './query.ts';

/* The seller's market in his own words, and how much each part of a fit weighs. */

const values = z.array(z.string().trim().min(1).max(200)).max(50).default([]);

/** What the seller sells to. Several values of one field are alternatives; an empty field says nothing. */
export const marketSchema = z.strictObject({
  /** ISO 3166-1 alpha-2. */
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/))
    .max(50)
    .default([]),
  stages: values,
  industries: values,
  technologies: values,
  /** Size of the raise, in any form that the service takes [§2.13]; null: no bound. */
  minAmount: amountTextSchema.nullable().default(null),
  maxAmount: amountTextSchema.nullable().default(null),
  /** What the bounds are of; null: an amount counts as it stands, whatever its currency. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullable()
    .default(null),
  /** Whether open roles speak for a company. */
  hiring: z.boolean().default(true),
});
export type Market = z.infer<typeof marketSchema>;

/** What a fit is made of, in the order it is told. */
export const FIT_PARTS = ['stage', 'size', 'country', 'industry', 'tech', 'hiring'] as const;
export const fitPartNameSchema = z.enum(FIT_PARTS);
export type FitPartName = z.infer<typeof fitPartNameSchema>;

const weight = z.int().min(0).max(100);
/** How many points a part is worth at most. Only their proportion counts; 0 leaves a part out. */
export const fitWeightsSchema = z.strictObject({
  stage: weight,
  size: weight,
  country: weight,
  industry: weight,
  tech: weight,
  hiring: weight,
});
export type FitWeights = z.infer<typeof fitWeightsSchema>;
