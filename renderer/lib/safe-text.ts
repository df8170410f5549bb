import { cleanLine, truncate, withoutUnsafe } from '../../shared/clean-text.ts';

/*
 * Sanitises text from the service for display, because all such text is treated as hostile. The result
 * contains no control characters and no characters that reorder adjacent text. Insert the result as text
 * nodes only.
 */

/** Returns a single line of text that cannot reorder, overprint or break the text around it. */
export const safeLine = (text: string, max = 500): string => truncate(cleanLine(text), max);

/** Returns sanitised text that may have several lines, without consecutive empty lines. */
export function safeBlock(text: string, max = 20_000): string {
  const lines = text.replace(/\r\n?|\u2028|\u2029/g, '\n').replace(/\n{3,}/g, '\n\n');
  return truncate(withoutUnsafe(lines), max);
}

/** Returns the first two letters or digits of a name as its monogram; `–` if the name has none. */
export function monogramOf(name: string): string {
  const [first, second] = safeLine(name).match(/[\p{L}\p{N}]/gu) ?? [];
  if (first === undefined) return '–';
  return first.toLocaleUpperCase('en') + (second ?? '').toLocaleLowerCase('en');
}

/** Returns the initials of a contact's first and last names; for a single name, its first two letters. */
export function initialsOf(name: string): string {
  const initials = safeLine(name)
    .split(' ')
    .flatMap((word) => word.match(/\p{L}/u)?.[0] ?? []);
  const [first, last] = [initials[0], initials.at(-1)];
  if (initials.length < 2 || first === undefined || last === undefined) return monogramOf(name);
  return (first + last).toLocaleUpperCase('en');
}

/**
 * Returns a sanitised name for use as a label. If the name consists only of unsafe characters, returns
 * `Unnamed` instead of an empty label.
 */
export function safeName(name: string): string {
  return safeLine(name) || 'Unnamed';
}
