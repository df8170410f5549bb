import { z } from 'zod';
import { companyIdSchema, NAME_MAX, TEXT_MAX } from './company.ts';
import { timeMsSchema } from './budget.ts';
import { fitPartNameSchema } from './market.ts';

/* Fit of a company with the user's market, and the facts used for it. */

const name = z.string().max(200);

/** Stored facts that the fit depends on; null if unknown. */
export const fitFactsSchema = z.strictObject({
  companyId: companyIdSchema,
  name: z.string().max(NAME_MAX),
  /** Of the newest round. */
  stage: name.nullable(),
  amount: z
    .strictObject({ text: z.string().max(80), value: z.number(), currency: z.string().max(10).nullable() })
    .nullable(),
  /** Amount of that round in US dollars, if the service returned it. */
  amountUsd: z.number().nullable(),
  countryCode: z.string().max(2).nullable(),
  countryName: name.nullable(),
  industries: z.array(name).max(50),
  /**
   * The market's technologies that the company uses. Empty if only others are known; null if none is known at
   * all.
   */
  technologies: z.array(name).max(50).nullable(),
  /** Whether the company has open roles. */
  hiring: z.boolean().nullable(),
});
export type FitFacts = z.infer<typeof fitFactsSchema>;

/**
 * `unasked`: the market has no such criterion. `unknown`: it has, but the company's value is not known.
 * Neither affects the score.
 */
export const fitVerdictSchema = z.enum(['match', 'miss', 'unknown', 'unasked']);
export type FitVerdict = z.infer<typeof fitVerdictSchema>;

export const fitPartSchema = z.strictObject({
  part: fitPartNameSchema,
  verdict: fitVerdictSchema,
  points: z.int().min(0).max(100),
  /** Maximum points of this part. */
  outOf: z.int().min(0).max(100),
  /** The known value, as shown for the company; null if unknown. */
  fact: z.string().max(TEXT_MAX).nullable(),
});
export type FitPart = z.infer<typeof fitPartSchema>;

export const fitSchema = z.strictObject({
  /** Out of 100; null if no part counts. */
  score: z.int().min(0).max(100).nullable(),
  /** Sums over the parts that count. */
  points: z.int().min(0).max(600),
  outOf: z.int().min(0).max(600),
  parts: z.array(fitPartSchema).max(6),
});
export type Fit = z.infer<typeof fitSchema>;

/** The service's own score from the company's newest event (spec §6.3). It is not part of the fit. */
export const icpSchema = z.strictObject({
  /** Null if the event had no score, which differs from 0. */
  score: z.number().min(0).max(100).nullable(),
  atMs: timeMsSchema,
});
export type Icp = z.infer<typeof icpSchema>;
