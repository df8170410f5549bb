import { z } from 'zod';
import { countSchema as count, rowIdSchema } from '../atoms.ts';
import { timeMsSchema } from '../budget.ts';
import { companyIdSchema, NAME_MAX } from '../company.ts';
import { LIST_LIMIT_MAX } from '../limits.ts';
import { OURS_KINDS, OURS_LINES_MAX } from './ours-kinds.ts';

/*
 * Companies that the UI calls "Already yours": customers, open deals, competitors, and companies not to
 * contact.
 */

export const oursKindSchema = z.enum(OURS_KINDS);

/**
 * How a line matches a company. `domain` and `linkedin` are exact. With `name`, the names are equal; with
 * `similar`, they are similar. `name` and `similar` count as matches only after the user has decided that the
 * companies are the same.
 */
export const oursMatchedBySchema = z.enum(['domain', 'linkedin', 'name', 'similar']);
export type OursMatchedBy = z.infer<typeof oursMatchedBySchema>;

const given = z.string().max(300);
const position = z.int().min(1).max(OURS_LINES_MAX);

const matchedCompany = {
  companyId: companyIdSchema,
  name: z.string().max(NAME_MAX),
  countryName: z.string().max(200).nullable(),
  countryCode: z.string().max(2).nullable(),
  industry: z.string().max(200).nullable(),
};

/** A line of an import draft, and a company that the line matches. */
export const oursPreviewRowSchema = z.strictObject({
  /** Number of the line in the text, from 1. */
  line: position,
  given,
  ...matchedCompany,
  matchedBy: oursMatchedBySchema,
  /** Whether the user has already decided that the companies are the same. */
  isDecided: z.boolean(),
  /** Number of companies that the line possibly matches; 1 for an exact match. */
  candidates: count,
  /** Number of the company's open tasks, which the import does not change. */
  openTasks: count,
  /** End of the company's snooze, which the import does not change; null if the company is not snoozed. */
  snoozedUntilMs: timeMsSchema.nullable(),
});
export type OursPreviewRow = z.infer<typeof oursPreviewRowSchema>;

/** A line without a match, or one that could not be read. */
export const oursPreviewLineSchema = z.strictObject({ line: position, given });
export type OursPreviewLine = z.infer<typeof oursPreviewLineSchema>;

/** Number of lines of each kind. `lines` is the sum of the other numbers. Empty lines are not counted. */
export const oursCountsSchema = z.strictObject({
  lines: count,
  possible: count,
  exact: count,
  unmatched: count,
  /** Lines that repeat an earlier line of the text. */
  repeated: count,
  unreadable: count,
});
export type OursCounts = z.infer<typeof oursCountsSchema>;

export const oursPreviewSchema = z.strictObject({
  counts: oursCountsSchema,
  possible: z.array(oursPreviewRowSchema).max(LIST_LIMIT_MAX),
  exact: z.array(oursPreviewRowSchema).max(LIST_LIMIT_MAX),
  unmatched: z.array(oursPreviewLineSchema).max(LIST_LIMIT_MAX),
  unreadable: z.array(oursPreviewLineSchema).max(LIST_LIMIT_MAX),
});
export type OursPreview = z.infer<typeof oursPreviewSchema>;

/** The user's decision on whether a possible match is the same company. */
export const oursDecisionSchema = z.strictObject({
  line: position,
  companyId: companyIdSchema,
  isSame: z.boolean(),
});
export type OursDecision = z.infer<typeof oursDecisionSchema>;

export const oursImportSchema = z.strictObject({
  id: rowIdSchema,
  kind: oursKindSchema,
  /** Name of the file; empty if the text was pasted. */
  source: z.string().max(200),
  lines: count,
  /** Number of lines with a definite match (`matched`), and of lines that need a decision (`possible`). */
  matched: count,
  possible: count,
  importedAtMs: timeMsSchema,
});
export type OursImport = z.infer<typeof oursImportSchema>;

/** A line of an import and the company that it matches; `company` is null if it matches none. */
export const oursLineSchema = z.strictObject({
  line: position,
  given,
  company: z
    .strictObject({
      companyId: companyIdSchema,
      name: z.string().max(NAME_MAX),
      matchedBy: oursMatchedBySchema,
      /** `exact` and `same` count as matches. `different`: the user rejected the match. */
      state: z.enum(['exact', 'same', 'possible', 'different']),
    })
    .nullable(),
});
export type OursLine = z.infer<typeof oursLineSchema>;
