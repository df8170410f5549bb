import { fold } from '../../../../shared/fold-diacritics.ts';
import type { Person } from '../../../../shared/model/company.ts';

/** Shorter words are not looked up in contacts, as in the core's search. */
const WORD_MIN = 3;

const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Returns the contacts whose name or title contains the most words of the text, in their given order. A word
 * may be the beginning of a longer one. Empty if no contact contains a word of the text.
 */
export function matchingContacts<P extends Pick<Person, 'name' | 'title'>>(
  people: readonly P[],
  text: string,
): readonly P[] {
  const typed = wordsOf(text).filter((word) => [...word].length >= WORD_MIN);
  const counted = people.map((person) => {
    const words = wordsOf(`${person.name} ${person.title ?? ''}`);
    return { person, count: typed.filter((each) => words.some((word) => word.startsWith(each))).length };
  });
  const most = Math.max(0, ...counted.map(({ count }) => count));
  return most === 0 ? [] : counted.filter(({ count }) => count === most).map(({ person }) => person);
}
