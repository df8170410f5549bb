import { countByMatch } from '../../../../shared/buyer-roles.ts';
import { isMatch } from '../../../../shared/contact-order.ts';
import type { ContactMatchCounts } from '../../../../shared/model/buyer-roles.ts';
import type { ContactsOfCompany, Person } from '../../../../shared/model/company.ts';

/**
 * Splits the contacts into those that the panel lists and those that it collapses into one line. If no
 * contact matches, all contacts are listed, because the panel would otherwise be empty.
 */
export function foldedContacts(people: readonly Person[]): {
  readonly listed: readonly Person[];
  readonly others: readonly Person[];
} {
  const listed = people.filter(isMatch);
  if (listed.length === 0) return { listed: people, others: [] };
  return { listed, others: people.filter((person) => !isMatch(person)) };
}

/** Returns the contact that matches best; null if none matches. The contacts must be sorted by match. */
export const bestMatch = ([first]: readonly Person[]): Person | null =>
  first !== undefined && isMatch(first) ? first : null;

/**
 * Counts contacts by match. Returns null if there is nothing to count: no buyer roles are set, no contact is
 * stored, or contacts are locked or withheld.
 */
export function countMatches(of: ContactsOfCompany | null): ContactMatchCounts | null {
  const matches = of?.people.flatMap(({ match }) => (match === undefined ? [] : [match.match])) ?? [];
  if (of === null || matches.length === 0) return null;
  const stored = of.people.length;
  return { ...countByMatch(matches), stored, listed: Math.max(of.total, stored) };
}
