/*
 * Makes text from the service safe to store and display as plain text, by removing control characters and
 * characters that reorder, hide or overprint adjacent text.
 */

/**
 * C0 and C1 controls except tab and line feed, bidirectional controls, invisible fillers, interlinear
 * annotation characters and lone surrogates.
 */
const UNSAFE =
  // oxlint-disable-next-line no-control-regex -- this expression exists to remove control characters
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\p{Cs}/gu;
/**
 * Matches more than four combining marks on one letter. Real text does not need so many, and they would
 * overlap adjacent lines.
 */
const STACKED_MARKS = /(\p{M}{4})\p{M}+/gu;
const BREAKS = /[\t\n\r\u2028\u2029]+/g;

/**
 * Matches text that needs no cleaning, such as most names. Skipping the cleaning saves time, because every
 * row of a list shows several strings.
 */
const PLAIN = /^[ -~]*$/;

/**
 * Removes unsafe characters, excess combining marks and surrounding white space. Keeps tabs and line feeds
 * within the text.
 */
export const withoutUnsafe = (text: string): string =>
  text.replace(UNSAFE, '').replace(STACKED_MARKS, '$1').trim();

/** Returns the text as one safe line. Does not limit its length. */
export const cleanLine = (text: string): string =>
  PLAIN.test(text) ? text.trim() : withoutUnsafe(text.replace(BREAKS, ' '));

/** Truncates to at most `max` UTF-16 code units, including an ellipsis. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = text.slice(0, max - 1);
  // Avoids splitting a surrogate pair.
  return `${/[\ud800-\udbff]$/.test(head) ? head.slice(0, -1) : head}…`;
}
