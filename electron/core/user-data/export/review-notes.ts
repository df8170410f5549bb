import { reviewNotes } from '../../database/queries/yours/review-notes.ts';
import type { ReadDb } from '../../database/sql.ts';

/** Returns the monthly review notes as Markdown, with their text unchanged. Returns null if there are none. */
export function exportReviewNotes(yours: ReadDb): string | null {
  const notes = reviewNotes(yours).map(({ month, body }) => `## ${month}\n\n${body.trimEnd()}`);
  return notes.length === 0 ? null : `${['# Monthly reviews', ...notes].join('\n\n')}\n`;
}
