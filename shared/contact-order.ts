import type { Person } from './model/company.ts';

/* The order of a company's contacts, on the screens and for assistants. */

/**
 * Patterns for words in job titles, one for each rank, most senior first. The first pattern that matches a
 * title determines its rank.
 */
const RANKS: readonly RegExp[] = [
  /\b(?:ceo|chief executive|president|managing director|geschäftsführer(?:in)?|vorstand|pdg)\b/,
  /\b(?:co-?founder|founder|founding partner|owner|gründer(?:in)?|inhaber(?:in)?)\b/,
  /\b(?:c[a-z]o|chief|managing partner|general manager|chair(?:man|woman|person)?)\b/,
  /\b(?:[es]vp|vp|vice[ -]president)\b/,
  /\b(?:head|director|directeur|directrice|leiter(?:in)?|partner)\b/,
  /\b(?:lead|principal|manager|supervisor)\b/,
];
/**
 * Titles of people who work for a senior person, such as "assistant to the CEO". The senior person's title
 * must not count.
 */
const WORKS_FOR = /\b(?:assistant|secretary|intern)\b|\boffice of\b/;
/**
 * A vice president is not a president. These words are therefore removed from a title before it is tested for
 * the first rank.
 */
const VICE_PRESIDENT = /\b(?:[es]vp|vp|vice[ -]president)\b/;
const UNKNOWN = RANKS.length + 1;

/** Returns the rank of a job title, 0 for the most senior. A missing title has the lowest rank. */
export function seniorityRank(title: string | null): number {
  const text = title?.toLowerCase().trim() ?? '';
  if (text === '') return UNKNOWN;
  if (WORKS_FOR.test(text)) return RANKS.length;
  const found = RANKS.findIndex((rank, at) => rank.test(at === 0 ? text.replace(VICE_PRESIDENT, '') : text));
  return found === -1 ? RANKS.length : found;
}

type Address = Pick<Person, 'email' | 'emailValid'>;

export const isReachable = ({ email, emailValid }: Address): boolean => email !== null && emailValid;

/** Returns the first contact with a valid email address. The user writes to this contact by default. */
export const firstReachable = <T extends Address>(people: readonly T[]): T | undefined =>
  people.find(isReachable);

/** Sorts contacts by the seniority of their titles. Contacts of the same rank keep their order. */
export const bySeniority = (people: readonly Person[]): Person[] =>
  [...people].sort((a, b) => seniorityRank(a.title) - seniorityRank(b.title));

/** Whether a contact's title matches the user's buyer roles. */
export const isMatch = (person: Person): boolean =>
  person.match?.match === 'strong' || person.match?.match === 'weak';
const rank = ({ match }: Person): number => (match?.match === 'strong' ? 0 : match?.match === 'weak' ? 1 : 2);

/**
 * Sorts contacts by how well their titles match the buyer roles: strong, weak, none. Among equally good
 * matches, contacts with an email address come first, because the user can write to them. Contacts without a
 * match are sorted by seniority, and so are all contacts if there are no buyer roles.
 */
export const byMatch = (people: readonly Person[]): Person[] =>
  bySeniority(people).sort((a, b) => rank(a) - rank(b) || Number(cannotWrite(a)) - Number(cannotWrite(b)));

const cannotWrite = (person: Person): boolean => isMatch(person) && !isReachable(person);
