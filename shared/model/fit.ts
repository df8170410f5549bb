import { z } from 'zod';
import { companyIdSchema, NAME_MAX, TEXT_MAX } from './company.ts';
import { timeMsSchema } from './budget.ts';
import { fitPartNameSchema } from './market.ts';

/* How well a company fits the seller's market, and what of it is known. */

const name = z.string().max(200);

/** What is kept of a company that its fit depends on; null: nothing told it. */
export const fitFactsSchema = z.strictObject({
  companyId: companyIdSchema,
  name: z.string().max(NAME_MAX),
  /** Of the newest round. */
  stage: name.nullable(),
  amount: z
    .strictObject({ text: z.string().max(80), value: z.number(), currency: z.string().max(10).nullable() })
    .nullable(),
  /** US dollars of that round, where the service states them. */
  amountUsd: z.number().nullable(),
  countryCode: z.string().max(2).nullable(),
  countryName: name.nullable(),
  industries: z.array(name).max(50),
  /** Those that it uses of the market's; empty: others are known, none of them. Null: none is known at all. */
  technologies: z.array(name).max(50).nullable(),
  /** Whether it has open roles. */
  hiring: z.boolean().nullable(),
});
export type FitFacts = z.infer<typeof fitFactsSchema>;

/**
 * `unasked`: the market says nothing of it. `unknown`: it does, but nothing is known of the company. Neither counts, for or
 * against.
 */
export const fitVerdictSchema = z.enum(['match', 'miss', 'unknown', 'unasked']);
export type FitVerdict = z.infer<typeof fitVerdictSchema>;

export const fitPartSchema = z.strictObject({
  part: fitPartNameSchema,
  verdict: fitVerdictSchema,
  points: z.int().min(0).max(100),
  /** Points that it could have been. */
  outOf: z.int().min(0).max(100),
  /** What is known, as it stands with the company; null: nothing. */
  fact: z.string().max(TEXT_MAX).nullable(),
});
export type FitPart = z.infer<typeof fitPartSchema>;

export const fitSchema = z.strictObject({
  /** Of 100; null where no part counts. */
  score: z.int().min(0).max(100).nullable(),
  /** Sums over the parts that count. */
  points: z.int().min(0).max(600),
  outOf: z.int().min(0).max(600),
  parts: z.array(fitPartSchema).max(6),
});
export type Fit = z.infer<typeof fitSchema>;

/** The service's own score of a company, as its newest event told it [§6.3]. It is no part of the fit. */
export const icpSchema = z.strictObject({
  /** Null: the event gave no score, which is not 0. */
  score: z.number().min(0).max(100).nullable(),
  atMs: timeMsSchema,
});
export type Icp = z.infer<typeof icpSchema>;
