/*
 * Everything the service sends is hostile text. It is shown in text nodes only, without control characters and without
 * the characters that reorder what stands beside them.
 */

/** C0 and C1 controls except tab and line feed; bidirectional controls; invisible fillers; interlinear marks; lone surrogates. */
const UNSAFE =
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what this removes
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\p{Cs}/gu;
/** More than four marks on one letter only serve to overflow the line. */
const STACKED_MARKS = /(\p{M}{4})\p{M}+/gu;
const BREAKS = /[\t\n\r\u2028\u2029]+/g;

/** Nothing in it could do harm: most names, and every row of a list has several. */
const PLAIN = /^[ -~]*$/;

/** One line of text that cannot reorder, overprint or break what surrounds it. */
export function safeLine(text: string, max = 500): string {
  if (PLAIN.test(text)) return cut(text.trim(), max);
  return cut(text.replace(BREAKS, ' ').replace(UNSAFE, '').replace(STACKED_MARKS, '$1').trim(), max);
}

/** Several lines: line feeds stay, at most two in a row. */
export function safeBlock(text: string, max = 20_000): string {
  const lines = text.replace(/\r\n?|\u2028|\u2029/g, '\n').replace(/\n{3,}/g, '\n\n');
  return cut(lines.replace(UNSAFE, '').replace(STACKED_MARKS, '$1').trim(), max);
}

function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = text.slice(0, max - 1);
  // Never half a surrogate pair.
  return `${/[\ud800-\udbff]$/.test(head) ? head.slice(0, -1) : head}…`;
}

/** The first two letters or digits of a name, for its monogram; `–` where there are none. */
export function monogramOf(name: string): string {
  const [first, second] = safeLine(name).match(/[\p{L}\p{N}]/gu) ?? [];
  if (first === undefined) return '–';
  return first.toLocaleUpperCase('en') + (second ?? '').toLocaleLowerCase('en');
}

/** A name that is never empty: text that was only unsafe characters still needs something to point at. */
export function safeName(name: string): string {
  return safeLine(name) || 'Unnamed';
}
