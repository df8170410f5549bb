import { fold } from '../../../../shared/fold-diacritics.ts';

/**
 * How a word is separated from the word before it. `JOINED`: not at all. `LISTED`: by "and" or a slash.
 * `APART`: a new part of the title begins.
 */
export const JOINED = 0;
export const LISTED = 1;
export const APART = 2;
type Break = typeof JOINED | typeof LISTED | typeof APART;

export interface Words {
  readonly words: readonly string[];
  /** The break before each word. */
  readonly breaks: readonly Break[];
}

/** Stands for "and" in titles of every language. */
export const AND = '&';
/**
 * Longer titles are truncated. Very long titles are headlines, in which the job comes first, so the job is
 * not lost.
 */
const MAX_LENGTH = 240;

const ANDS = new Set(['and', 'und', 'et', 'y', 'e', 'en', 'ed', 'plus', 'sowie']);
/** Endings written after a slash, colon, star or parenthesis, as in "Leiter:in" and "Directeur(trice)". */
const ENDINGS = new Set('in innen r e a o n trice rice ice euse ne'.split(' '));
const ENDS_PART = new Set([
  ',',
  ';',
  '|',
  '(',
  ')',
  '[',
  ']',
  ':',
  '•',
  '·',
  '—',
  '–',
  '―',
  '!',
  '?',
  '"',
  '→',
  '»',
  '«',
  '›',
  '~',
]);

const isWordCode = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);

/**
 * Splits a title into folded words without diacritics. Initials are joined: "C.E.O." becomes "ceo", and "R &
 * D" becomes "rd". Emoji and letters outside the Latin alphabet act as word separators.
 */
export function splitTitle(title: string): Words {
  const text = fold(title.length > MAX_LENGTH ? title.slice(0, MAX_LENGTH) : title);
  const words: string[] = [];
  const breaks: Break[] = [];
  let at = 0;
  while (at < text.length) {
    const gapStart = at;
    while (at < text.length && !isWordCode(text.charCodeAt(at))) at += 1;
    const gap = text.slice(gapStart, at);
    const start = at;
    while (at < text.length && isWordCode(text.charCodeAt(at))) at += 1;
    if (at === start) break;
    addWord(words, breaks, gap, text.slice(start, at));
  }
  return { words, breaks };
}

function addWord(words: string[], breaks: Break[], gap: string, word: string): void {
  const last = words.length - 1;
  if (last < 0 || gap === ' ') {
    breaks.push(JOINED);
    words.push(ANDS.has(word) ? AND : word);
    return;
  }
  if (isInitial(words[last] ?? '', gap, word)) {
    words[last] += word;
    // "a.i." means "ad interim", not artificial intelligence.
    if (words[last] === 'ai' && gap === '.') words[last] = 'interim';
    return;
  }
  if (
    ENDINGS.has(word) &&
    (gap === '/' || gap === ':' || gap === '*' || gap === '(' || gap === '_' || gap === '/-' || gap === '·')
  )
    return;
  if (gap.includes('@')) {
    words.push('@');
    breaks.push(JOINED);
  }
  const found = breakOf(gap);
  if (found === JOINED && (gap.includes('&') || gap.includes('+'))) {
    words.push(AND);
    breaks.push(JOINED);
  }
  words.push(ANDS.has(word) && gap !== '-' ? AND : word);
  breaks.push(found);
}

/**
 * Returns whether a letter is part of the same initials as the text before it, such as "p" in "V.P." or "d"
 * in "R & D".
 */
function isInitial(before: string, gap: string, word: string): boolean {
  if (word.length !== 1 || before.length > 2) return false;
  if (gap === '.' || gap === '&' || gap === '+') return true;
  return before.length === 1 && (gap === ' & ' || gap === '. ' || gap === ' + ');
}

function breakOf(gap: string): Break {
  let found: Break = JOINED;
  for (const char of gap) {
    if (ENDS_PART.has(char)) return APART;
    if (char === '/' || char === '\\') found = LISTED;
    // A dash between spaces ends a part; a hyphen within a word does not. Emoji usually separate two jobs.
    else if ((char === '-' && gap.includes(' -')) || char > '\u007f') return APART;
  }
  return found;
}
