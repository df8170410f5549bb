/**
 * Splits a line into sentences. Each sentence includes the spaces after it, so joining the sentences restores
 * the line. A sentence ends with `.`, `!` or `?` before a space or the end of the line. Takes linear time.
 */
export function splitSentences(line: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  for (const { index, 0: end } of line.matchAll(/[.!?](?:\s+|$)/g)) {
    sentences.push(line.slice(from, index + end.length));
    from = index + end.length;
  }
  if (from < line.length) sentences.push(line.slice(from));
  return sentences;
}
