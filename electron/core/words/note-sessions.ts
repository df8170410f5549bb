/* When a save goes on with the writing before it, and when it begins a step of the history of its own. Pure. */

/** A pause that ends a writing, ms. */
export const WRITING_PAUSE_MS = 5 * 60_000;
/**
 * Characters that one step of the history may swallow: half of the text, between 40 and 200. What was removed beyond that stays
 * readable in a step of its own.
 */
const swallowable = (body: string): number => Math.min(200, Math.max(40, Math.floor(body.length / 2)));

/** Characters of `before` that are not in `after`, as far as one stretch of text was replaced by another. */
export function removedChars(before: string, after: string): number {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return before.length - start - end;
}

export interface Writing {
  readonly body: string;
  readonly savedAtMs: number;
  readonly open: boolean;
  /** Removed since this step of the history began. */
  readonly removedChars: number;
}

/** How many characters the step has swallowed with this save; null where the save begins a new step. */
export function writtenOn(known: Writing, body: string, savedAtMs: number): number | null {
  const pauseMs = savedAtMs - known.savedAtMs;
  // A clock that was set back tells nothing of the pause.
  if (!known.open || pauseMs < 0 || pauseMs >= WRITING_PAUSE_MS) return null;
  const removed = known.removedChars + removedChars(known.body, body);
  // An emptied note always leaves its last words behind, however few.
  return body === '' || removed > swallowable(known.body) ? null : removed;
}
