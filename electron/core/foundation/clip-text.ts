import { URL_MAX } from '../../../shared/link-check.ts';

/** Truncates to at most `max` UTF-16 code units without splitting a surrogate pair. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
}

export const clipOrNull = (text: string | null, max: number): string | null =>
  text === null ? null : clip(text, max);

/** Returns null for a link over `URL_MAX` characters, because a truncated link would lead elsewhere. */
export const linkOrNull = (url: string | null): string | null =>
  url === null || url.length > URL_MAX ? null : url;
