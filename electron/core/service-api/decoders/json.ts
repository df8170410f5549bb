/** Maximum number of nested levels. Documented responses have at most six. */
const DEPTH_MAX = 64;

/** Parses JSON without throwing. Returns undefined if the text is empty, invalid or nested too deeply. */
export function parseJson(text: string): unknown {
  if (!isShallow(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns whether the text is nested no deeper than `DEPTH_MAX`. Counts the brackets outside strings instead
 * of parsing the text, so a deeply nested value is never built in memory.
 */
function isShallow(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (inString) {
      if (character === 0x5c) index += 1;
      else if (character === 0x22) inString = false;
    } else if (character === 0x22) inString = true;
    else if (character === 0x5b || character === 0x7b) {
      depth += 1;
      if (depth > DEPTH_MAX) return false;
    } else if (character === 0x5d || character === 0x7d) depth -= 1;
  }
  return true;
}
