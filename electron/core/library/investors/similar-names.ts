import { fold } from '../../../../shared/fold-diacritics.ts';

/*
 * Decides whether two names are probably spellings of the same investor. The result is only a suggestion:
 * `Alder Capital` and `Alder Capital Partners` may still be two firms, so only the user merges names.
 */

/** Words that carry no information about the investor, such as legal forms. */
const IGNORED = new Set(
  (
    'the and co inc llc llp lp ltd limited plc corp gmbh ag kg se sa sas sarl bv nv ab as asa oy oyj aps spa srl ' +
    'pte pty'
  ).split(' '),
);
/** Words that some spellings of a name omit at the end. */
const OPTIONAL = new Set(
  (
    'capital partner partners venture ventures vc fund funds management group holding holdings investment ' +
    'investments investor investors equity advisors'
  ).split(' '),
);
const FUND_NUMBER = /^(?:[ivx]{1,4}|\d{1,2})$/;
/** Minimum length of a word that can identify an investor. */
const WORD_MIN = 3;
/** Length of the prefix by which candidates are looked up. */
const PREFIX = 4;

/** Splits a folded name into words, without punctuation and legal forms. */
function wordsOf(name: string): string[] {
  const words = fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const telling = words.filter((word) => !IGNORED.has(word));
  return telling.length === 0 ? words : telling;
}

/**
 * Returns a prefix for finding similar names: each of them has at least one word that begins with it. Empty
 * if the name has no usable word.
 */
export const similarPrefix = (name: string): string => (wordsOf(name)[0] ?? '').slice(0, PREFIX);

/**
 * Returns whether the names differ only in punctuation and spaces, or one of them only has additional words
 * at the end, such as a legal form or `Capital`. Names that end in different words, such as `Alder Capital`
 * and `Alder Ventures`, are not similar.
 */
export function areSimilar(a: string, b: string): boolean {
  const [first, second] = [wordsOf(a), wordsOf(b)];
  if (first.join('') === second.join('')) return first.length > 0;
  const [short, long] = first.length <= second.length ? [first, second] : [second, first];
  const rest = long.slice(short.length);
  return (
    short.some((word) => word.length >= WORD_MIN && !OPTIONAL.has(word)) &&
    short.every((word, at) => word === long[at]) &&
    rest.every((word) => OPTIONAL.has(word) || FUND_NUMBER.test(word))
  );
}
