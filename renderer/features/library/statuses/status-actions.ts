import type { Status, StatusId } from '../../../../shared/model/user-data.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import type { App } from '../../../session/app.svelte.ts';
import type { LibraryMarks } from '../../lists/status-and-tags.svelte.ts';
import { toggled } from '../library-filters.ts';
import type { Library } from '../library.svelte.ts';
import { statusStrings as strings } from './strings.ts';

/** Edits the statuses of the user's pipeline. Every change can be undone. */
export interface StatusActions {
  /** @returns whether the status was added */
  add(name: string): Promise<boolean>;
  /** @returns whether the status was renamed */
  rename(status: Status, name: string): Promise<boolean>;
  /**
   * Moves the status by one place: up for -1, down for 1. Does nothing while another move is being saved.
   *
   * @returns whether the status was moved
   */
  move(status: Status, by: 1 | -1): Promise<boolean>;
  /**
   * Deletes the status. Its companies get the status `moveTo`, or none if `moveTo` is null.
   *
   * @returns whether the status was deleted
   */
  remove(status: Status, moveTo: StatusId | null): Promise<boolean>;
}

const shown = ({ name }: Status): string => safeLine(name, 80);

export function createStatusActions(app: App, library: Library, marks: LibraryMarks): StatusActions {
  let isMoving = false;
  const offer = async (message: string, undo: string | null): Promise<void> => {
    await marks.refresh();
    app.undo.offer(message, undo, () => marks.refresh());
  };
  return {
    add: (name) =>
      app.change(async () => {
        const { undo } = await app.api.marks.addStatus({ name });
        await offer(strings.added(safeLine(name, 80)), undo);
      }),
    rename: (status, name) =>
      app.change(async () => {
        const { undo } = await app.api.marks.renameStatus({ id: status.id, name });
        await offer(strings.renamed(shown(status), safeLine(name, 80)), undo);
      }),
    move: async (status, by) => {
      if (isMoving) return false;
      isMoving = true;
      const isSaved = await app.change(async () => {
        const to = marks.statuses.findIndex(({ id }) => id === status.id) + by;
        const { undo } = await app.api.marks.moveStatus({ id: status.id, to });
        if (undo !== null) await offer(strings.moved(shown(status)), undo);
      });
      isMoving = false;
      return isSaved;
    },
    remove: (status, moveTo) =>
      app.change(async () => {
        const to = marks.statuses.find(({ id }) => id === moveTo);
        const { undo } = await app.api.marks.removeStatus({ id: status.id, moveTo });
        if (library.filters.statuses.includes(status.id))
          await library.search({ filters: toggled(library.filters, 'statuses', status.id) });
        const toName = to === undefined ? null : shown(to);
        await offer(strings.removed(shown(status), status.count, toName), undo);
      }),
  };
}
