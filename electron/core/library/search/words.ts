import { clip, fold } from '../fold.ts';

/*
 * What a word is, and how it is found. Text is folded (fold.ts) and cut into words: letters and digits, with `+` and `#`
 * that follow them (C++, C#), a flag or an emoji by itself; everything else only separates. A typed word finds every text in
 * which a word begins with it. Scripts that write no spaces (Chinese, Japanese, Thai …) are found at every place of a run. In
 * names and industries a word of 3 to 16 letters is also found inside another: `bot` finds Chatbot.
 * What is typed is only ever words: there are no operators.
 *
 * The index file holds what `indexTokens` makes of a text. Whoever changes that has to empty `search_doc` and
 * `search_words` in a migration, because an entry is taken out by the tokens that it was put in with.
 */

const PIECES = /[\p{L}\p{N}]+[+#]*|\p{RI}\p{RI}|\p{Extended_Pictographic}/gu;
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

/** Marks tokens that are not words. Folding turns these characters into digits, so no word holds them. */
const INNER = '¹';
const TWO = '²';
const THREE = '³';

/** The words of a text that is folded already, in order, with repetitions. */
export function wordsOfFolded(folded: string): string[] {
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
const isPlain = (word: string): boolean => !/[\ud800-\udfff]/.test(word);
const isLowSurrogate = (word: string, at: number): boolean =>
  word.charCodeAt(at) >= 0xdc00 && word.charCodeAt(at) <= 0xdfff;

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
export const EMPTY: Document = { named: '', words: '' };

const joined = (words: ReadonlySet<string>): string => (words.size === 0 ? '' : ` ${[...words].join(' ')} `);
const listed = (words: string): string[] => (words === '' ? [] : words.slice(1, -1).split(' '));

export function documentOf(names: readonly string[], texts: readonly string[]): Document {
  const wordsOf = (all: readonly string[]): string[] => all.flatMap((text) => wordsOfFolded(fold(text)));
  const named = new Set(wordsOf(names));
  const words = new Set(wordsOf(texts).filter((word) => !named.has(word)));
  return { named: joined(named), words: joined(words) };
}

/** Everything that the index file holds of a document. */
export function indexTokens({ named, words }: Document): Set<string> {
  const tokens = new Set<string>();
  for (const word of listed(named)) {
    addWord(tokens, word);
    if (isUnspaced(word)) continue;
    for (let at = 1; at + INNER_MIN <= word.length; at += 1)
      if (!isLowSurrogate(word, at)) tokens.add(INNER + clip(word.slice(at), INNER_MAX));
  }
  for (const word of listed(words)) addWord(tokens, word);
  return tokens;
}

function addWord(tokens: Set<string>, word: string): void {
  if (isUnspaced(word)) {
    for (const part of partsOf(word, () => true)) tokens.add(part);
    return;
  }
  tokens.add(word);
  // Short beginnings have their own tokens: to gather them from all the words that begin so would take long.
  const start = asciiStart(word);
  if (start >= 2) tokens.add(TWO + word.slice(0, 2));
  if (start >= 3) tokens.add(THREE + word.slice(0, 3));
}

/** How many of its first three characters are plain ASCII. */
function asciiStart(word: string): number {
  let length = 0;
  while (length < 3 && length < word.length && word.charCodeAt(length) < 0x80) length += 1;
  return length;
}

const isInner = (word: string): boolean =>
  word.length >= INNER_MIN && word.length <= INNER_MAX && isPlain(word) && !isUnspaced(word);

/** Whether a document holds a typed word: the same answer as the index gives. */
export function holds({ named, words }: Document, word: string): boolean {
  if (isUnspaced(word)) return named.includes(word) || words.includes(word);
  const begins = ` ${word}`;
  return named.includes(begins) || words.includes(begins) || (isInner(word) && named.includes(word));
}

/**
 * The query of the index for documents that hold every word. Null where `letterOf` answers for all of them. A word is made of
 * letters, digits, `+`, `#` and emoji alone, so that nothing in it can end the quotes.
 */
export function indexQuery(words: readonly string[]): string | null {
  const parts = words.filter((word) => letterOf(word) === null).map(queryOf);
  return parts.length === 0 ? null : parts.join(' AND ');
}

function queryOf(word: string): string {
  const begins = shortToken(word) ?? `"${word}" *`;
  return isInner(word) ? `(${begins} OR "${INNER}${word}" *)` : begins;
}

function shortToken(word: string): string | null {
  if (asciiStart(word) < word.length) return null;
  return word.length === 2 ? `"${TWO}${word}"` : word.length === 3 ? `"${THREE}${word}"` : null;
}

const FIRST_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Where one typed letter or digit stands in `lettersOf`; null for any other word. */
export function letterOf(word: string): number | null {
  if (word.length !== 1) return null;
  const at = FIRST_LETTERS.indexOf(word);
  return at === -1 ? null : at;
}

/** With which letters and digits words of a document begin, a bit for each: one letter finds too much to ask the index. */
export function lettersOf({ named, words }: Document): number {
  const found = new Set([...listed(named), ...listed(words)].map((word) => letterOf(word.slice(0, 1))));
  return [...found].reduce<number>((sum, at) => (at === null ? sum : sum + 2 ** at), 0);
}
