import { AppFailure } from '../../../shared/app-failure.ts';
import type { NoteRevision } from '../../../shared/model/user-data.ts';
import {
  countRevisions,
  dropRevision,
  noteOf,
  putNote,
  revisionOf,
  revisionsOf,
  type StoredNote,
} from '../database/queries/yours/notes.ts';
import { transaction, type ReadDb, type WriteDb } from '../database/sql.ts';
import { ongoingStep, recordChange, type RecordedStep } from './undo-journal.ts';
import { noteSessionDay } from './note-sessions.ts';
import { clip } from '../foundation/clip-text.ts';

/** Maximum length of a note in UTF-16 code units, as in the contract. */
export const NOTE_MAX = 200_000;
const EXCERPT_MAX = 200;

export interface SavedNote extends RecordedStep {
  readonly revision: number;
  readonly savedAtMs: number;
}

/** The notes, one for each company, with their history. When `save` returns, the text is on disk. */
export interface Notes {
  /** Returns a company's note. If there is none, `revision` is 0 and `savedAtMs` is null. */
  get(companyId: string): { body: string; revision: number; savedAtMs: number | null };
  /**
   * Saves the note. All saves of a writing session form one revision and one undo step (`note-sessions.ts`).
   * Saving unchanged text does nothing and ignores `baseRevision`, so a save can be retried if its reply was
   * lost.
   * @throws AppFailure `conflict` (`newer-revision`) if `baseRevision` is not the newest; `validation` if the
   * note is too long
   * @param note.assistant name of the assistant that writes the note; its text always becomes a separate
   * revision
   */
  save(note: {
    companyId: string;
    companyName: string;
    body: string;
    baseRevision: number;
    savedAtMs: number;
    begins?: boolean | undefined;
    assistant?: string | undefined;
  }): SavedNote;
  /** Returns the note's revisions, newest first. */
  history(
    companyId: string,
    page: { offset: number; limit: number },
  ): { revisions: NoteRevision[]; total: number };
  /** @throws AppFailure `not-found` (`note`) */
  revision(companyId: string, revision: number): { body: string; revision: number; savedAtMs: number };
  /**
   * Saves the text of an older revision as the newest revision.
   * @throws AppFailure `not-found` (`note`), `conflict` (`newer-revision`)
   */
  restore(note: {
    companyId: string;
    companyName: string;
    revision: number;
    baseRevision: number;
    savedAtMs: number;
  }): SavedNote;
}

export function createNotes(db: WriteDb): Notes {
  return {
    get: (companyId) => {
      const note = noteOf(db, companyId);
      return note === null
        ? { body: '', revision: 0, savedAtMs: null }
        : { body: note.body, revision: note.revision, savedAtMs: note.savedAtMs };
    },
    save: (note) => transaction(db, () => save(db, note)),
    history: (companyId, { offset, limit }) => ({
      revisions: revisionsOf(db, { companyId, chars: 4 * EXCERPT_MAX, offset, limit }).map(
        ({ revision, savedAtMs, body }) => ({ revision, savedAtMs, excerpt: excerptOf(body) }),
      ),
      total: countRevisions(db, companyId),
    }),
    revision: (companyId, revision) => required(db, companyId, revision),
    restore: ({ revision, ...note }) =>
      transaction(db, () => {
        const { body } = required(db, note.companyId, revision);
        const known = noteOf(db, note.companyId);
        if (known?.body === body) return unchanged(known);
        requireNewest(known, note.baseRevision);
        return append(db, { ...note, body, open: false }, 'note-restored');
      }),
  };
}

type Save = Parameters<Notes['save']>[0];

function save(db: WriteDb, note: Save): SavedNote {
  const { companyId, body, baseRevision, savedAtMs, assistant, begins = assistant !== undefined } = note;
  if (body.length > NOTE_MAX) throw tooLong();
  const known = noteOf(db, companyId);
  if (known !== null && known.body === body) return unchanged(known);
  requireNewest(known, baseRevision);
  const removedChars = known === null || begins ? null : noteSessionDay(known, body, savedAtMs);
  const step = removedChars === null ? null : ongoingStep(db, slotOf(companyId), 'note-written');
  if (known === null || removedChars === null || step === null)
    return append(db, { ...note, open: assistant === undefined }, 'note-written');
  const revision = known.revision + 1;
  dropRevision(db, companyId, known.revision);
  putNote(db, { ...fieldsOf(note), revision, savedAtMs, open: true, removedChars });
  return { revision, savedAtMs, ...step.extend(db, savedAtMs) };
}

function append(
  db: WriteDb,
  note: Save & { readonly open: boolean },
  what: 'note-written' | 'note-restored',
): SavedNote {
  const { companyId, savedAtMs, baseRevision, open, assistant = null } = note;
  const revision = baseRevision + 1;
  const { recorded } = recordChange(db, { what, atMs: savedAtMs, assistant }, (journal) => {
    journal.touch(slotOf(companyId));
    putNote(db, { ...fieldsOf(note), revision, savedAtMs, open, removedChars: 0 });
  });
  return { revision, savedAtMs, ...recorded };
}

const slotOf = (companyId: string) => ({ part: 'note', key: [companyId] }) as const;
const fieldsOf = ({ companyId, companyName, body }: Save) => ({ companyId, companyName, body });
const unchanged = ({ revision, savedAtMs }: StoredNote): SavedNote => ({
  revision,
  savedAtMs,
  undo: null,
  companyIds: [],
});

function requireNewest(known: StoredNote | null, baseRevision: number): void {
  if (baseRevision !== (known?.revision ?? 0))
    throw new AppFailure({ kind: 'conflict', reason: 'newer-revision' });
}

function required(db: ReadDb, companyId: string, revision: number) {
  const stored = revisionOf(db, companyId, revision);
  if (stored === null) throw new AppFailure({ kind: 'not-found', what: 'note' });
  return stored;
}

/** Returns the first line that is not blank. */
function excerptOf(beginning: string): string {
  const line = beginning.split('\n').find((each) => each.trim() !== '') ?? '';
  return clip(line.trim(), EXCERPT_MAX);
}

const tooLong = (): AppFailure =>
  new AppFailure({
    kind: 'validation',
    issues: [{ path: 'body', message: `at most ${NOTE_MAX} characters` }],
  });
