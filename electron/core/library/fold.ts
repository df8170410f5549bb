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

// Most texts are plain: nothing in them has to be taken apart, and the rules for the rest cost ten times as much.
const PLAIN = /^[\0-\x7f]*$/;
const UNEVEN = /\s\s|[^\S ]|^\s|\s$/;

/** Whether a text is ASCII alone. */
export const isPlain = (text: string): boolean => PLAIN.test(text);

/** Text as it is compared and searched: lower case, without diacritics, one space between words. */
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

/** The words of a search, folded. */
export const foldedWords = (text: string): string[] =>
  fold(text)
    .split(' ')
    .filter((word) => word !== '');

/** At most `max` UTF-16 units, without half a character at the end. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
}

export const clipOrNull = (text: string | null, max: number): string | null =>
  text === null ? null : clip(text, max);

/** A link cut short leads elsewhere, so one that is too long is no link. */
export const linkOrNull = (url: string | null): string | null =>
  url === null || url.length > 2_000 ? null : url;
