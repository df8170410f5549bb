export interface TextPart {
  readonly text: string;
  /** Whether this part is missing from the other text. */
  readonly isOwn: boolean;
}

/**
 * Splits a text into sentences and lines, and marks the parts that the other text does not contain.
 * Neighbouring parts with the same mark are joined.
 */
export function textDifferences(text: string, other: string): TextPart[] {
  const known = new Set(piecesOf(other).map((piece) => piece.trim()));
  const parts: { text: string; isOwn: boolean }[] = [];
  for (const piece of piecesOf(text)) {
    const isOwn = piece.trim() !== '' && !known.has(piece.trim());
    const last = parts.at(-1);
    if (last?.isOwn === isOwn) last.text += piece;
    else parts.push({ text: piece, isOwn });
  }
  return parts;
}

/**
 * Splits a text after each line break and after each sentence. Joining the pieces gives the original text.
 */
const piecesOf = (text: string): string[] =>
  text.match(/[^\n]*?(?:[.!?…]+\s+|\n|$)/gu)?.filter(Boolean) ?? [];
