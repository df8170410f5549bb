import { AppFailure } from '../../../../shared/app-failure.ts';
import type { ReviewNote } from '../../../../shared/model/review/monthly-review.ts';
import { putReviewNote, reviewNote } from '../../database/queries/yours/review-notes.ts';
import { transaction, type ReadDb, type WriteDb } from '../../database/sql.ts';
import { WRITING_PAUSE_MS } from '../note-sessions.ts';
import { ongoingStep, recordChange, type RecordedStep } from '../undo-journal.ts';

/*
 * The user's notes about months. The app writes the first text. After that, only the user changes the note.
 */

export function readReviewNote(yours: ReadDb, month: string): ReviewNote {
  const note = reviewNote(yours, month);
  return note === null
    ? { body: '', revision: 0, savedAtMs: null }
    : { body: note.body, revision: note.revision, savedAtMs: note.savedAtMs };
}

interface SavedReviewNote extends RecordedStep {
  readonly revision: number;
  readonly savedAtMs: number;
}

/**
 * Saves the note about a month. The saves of a writing session form one undo step. Saving unchanged text does
 * nothing and ignores `baseRevision`, so a save can be retried if its reply was lost.
 * @throws AppFailure `conflict` (`newer-revision`) if `baseRevision` is not the newest
 */
export const saveReviewNote = (
  yours: WriteDb,
  note: {
    readonly month: string;
    readonly body: string;
    readonly baseRevision: number;
    readonly savedAtMs: number;
    readonly begins?: boolean | undefined;
  },
): SavedReviewNote =>
  transaction(yours, () => {
    const { month, body, baseRevision, begins = false } = note;
    const savedAtMs = Math.round(note.savedAtMs);
    const known = reviewNote(yours, month);
    if (known?.body === body)
      return { revision: known.revision, savedAtMs: known.savedAtMs, undo: null, companyIds: [] };
    if (baseRevision !== (known?.revision ?? 0))
      throw new AppFailure({ kind: 'conflict', reason: 'newer-revision' });
    const revision = baseRevision + 1;
    const slot = { part: 'review_note', key: [month] } as const;
    const pauseMs = savedAtMs - (known?.savedAtMs ?? -Infinity);
    const isSameSession = !begins && pauseMs >= 0 && pauseMs < WRITING_PAUSE_MS;
    const step = isSameSession ? ongoingStep(yours, slot, 'review-written') : null;
    const put = (): void => putReviewNote(yours, { month, body, revision, savedAtMs });
    if (step !== null) {
      put();
      return { revision, savedAtMs, ...step.extend(yours, savedAtMs) };
    }
    const { recorded } = recordChange(yours, { what: 'review-written', atMs: savedAtMs }, (journal) => {
      journal.touch(slot);
      put();
    });
    return { revision, savedAtMs, ...recorded };
  });
