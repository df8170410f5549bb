import { isDeeperThan } from '../../foundation/json-depth.ts';

/** Maximum number of nested levels. Documented responses have at most six. */
const DEPTH_MAX = 64;

/** Parses JSON without throwing. Returns undefined if the text is empty, invalid or nested too deeply. */
export function parseJson(text: string): unknown {
  if (isDeeperThan(DEPTH_MAX, text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
