import { AppFailure } from '../../../../shared/app-failure.ts';
import type { Handlers, Publish } from '../../../../shared/contract/index.ts';
import { companyNameOf } from '../../library/company-view.ts';
import { createNotes, type Notes, type SavedNote } from '../../user-data/notes.ts';
import { publishChange } from '../../user-data/change-events.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';

export function createNotesHandlers(workspaces: Workspaces, publish: Publish): Handlers['notes'] {
  const notes = (): Notes => createNotes(workspaces.current().files.yours);
  /** Returns the values that are stored with a note: the company's current name and the current time. */
  const beside = (companyId: string) => {
    const { files, clock } = workspaces.current();
    return {
      companyName: companyNameOf(files.cache, files.yours, companyId),
      savedAtMs: clock.nowMs(),
    };
  };
  const announced = (what: 'note-written' | 'note-restored', saved: SavedNote) => {
    publishChange(publish, what, saved);
    return { revision: saved.revision, savedAtMs: saved.savedAtMs, undo: saved.undo };
  };
  return {
    get: ({ companyId }) => notes().get(companyId),
    save: ({ workspaceId, ...note }) => {
      if (workspaceId !== undefined && workspaceId !== workspaces.current().record().id)
        throw new AppFailure({ kind: 'conflict', reason: 'other-workspace' });
      return announced('note-written', notes().save({ ...note, ...beside(note.companyId) }));
    },
    history: ({ companyId, ...page }) => notes().history(companyId, page),
    revision: ({ companyId, revision }) => notes().revision(companyId, revision),
    restore: (note) => announced('note-restored', notes().restore({ ...note, ...beside(note.companyId) })),
  };
}
