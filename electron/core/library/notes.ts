import { AppFailure } from '../../../shared/app-failure.ts';
import { noteOf, putNote } from '../db/queries/notes.ts';
import { transaction, type WriteDb } from '../db/sql.ts';

/** Longest note, in UTF-16 units as the contract counts them. */
const BODY_MAX = 200_000;

/** The seller's note about each company. Every revision is kept; the newest is on the disk when `save` returns. */
export interface Notes {
  /** Revision 0 and no time where there is none. */
  get(companyId: string): { body: string; revision: number; savedAtMs: number | null };
  /**
   * Saving what stands already makes no revision, whatever `baseRevision` says: a save whose answer was lost can be
   * repeated.
   * @throws AppFailure conflict newer-revision when `baseRevision` is not the newest: nothing is overwritten;
   * validation when the note is too long
   */
  save(note: {
    companyId: string;
    companyName: string;
    body: string;
    baseRevision: number;
    savedAtMs: number;
  }): { revision: number; savedAtMs: number };
}

export function createNotes(db: WriteDb): Notes {
  return {
    get: (companyId) => noteOf(db, companyId) ?? { body: '', revision: 0, savedAtMs: null },
    save: ({ companyId, companyName, body, baseRevision, savedAtMs }) =>
      transaction(db, () => {
        if (body.length > BODY_MAX) throw tooLong();
        const known = noteOf(db, companyId);
        if (known !== null && known.body === body)
          return { revision: known.revision, savedAtMs: known.savedAtMs };
        if (baseRevision !== (known?.revision ?? 0))
          throw new AppFailure({ kind: 'conflict', reason: 'newer-revision', preview: null });
        const note = { companyId, companyName, body, revision: baseRevision + 1, savedAtMs };
        putNote(db, note);
        return { revision: note.revision, savedAtMs };
      }),
  };
}

const tooLong = (): AppFailure =>
  new AppFailure({
    kind: 'validation',
    issues: [{ path: 'body', message: `at most ${BODY_MAX} characters` }],
  });
