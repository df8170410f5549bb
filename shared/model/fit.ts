import { z } from 'zod';
import { companyIdSchema, NAME_MAX, TEXT_MAX } from './company.ts';
import { timeMsSchema } from './budget.ts';
import { fitPartNameSchema } from './market.ts';

/* A company's fit with the user's market, and the facts used to compute it. */

const name = z.string().max(200);

/** Stored facts on which the fit depends. Unknown facts are null. */
export const fitFactsSchema = z.strictObject({
  companyId: companyIdSchema,
  name: z.string().max(NAME_MAX),
  /** Stage of the newest round. */
  stage: name.nullable(),
  amount: z
    .strictObject({ text: z.string().max(80), value: z.number(), currency: z.string().max(10).nullable() })
    .nullable(),
  /** Amount of the newest round in US dollars; null if the service did not return it. */
  amountUsd: z.number().nullable(),
  countryCode: z.string().max(2).nullable(),
  countryName: name.nullable(),
  industries: z.array(name).max(50),
  /** The market's technologies that the company uses; null if the company's technologies are unknown. */
  technologies: z.array(name).max(50).nullable(),
  /** Whether the company has open roles. */
  hiring: z.boolean().nullable(),
});
export type FitFacts = z.infer<typeof fitFactsSchema>;

/**
 * `unasked`: the market does not specify this part. `unknown`: the market specifies it, but the company's
 * value is unknown. Parts with these verdicts do not affect the score.
 */
const fitVerdictSchema = z.enum(['match', 'miss', 'unknown', 'unasked']);
export type FitVerdict = z.infer<typeof fitVerdictSchema>;

const fitPartSchema = z.strictObject({
  part: fitPartNameSchema,
  verdict: fitVerdictSchema,
  points: z.int().min(0).max(100),
  /** Maximum points for this part. */
  outOf: z.int().min(0).max(100),
  /** The company's value as shown to the user; null if unknown. */
  fact: z.string().max(TEXT_MAX).nullable(),
});
export type FitPart = z.infer<typeof fitPartSchema>;

export const fitSchema = z.strictObject({
  /** The score out of 100; null if every part is `unknown` or `unasked`. */
  score: z.int().min(0).max(100).nullable(),
  /** Sums over the parts with the verdict `match` or `miss`. */
  points: z.int().min(0).max(600),
  outOf: z.int().min(0).max(600),
  parts: z.array(fitPartSchema).max(6),
});
export type Fit = z.infer<typeof fitSchema>;

/**
 * The ICP match from the company's newest webhook event (spec §6.3). It is computed by the service, and the
 * fit does not depend on it.
 */
export const icpSchema = z.strictObject({
  /** Null if the event had no score; this is not the same as 0. */
  score: z.number().min(0).max(100).nullable(),
  atMs: timeMsSchema,
});
export type Icp = z.infer<typeof icpSchema>;
