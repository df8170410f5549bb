import type { App } from '../../session/app.svelte.ts';
import { Note, OpenNotes, type NoteStore } from '../company/user-data/notes.svelte.ts';

/**
 * Returns a key that never equals the key of a company's note, because a company id cannot have this form.
 */
const keyOf = (month: string): string => `review/${month}`;

/** The notes about months that have been opened. They stay in memory until the workspace is closed. */
export const reviewNotesOf = (app: App): { of(month: string): Note; leave(month: string): Promise<void> } => {
  const notes = app.stateFor('review-notes', () => {
    const workspaceId = app.workspaces.activeId ?? '';
    return new OpenNotes<Note>({
      workspaceId,
      unsaved: app.unsavedNotes,
      create: (key, held) => {
        const month = key.slice(keyOf('').length);
        const store: NoteStore = {
          read: () => app.api.reviews.note({ month }),
          save: (note) => app.api.reviews.saveNote({ month, ...note }),
        };
        return new Note(store, workspaceId, key, held);
      },
      onChanged: (listener) => app.api.reviews.onChanged(() => listener(null)),
    });
  });
  return { of: (month) => notes.of(keyOf(month)), leave: (month) => notes.leave(keyOf(month)) };
};
