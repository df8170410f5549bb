import { MINUTE_MS } from '../../../shared/durations.ts';

/*
 * Decides whether a save extends the current revision of a note or begins a new revision. Has no side
 * effects.
 */

/** Length, in ms, of a pause that ends a writing session. */
export const WRITING_PAUSE_MS = 5 * MINUTE_MS;
/**
 * Returns how many characters may be removed from a note within one revision. Removing more begins a new
 * revision, so the removed text stays in the history of the note.
 */
const swallowable = (body: string): number => Math.min(200, Math.max(40, Math.floor(body.length / 2)));

/**
 * Returns how many characters of `before` the edit removed. Assumes that the edit replaced one continuous
 * passage.
 */
export function removedChars(before: string, after: string): number {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return before.length - start - end;
}

/**
 * The newest revision of a note. `open` is true while a later save may still change this revision instead of
 * beginning a new one.
 */
interface NoteSession {
  readonly body: string;
  readonly savedAtMs: number;
  readonly open: boolean;
  /** Characters removed since this revision began. */
  readonly removedChars: number;
}

/**
 * Returns the number of characters removed since the current revision began, including those that this save
 * removes. Null if the save begins a new revision.
 */
export function noteSessionDay(known: NoteSession, body: string, savedAtMs: number): number | null {
  const pauseMs = savedAtMs - known.savedAtMs;
  // A negative pause means that the clock was set back. The save then begins a new revision.
  if (!known.open || pauseMs < 0 || pauseMs >= WRITING_PAUSE_MS) return null;
  const removed = known.removedChars + removedChars(known.body, body);
  // Deleting the whole text of a note always begins a new revision, even if the text was short.
  return body === '' || removed > swallowable(known.body) ? null : removed;
}
