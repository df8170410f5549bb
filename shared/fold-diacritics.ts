const UNDECOMPOSED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
};

// Most strings are ASCII, and skipping Unicode normalization for them is about ten times faster.
const PLAIN = /^[\0-\x7f]*$/;
const UNEVEN = /\s\s|[^\S ]|^\s|\s$/;

export const isPlain = (text: string): boolean => PLAIN.test(text);

/** Normalizes text for comparison and search: lower case, no diacritics, single spaces between words. */
export function fold(text: string): string {
  if (isPlain(text)) {
    const lower = text.toLowerCase();
    return UNEVEN.test(lower) ? lower.replace(/\s+/g, ' ').trim() : lower;
  }
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðþłħı]/g, (letter) => UNDECOMPOSED[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Splits search text into folded words. */
export const foldedWords = (text: string): string[] =>
  fold(text)
    .split(' ')
    .filter((word) => word !== '');
