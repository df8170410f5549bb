import type { DEPARTMENTS, SENIORITIES } from '../../../../shared/model/limits.ts';

/** A department, as the service defines it (spec §4.8). */
export type Department = (typeof DEPARTMENTS)[number];
/** A seniority, as the service defines it (spec §4.8). */
export type Seniority = (typeof SENIORITIES)[number];

/**
 * How strongly a term indicates the department. Among terms that are not separated by "and" or a comma, only
 * the strongest count: a "Sales Engineer" sells, and a "Marketing Operations Manager" works in marketing.
 */
export type Strength = 'decisive' | 'strong' | 'medium' | 'weak' | 'faint';

/**
 * An effect of a term in addition to its department and seniority.
 *
 * - `assistant`: the person works for someone else. The other person's rank does not count.
 * - `office`: like `assistant`, but the term does not indicate the person's own rank ("Office of the CTO").
 * - `beginner`: the seniority is junior, regardless of the rest of the title ("Intern, Product Management").
 * - `alone`: counts only if nothing beside it indicates a department ("Partner", but not "HR Partner").
 * - `company`: the words after "of" are the name of a company ("Founder of Sales Heroes").
 * - `lead`: senior in front of a role ("Lead Developer"), otherwise manager ("Team Lead").
 */
export type Effect = 'assistant' | 'office' | 'beginner' | 'alone' | 'company' | 'lead';

/** Terms with the same meaning, in one language. */
export interface TermRow {
  readonly departments?: readonly Department[];
  readonly seniority?: Seniority;
  /** Defaults to `strong`. */
  readonly strength?: Strength;
  readonly effect?: Effect;
  /**
   * The words and phrases, separated by commas, with their diacritics. Spellings without umlauts, such as
   * "ae" for "ä", are added automatically. Most feminine forms are derived (`word-forms.ts`).
   */
  readonly terms: string;
}
