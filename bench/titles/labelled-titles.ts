import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { classifyTitle } from '../../electron/core/market/titles/classify-title.ts';
import { DEPARTMENTS, SENIORITIES } from '../../shared/model/limits.ts';

export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl'] as const;

const titlesSchema = z.array(
  z.strictObject({
    language: z.enum(LANGUAGES),
    title: z.string(),
    departments: z.array(z.enum(DEPARTMENTS)),
    seniority: z.enum(SENIORITIES).nullable(),
  }),
);

/**
 * A title with the departments and the seniority that a person assigned to it according to the rules in
 * README.md.
 */
export type LabelledTitle = z.infer<typeof titlesSchema>[number];

/** How well the classifier's labels (`given`) agree with the labels that a person gave (`expected`). */
export interface Score {
  readonly given: number;
  readonly expected: number;
  readonly right: number;
  readonly precision: number;
  readonly recall: number;
}

export interface TitleScores {
  readonly departments: Score;
  readonly seniority: Score;
  readonly misses: readonly { readonly title: LabelledTitle; readonly found: string }[];
}

/** Reads a set of labelled titles from this file's folder. Returns null if the set does not exist. */
export function readTitles(name: 'development' | 'holdout'): LabelledTitle[] | null {
  const file = join(import.meta.dirname, `${name}.json`);
  if (!existsSync(file)) return null;
  const titles = titlesSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const repeated = titles.find(({ title }, at) => titles.findIndex((each) => each.title === title) !== at);
  if (repeated !== undefined) throw new Error(`${file} has the title "${repeated.title}" twice`);
  return titles;
}

/**
 * Classifies the titles. Counts the given, expected and correct departments over all titles together, and
 * does the same for the seniorities (micro-averages).
 */
export function scoreTitles(titles: readonly LabelledTitle[]): TitleScores {
  const departments = { given: 0, expected: 0, right: 0 };
  const seniority = { given: 0, expected: 0, right: 0 };
  const misses: { title: LabelledTitle; found: string }[] = [];
  for (const title of titles) {
    const found = classifyTitle(title.title) ?? { departments: [], seniority: null };
    count(departments, found.departments, title.departments);
    count(seniority, listed(found.seniority), listed(title.seniority));
    const text = labelOf(found);
    if (text !== labelOf(title)) misses.push({ title, found: text });
  }
  return { departments: withShares(departments), seniority: withShares(seniority), misses };
}

const listed = (value: string | null): string[] => (value === null ? [] : [value]);

function count(
  into: { given: number; expected: number; right: number },
  given: readonly string[],
  expected: readonly string[],
): void {
  into.given += given.length;
  into.expected += expected.length;
  into.right += given.filter((each) => expected.includes(each)).length;
}

const withShares = (counted: { given: number; expected: number; right: number }): Score => ({
  ...counted,
  precision: counted.given === 0 ? 1 : counted.right / counted.given,
  recall: counted.expected === 0 ? 1 : counted.right / counted.expected,
});

/** Formats departments and seniority as one text, such as "sales+marketing, director". */
export const labelOf = (label: {
  readonly departments: readonly string[];
  readonly seniority: string | null;
}): string =>
  `${[...label.departments].sort().join('+') || 'no department'}, ${label.seniority ?? 'no seniority'}`;
