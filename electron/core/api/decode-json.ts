/** Nothing the service documents nests deeper than six levels; deep enough JSON breaks whatever walks it later. */
const DEPTH_MAX = 64;

/** JSON of a bounded depth, or undefined: not JSON, nothing at all, or nested too deep. Never throws. */
export function parseJson(text: string): unknown {
  if (!isShallow(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Counts brackets outside strings, before parsing: a parsed 200,000-deep value would already be in memory. */
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
