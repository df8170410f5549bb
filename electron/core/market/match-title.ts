import type { BuyerRoles, ContactMatch, MatchReason } from '../../../shared/model/buyer-roles.ts';
import { fold } from '../../../shared/fold-diacritics.ts';
import { classifyTitle } from './titles/classify-title.ts';

const UNKNOWN: ContactMatch = { match: 'unknown', reason: null };

/**
 * Returns how well a title matches the buyer roles, and why. The user's own keywords are compared first,
 * because they are more specific than a department. Roles are compared in the user's order. The first strong
 * match counts; if there is none, the first weak match counts.
 */
export function matchTitle(title: string | null, { roles, keywords }: BuyerRoles): ContactMatch {
  if (title === null || title.trim() === '') return UNKNOWN;
  const keyword = keywordIn(title, keywords);
  if (keyword !== undefined) return { match: 'strong', reason: { kind: 'keyword', keyword } };
  const recognised = classifyTitle(title);
  const [first] = recognised?.departments ?? [];
  if (recognised === null || first === undefined) return UNKNOWN;
  const { departments, seniority } = recognised;
  const wanted = roles.filter(({ department }) => departments.includes(department));
  const strong = wanted.find(
    ({ seniorities }) => seniorities.length === 0 || (seniority !== null && seniorities.includes(seniority)),
  );
  const department = (strong ?? wanted[0])?.department ?? first;
  const reason: MatchReason = { kind: 'role', department, seniority };
  return { match: strong ? 'strong' : wanted.length > 0 ? 'weak' : 'none', reason };
}

/** Returns the first keyword that the title contains as whole words. */
function keywordIn(title: string, keywords: readonly string[]): string | undefined {
  if (keywords.length === 0) return undefined;
  const words = ` ${wordsOf(title)} `;
  return keywords.find((keyword) => {
    const wanted = wordsOf(keyword);
    return wanted !== '' && words.includes(` ${wanted} `);
  });
}

/** Returns the folded words of a text, separated by single spaces. */
const wordsOf = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
