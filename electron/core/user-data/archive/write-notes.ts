import { localDate } from '../../../../shared/local-date.ts';
import { noteOf, putNote } from '../../database/queries/yours/notes.ts';
import { putReviewNote, reviewNote } from '../../database/queries/yours/review-notes.ts';
import type { WriteDb } from '../../database/sql.ts';
import type { Journal } from '../undo-journal.ts';
import type { ItemOf } from './content.ts';

/** `both`: keep both texts in one note. `there`: take the archive's text. */
export type NoteMode = 'both' | 'there';

interface NoteContext {
  readonly yours: WriteDb;
  readonly journal: Journal;
  readonly atMs: number;
}

const BODY_MAX = 200_000;
const REVIEW_MAX = 20_000;

/**
 * Writes a note. If the company has no note yet, the note's whole history is taken from the archive.
 * Otherwise, the existing note gets one new revision, or two if the joined text would be too long.
 */
export function writeNote(
  { yours, journal, atMs }: NoteContext,
  note: ItemOf<'notes'>,
  mode: NoteMode,
): void {
  const { companyId, companyName, versions } = note;
  const newest = versions.at(-1);
  if (newest === undefined) return;
  const known = noteOf(yours, companyId);
  journal.touch({ part: 'note', key: [companyId] });
  const closed = { open: false, removedChars: 0 };
  if (known === null) {
    for (const version of versions) putNote(yours, { companyId, companyName, ...version, ...closed });
    return;
  }
  const kept = { companyId, companyName: known.companyName, ...closed };
  if (mode === 'there' || known.body === '') {
    putNote(yours, { ...kept, ...newest, revision: known.revision + 1 });
    return;
  }
  const older = known.savedAtMs < newest.savedAtMs ? known : newest;
  const newer = older === known ? newest : known;
  const body = bothTexts(newer, older);
  // If the two texts are too long to be joined, the older text is stored as the previous revision.
  if (body.length > BODY_MAX) {
    putNote(yours, { ...kept, ...older, revision: known.revision + 1 });
    putNote(yours, { ...kept, ...newer, revision: known.revision + 2 });
    return;
  }
  putNote(yours, { ...kept, body, savedAtMs: atMs, revision: known.revision + 1 });
}

export function writeReviewNote(
  { yours, journal, atMs }: NoteContext,
  note: ItemOf<'reviewNotes'>,
  mode: NoteMode,
): void {
  const known = reviewNote(yours, note.month);
  journal.touch({ part: 'review_note', key: [note.month] });
  if (known === null) return putReviewNote(yours, note);
  const revision = known.revision + 1;
  if (mode === 'there' || known.body === '') return putReviewNote(yours, { ...note, revision });
  const isOursOlder = known.savedAtMs < note.savedAtMs;
  const body = bothTexts(isOursOlder ? note : known, isOursOlder ? known : note);
  return putReviewNote(
    yours,
    body.length > REVIEW_MAX
      ? { ...(isOursOlder ? note : known), revision }
      : { month: note.month, body, revision, savedAtMs: atMs },
  );
}

interface Dated {
  readonly body: string;
  readonly savedAtMs: number;
}

/**
 * Returns a note that contains the newer text, followed by the date of the older text and the older text
 * itself.
 */
const bothTexts = (newer: Dated, older: Dated): string =>
  `${newer.body.trimEnd()}\n\n---\n\nOther version, ${localDate(older.savedAtMs)}:\n\n${older.body.trimEnd()}\n`;
