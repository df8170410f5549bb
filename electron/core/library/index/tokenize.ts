import { clip } from '../../foundation/clip-text.ts';
import { fold, isPlain } from '../../../../shared/fold-diacritics.ts';

/*
 * Splits folded text (fold-diacritics.ts) into words. A word is a single flag or emoji, or consists of
 * letters and digits, optionally followed by `+` and `#` (C++, C#). A typed word matches the beginning of a
 * word. In scripts without spaces (Chinese, Japanese, Thai …), it matches at any position.
 *
 * In names and industries, a typed word of 3 to 16 characters also matches inside another word: `bot` finds
 * Chatbot. There are no query operators.
 *
 * The index file stores the output of `documentTokens`. Removing an entry requires the same tokens, which are
 * not stored but computed again. Any change to the output therefore requires a migration that empties
 * `search_doc` and `search_words`.
 */

const PIECES = /[\p{L}\p{N}]+[+#]*|\p{RI}\p{RI}|\p{Extended_Pictographic}/gu;
/** A faster pattern for ASCII text. */
const PLAIN_PIECES = /[a-z\d]+[+#]*/g;
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]+/gu;
const STARTS_UNSPACED =
  /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]/u;
/** Maximum word length. Longer words are truncated, in documents and in queries. */
const WORD_MAX = 64;
/**
 * Maximum length of a token in scripts without spaces. If the user types more, the text is split into parts
 * of this length.
 */
const RUN_MAX = 8;
const INNER_MIN = 3;
const INNER_MAX = 16;

/** Returns the folded words of a text in order, with repetitions. */
function wordsIn(text: string): readonly string[] {
  // Folding changes only the case and the spaces of ASCII text, and the spaces do not matter here.
  if (isPlain(text)) return plainWords(text.toLowerCase());
  const folded = fold(text);
  return isPlain(folded) ? plainWords(folded) : otherWords(folded);
}

function plainWords(folded: string): readonly string[] {
  const pieces: readonly string[] = folded.match(PLAIN_PIECES) ?? [];
  return pieces.some(({ length }) => length > WORD_MAX)
    ? pieces.map((piece) => clip(piece, WORD_MAX))
    : pieces;
}

function otherWords(folded: string): readonly string[] {
  const words: string[] = [];
  for (const [piece] of folded.matchAll(PIECES)) {
    let at = 0;
    for (const run of piece.matchAll(UNSPACED)) {
      if (run.index > at) words.push(clip(piece.slice(at, run.index), WORD_MAX));
      words.push(run[0]);
      at = run.index + run[0].length;
    }
    if (at < piece.length) words.push(clip(piece.slice(at), WORD_MAX));
  }
  return words;
}

/** Returns the distinct words of a query in the order typed. */
export function typedWords(text: string): string[] {
  const words = wordsIn(text).flatMap((word) =>
    isUnspaced(word) ? partsOf(word, (length) => length >= RUN_MAX) : [word],
  );
  return [...new Set(words)];
}

const isUnspaced = (word: string): boolean => STARTS_UNSPACED.test(word);
const isWhole = (word: string): boolean => !/[\ud800-\udfff]/.test(word);

/**
 * Splits text without spaces into overlapping parts of up to `RUN_MAX` characters, one starting at each
 * character. Returns the parts whose length passes `enough`. If no part passes, returns the first part.
 */
function partsOf(run: string, enough: (length: number) => boolean): string[] {
  const characters = [...run];
  const parts = characters.map((_, at) => characters.slice(at, at + RUN_MAX));
  const remaining = parts.filter((part) => enough(part.length));
  return (remaining.length > 0 ? remaining : parts.slice(0, 1)).map((part) => part.join(''));
}

/** The distinct words to be indexed, in two strings. Every word has a space before and after it. */
export interface Document {
  /** Words of names and industries. */
  readonly named: string;
  /** All other words. */
  readonly words: string;
}

const joined = (words: ReadonlySet<string>): string => (words.size === 0 ? '' : ` ${[...words].join(' ')} `);
const listed = (words: string): string[] => (words === '' ? [] : words.slice(1, -1).split(' '));

/** The distinct tokens of a document. The tokens in `named` also match inside a word. */
export interface DocumentTokens {
  readonly named: readonly string[];
  readonly all: Iterable<string>;
}

export const documentOf = (names: readonly string[], texts: readonly string[]): Document =>
  readDocument(names, texts).document;

/**
 * Returns a document and a function that returns its tokens. Faster than `documentOf` followed by
 * `documentTokens`, but the tokens take several times as much memory as the document.
 */
export function readDocument(
  names: readonly string[],
  texts: readonly string[],
): { readonly document: Document; readonly tokens: () => DocumentTokens } {
  const named = new Set<string>();
  for (const text of names) for (const word of wordsIn(text)) named.add(word);
  const words = new Set<string>();
  for (const text of texts) for (const word of wordsIn(text)) if (!named.has(word)) words.add(word);
  const document = { named: joined(named), words: joined(words) };
  return { document, tokens: () => tokensOf(document, [...named], [...words]) };
}

export const documentTokens = (document: Document): DocumentTokens =>
  tokensOf(document, listed(document.named), listed(document.words));

function tokensOf(document: Document, named: readonly string[], words: readonly string[]): DocumentTokens {
  // Plain text needs no set, because its words are already distinct and need not be split into parts.
  if (isPlain(document.named) && isPlain(document.words)) return { named, all: named.concat(words) };
  const all = new Set<string>();
  for (const word of [...named, ...words])
    if (isUnspaced(word)) for (const part of partsOf(word, () => true)) all.add(part);
    else all.add(word);
  return { named: named.filter((word) => !isUnspaced(word)), all };
}

/** Returns the tokens of `documentTokens` as one string, separated by spaces, for the index file. */
export const tokensText = (document: Document): string =>
  isPlain(document.named) && isPlain(document.words)
    ? document.named + document.words
    : [...documentTokens(document).all].join(' ');

export const isInner = (word: string): boolean =>
  word.length >= INNER_MIN && word.length <= INNER_MAX && isWhole(word) && !isUnspaced(word);

/** Returns whether a document contains a typed word. A search in the index would return the same result. */
export function holds({ named, words }: Document, word: string): boolean {
  if (isUnspaced(word)) return named.includes(word) || words.includes(word);
  const begins = ` ${word}`;
  return named.includes(begins) || words.includes(begins) || (isInner(word) && named.includes(word));
}

/**
 * Builds the FTS5 query for a word prefix. Words consist of letters, digits, `+`, `#` and emoji, so they need
 * no escaping inside the quotes.
 */
export const indexQuery = (word: string): string => `"${word}" *`;

const FIRST_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** The ASCII codes of `a`, `z`, `0` and `9`. */
const [A, Z, ZERO, NINE] = [97, 122, 48, 57] as const;

/** Returns the bit position of a single letter or digit in `lettersOf`, or null for any other word. */
export function letterOf(word: string): number | null {
  if (word.length !== 1) return null;
  const at = FIRST_LETTERS.indexOf(word);
  return at === -1 ? null : at;
}

/**
 * Returns a number in which each bit stands for a letter or digit. A bit is set if a word of the document
 * begins with this character. A search for a single letter uses these bits, because the index would return
 * too many entries.
 */
export function lettersOf({ named, words }: Document): number {
  let letters = 0;
  let digits = 0;
  for (const text of [named, words])
    // `text` has a space before each word and another one at its end. No word follows the last space, so the
    // loop stops before it.
    for (let at = 0; at < text.length - 1; at = text.indexOf(' ', at + 1)) {
      const code = text.charCodeAt(at + 1);
      if (code >= A && code <= Z) letters |= 1 << (code - A);
      else if (code >= ZERO && code <= NINE) digits |= 1 << (code - ZERO);
    }
  return letters + digits * 2 ** (Z - A + 1);
}
