import { reviewNotes } from '../../database/queries/yours/review-notes.ts';
import type { ReadDb } from '../../database/sql.ts';

/** Exports the notes about months as Markdown, unchanged; null if there are none. */
export function exportReviewNotes(yours: ReadDb): string | null {
  const notes = reviewNotes(yours).map(({ month, body }) => `## ${month}\n\n${body.trimEnd()}`);
  return notes.length === 0 ? null : `${['# Monthly reviews', ...notes].join('\n\n')}\n`;
}
