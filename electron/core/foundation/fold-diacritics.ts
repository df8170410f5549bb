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

/** Truncates to at most `max` UTF-16 code units without splitting a surrogate pair. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
}

export const clipOrNull = (text: string | null, max: number): string | null =>
  text === null ? null : clip(text, max);

/** Returns null for a link over 2,000 characters, because a truncated link would lead elsewhere. */
export const linkOrNull = (url: string | null): string | null =>
  url === null || url.length > 2_000 ? null : url;
