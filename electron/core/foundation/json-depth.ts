const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Returns whether JSON is nested deeper than `levels`. Counts the brackets outside strings instead of parsing
 * the text, so a deeply nested value is never built in memory.
 */
export function isDeeperThan(levels: number, json: string): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const unit = json.charCodeAt(at);
    if (unit === QUOTE) at = endOfString(json, at);
    else if (unit === OPEN_ARRAY || unit === OPEN_OBJECT) {
      depth += 1;
      if (depth > levels) return true;
    } else if (unit === CLOSE_ARRAY || unit === CLOSE_OBJECT) depth -= 1;
  }
  return false;
}

function endOfString(json: string, start: number): number {
  let end = start;
  do end = json.indexOf('"', end + 1);
  while (end !== -1 && isEscaped(json, end));
  return end === -1 ? json.length : end;
}

function isEscaped(json: string, at: number): boolean {
  let first = at;
  while (json.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}
