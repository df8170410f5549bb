/*
 * Every text from the service is treated as hostile. It is shown in text nodes only, without control characters and
 * without characters that reorder the text beside them.
 */

/** C0 and C1 controls except tab and line feed; bidirectional controls; invisible fillers; interlinear marks; lone surrogates. */
const UNSAFE =
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what this removes
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\p{Cs}/gu;
/** More than four combining marks on one letter only serve to overflow the line. */
const STACKED_MARKS = /(\p{M}{4})\p{M}+/gu;
const BREAKS = /[\t\n\r\u2028\u2029]+/g;

/** Text that needs no cleaning: most names, and every row of a list has several. */
const PLAIN = /^[ -~]*$/;

/** One line of text that cannot reorder, overprint or break the text around it. */
export function safeLine(text: string, max = 500): string {
  if (PLAIN.test(text)) return truncate(text.trim(), max);
  return truncate(text.replace(BREAKS, ' ').replace(UNSAFE, '').replace(STACKED_MARKS, '$1').trim(), max);
}

/** Several lines: line feeds remain, at most two in a row. */
export function safeBlock(text: string, max = 20_000): string {
  const lines = text.replace(/\r\n?|\u2028|\u2029/g, '\n').replace(/\n{3,}/g, '\n\n');
  return truncate(lines.replace(UNSAFE, '').replace(STACKED_MARKS, '$1').trim(), max);
}

function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = text.slice(0, max - 1);
  // Do not split a surrogate pair.
  return `${/[\ud800-\udbff]$/.test(head) ? head.slice(0, -1) : head}…`;
}

/** The first two letters or digits of a name, for its monogram; `–` if it has none. */
export function monogramOf(name: string): string {
  const [first, second] = safeLine(name).match(/[\p{L}\p{N}]/gu) ?? [];
  if (first === undefined) return '–';
  return first.toLocaleUpperCase('en') + (second ?? '').toLocaleLowerCase('en');
}

/** A name that is never empty: text of only unsafe characters still needs a label. */
export function safeName(name: string): string {
  return safeLine(name) || 'Unnamed';
}
