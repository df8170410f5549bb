/** Documented responses nest at most six levels; much deeper JSON breaks code that walks it recursively. */
const DEPTH_MAX = 64;

/**
 * Parses JSON of bounded depth. Returns undefined if it is invalid, empty or nested too deeply; never throws.
 */
export function parseJson(text: string): unknown {
  if (!isShallow(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Counts brackets outside strings before parsing, because a value nested 200,000 levels deep would already be
 * in memory afterwards.
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
