import { clip, fold, isPlain } from '../fold.ts';

/*
 * What a word is, and how it is found. Text is folded (fold.ts) and cut into words: letters and digits, with `+` and `#`
 * that follow them (C++, C#), a flag or an emoji by itself; everything else only separates. A typed word finds every text in
 * which a word begins with it. Scripts that write no spaces (Chinese, Japanese, Thai …) are found at every place of a run. In
 * names and industries a word of 3 to 16 letters is also found inside another: `bot` finds Chatbot.
 * What is typed is only ever words: there are no operators.
 *
 * The index file holds what `documentTokens` makes of a text, all of it once. Whoever changes that has to empty `search_doc`
 * and `search_words` in a migration, because an entry is taken out by the tokens that it was put in with.
 */

const PIECES = /[\p{L}\p{N}]+[+#]*|\p{RI}\p{RI}|\p{Extended_Pictographic}/gu;
/** The same in plain text, in which no script is without spaces. */
const PLAIN_PIECES = /[a-z\d]+[+#]*/gi;
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]+/gu;
const STARTS_UNSPACED =
  /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]/u;
/** Longer words are cut, in the text and in what is typed alike. */
const WORD_MAX = 64;
/** Characters of an unspaced run that one token holds; what is typed longer is looked for in parts of this length. */
const RUN_MAX = 8;
const INNER_MIN = 3;
const INNER_MAX = 16;

/** The words of a text that is folded already, in order, with repetitions. */
export function wordsOfFolded(folded: string): string[] {
  if (isPlain(folded)) {
    const pieces: string[] = folded.match(PLAIN_PIECES) ?? [];
    return pieces.some(({ length }) => length > WORD_MAX)
      ? pieces.map((piece) => clip(piece, WORD_MAX))
      : pieces;
  }
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

/** What is looked for, each word once, in the order typed. */
export function typedWords(text: string): string[] {
  const words = wordsOfFolded(fold(text)).flatMap((word) =>
    isUnspaced(word) ? partsOf(word, (length) => length >= RUN_MAX) : [word],
  );
  return [...new Set(words)];
}

const isUnspaced = (word: string): boolean => STARTS_UNSPACED.test(word);
const isWhole = (word: string): boolean => !/[\ud800-\udfff]/.test(word);

/** From every place of a run its next characters; the whole run where no part is `enough`. */
function partsOf(run: string, enough: (length: number) => boolean): string[] {
  const characters = [...run];
  const parts = characters.map((_, at) => characters.slice(at, at + RUN_MAX));
  const kept = parts.filter((part) => enough(part.length));
  return (kept.length > 0 ? kept : parts.slice(0, 1)).map((part) => part.join(''));
}

/** A text as it is kept for the index: its words, each once, with a space before and after each. */
export interface Document {
  /** Of names and industries. */
  readonly named: string;
  /** Of everything else. */
  readonly words: string;
}

const joined = (words: ReadonlySet<string>): string => (words.size === 0 ? '' : ` ${[...words].join(' ')} `);
const listed = (words: string): string[] => (words === '' ? [] : words.slice(1, -1).split(' '));

export function documentOf(names: readonly string[], texts: readonly string[]): Document {
  const wordsOf = (all: readonly string[]): string[] => all.flatMap((text) => wordsOfFolded(fold(text)));
  const named = new Set(wordsOf(names));
  const words = new Set(wordsOf(texts).filter((word) => !named.has(word)));
  return { named: joined(named), words: joined(words) };
}

/** The words that a document is found by, each once: those of names and industries that are found inside as well, and all. */
export function documentTokens({ named, words }: Document): {
  named: readonly string[];
  all: Iterable<string>;
} {
  const names = listed(named);
  // Neither repeats a word of its own or of the other.
  if (isPlain(named) && isPlain(words)) return { named: names, all: names.concat(listed(words)) };
  const all = new Set<string>();
  for (const word of [...names, ...listed(words)])
    if (isUnspaced(word)) for (const part of partsOf(word, () => true)) all.add(part);
    else all.add(word);
  return { named: names.filter((word) => !isUnspaced(word)), all };
}

/** The same as one text for the index, words with spaces between. */
export const tokensText = (document: Document): string =>
  isPlain(document.named) && isPlain(document.words)
    ? document.named + document.words
    : [...documentTokens(document).all].join(' ');

export const isInner = (word: string): boolean =>
  word.length >= INNER_MIN && word.length <= INNER_MAX && isWhole(word) && !isUnspaced(word);

/** Whether a document holds a typed word: the same answer as the index gives. */
export function holds({ named, words }: Document, word: string): boolean {
  if (isUnspaced(word)) return named.includes(word) || words.includes(word);
  const begins = ` ${word}`;
  return named.includes(begins) || words.includes(begins) || (isInner(word) && named.includes(word));
}

/**
 * The query of the index for documents in which a word begins with this one. A word is made of letters, digits, `+`, `#` and
 * emoji alone, so that nothing in it can end the quotes.
 */
export const indexQuery = (word: string): string => `"${word}" *`;

const FIRST_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Where one typed letter or digit stands in `lettersOf`; null for any other word. */
export function letterOf(word: string): number | null {
  if (word.length !== 1) return null;
  const at = FIRST_LETTERS.indexOf(word);
  return at === -1 ? null : at;
}

/** With which letters and digits words of a document begin, a bit for each: one letter finds too much to ask the index. */
export function lettersOf({ named, words }: Document): number {
  const found = new Set<string>();
  for (const text of [named, words])
    // A space before each word, and one after the last.
    for (let at = 0; at < text.length - 1; at = text.indexOf(' ', at + 1)) found.add(text.charAt(at + 1));
  let sum = 0;
  for (const letter of found) {
    const at = letterOf(letter);
    if (at !== null) sum += 2 ** at;
  }
  return sum;
}
