import { describe, expect, it } from 'vitest';
import { readReviewNote, saveReviewNote } from '../../../../electron/core/user-data/review/review-notes.ts';
import { redoChange, undoChange } from '../../../../electron/core/user-data/undo-journal.ts';
import { MINUTE_MS } from '../../../../shared/durations.ts';
import { memoryYours } from '../../../support/app/library-fixtures.ts';
import { failureOf } from '../../../support/common/failure.ts';

const T0 = Date.UTC(2026, 5, 1, 9);
const month = '2026-05';

function notes() {
  const yours = memoryYours();
  return {
    yours,
    save: (body: string, baseRevision: number, savedAtMs = T0, begins = false) =>
      saveReviewNote(yours, { month, body, baseRevision, savedAtMs, begins }),
    read: () => readReviewNote(yours, month),
  };
}

describe('the note about a month', () => {
  it('is not overwritten by a text that does not build on it', async () => {
    const { save, read } = notes();
    save('Figures', 0);
    save('My own words', 1);
    expect(await failureOf(Promise.resolve().then(() => save('Figures again', 0)))).toMatchObject({
      kind: 'conflict',
      reason: 'newer-revision',
    });
    expect(read()).toMatchObject({ body: 'My own words', revision: 2 });
    // A save whose reply was lost can be retried.
    expect(save('My own words', 0)).toMatchObject({ revision: 2, undo: null });
  });

  it('is undone by writing session, and an undo is a new revision', () => {
    const { yours, save, read } = notes();
    const made = save('Figures', 0, T0, true);
    const first = save('Figures and', 1, T0 + MINUTE_MS, true);
    const more = save('Figures and words', 2, T0 + 2 * MINUTE_MS);
    expect(more.undo).toBe(first.undo);
    expect(first.undo).not.toBe(made.undo);
    const later = save('Other', 3, T0 + 10 * MINUTE_MS);
    expect(later.undo).not.toBe(first.undo);
    undoChange(yours, later.undo ?? '', T0);
    expect(read()).toMatchObject({ body: 'Figures and words', revision: 5 });
    undoChange(yours, first.undo ?? '', T0);
    expect(read().body).toBe('Figures');
    undoChange(yours, made.undo ?? '', T0);
    // Undoing the creation empties the note but does not delete it, so the app does not write another note
    // for this month.
    expect(read()).toMatchObject({ body: '', revision: 7 });
    redoChange(yours, T0);
    expect(read().body).toBe('Figures');
  });

  it('does not undo an earlier text over a later one', async () => {
    const { yours, save } = notes();
    const made = save('Figures', 0, T0, true);
    save('Other', 1, T0 + 10 * MINUTE_MS);
    expect(
      await failureOf(Promise.resolve().then(() => undoChange(yours, made.undo ?? '', T0))),
    ).toMatchObject({ kind: 'conflict', reason: 'changed-since' });
  });
});
