/*
 * Makes text from the service safe to show, because all of it is treated as hostile. The result contains no
 * control characters and no characters that reorder adjacent text. Show it in text nodes only.
 */

/**
 * C0 and C1 controls except tab and line feed, bidirectional controls, invisible fillers, interlinear marks
 * and lone surrogates.
 */
const UNSAFE =
  // oxlint-disable-next-line no-control-regex -- this expression exists to remove control characters
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\p{Cs}/gu;
/** More than four combining marks on one letter serve only to overflow the line. */
const STACKED_MARKS = /(\p{M}{4})\p{M}+/gu;
const BREAKS = /[\t\n\r\u2028\u2029]+/g;

/**
 * Matches text that needs no cleaning, such as most names. Skipping the cleaning saves time, because every
 * row of a list shows several texts.
 */
const PLAIN = /^[ -~]*$/;

/** Returns one line of text that cannot reorder, overprint or break the text around it. */
export function safeLine(text: string, max = 500): string {
  if (PLAIN.test(text)) return truncate(text.trim(), max);
  return truncate(text.replace(BREAKS, ' ').replace(UNSAFE, '').replace(STACKED_MARKS, '$1').trim(), max);
}

/** Returns safe text of several lines, without consecutive empty lines. */
export function safeBlock(text: string, max = 20_000): string {
  const lines = text.replace(/\r\n?|\u2028|\u2029/g, '\n').replace(/\n{3,}/g, '\n\n');
  return truncate(lines.replace(UNSAFE, '').replace(STACKED_MARKS, '$1').trim(), max);
}

function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = text.slice(0, max - 1);
  // Avoid splitting a surrogate pair.
  return `${/[\ud800-\udbff]$/.test(head) ? head.slice(0, -1) : head}…`;
}

/** Returns the first two letters or digits of a name as its monogram; `–` if the name has none. */
export function monogramOf(name: string): string {
  const [first, second] = safeLine(name).match(/[\p{L}\p{N}]/gu) ?? [];
  if (first === undefined) return '–';
  return first.toLocaleUpperCase('en') + (second ?? '').toLocaleLowerCase('en');
}

/**
 * Returns a safe name that is never empty, because a name made up entirely of unsafe characters still needs a
 * label.
 */
export function safeName(name: string): string {
  return safeLine(name) || 'Unnamed';
}
