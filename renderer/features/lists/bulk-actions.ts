import { safeLine } from '../../lib/safe-text.ts';
import type { Due } from './due/due-input.ts';
import { reportPlanned } from './report-planned.ts';
import { companies, lists } from './strings.ts';
import { ownTags } from './tag-strings.ts';
import type { App } from '../../session/app.svelte.ts';
import type { StatusId } from '../../../shared/model/user-data.ts';

const strings = lists.select;
const removeStrings = ownTags.off;

interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * Actions that change all selected companies. Each change is reported in one toast and undone in one step.
 */
export interface BulkActions {
  /**
   * Adds the selected companies to a list.
   *
   * @param reason why they are on the list, stored for each company; if empty, each company keeps its own
   * @returns whether they were added
   */
  addToList(list: Named, reason?: string): Promise<boolean>;
  /**
   * Creates a list with the selected companies.
   *
   * @returns whether it was created
   */
  createList(name: string, reason: string): Promise<boolean>;
  /**
   * Removes the selected companies from a list.
   *
   * @returns whether they were removed
   */
  takeOffList(list: Named): Promise<boolean>;
  setStatus(status: { readonly id: StatusId; readonly name: string } | null): Promise<void>;
  /**
   * Creates a status and sets it for the selected companies.
   *
   * @returns whether it was created
   */
  addStatus(name: string): Promise<boolean>;
  /**
   * Adds a tag to the selected companies.
   *
   * @returns whether it was added
   */
  addTag(name: string): Promise<boolean>;
  /**
   * Adds a task to each selected company.
   *
   * @returns whether the tasks were added
   */
  addTask(title: string, due: Due): Promise<boolean>;
  /**
   * Removes a tag from the selected companies.
   *
   * @returns whether it was removed
   */
  removeTag(tag: Named): Promise<boolean>;
}

type Change = (
  work: (companyIds: string[]) => Promise<{ readonly undo: string | null }>,
  done: (count: number) => string,
  already: string,
) => Promise<boolean>;

/**
 * Creates the bulk actions.
 *
 * @param selectedIds returns the ids of the selected companies; called at the start of each action
 * @param name the company's name if there is only one company, for the toasts
 */
export function createBulkActions(
  app: App,
  selectedIds: () => readonly string[],
  name: string | null = null,
): BulkActions {
  const change: Change = (work, done, already) =>
    app.change(async () => {
      const companyIds = [...selectedIds()];
      if (companyIds.length === 0) return;
      const { undo } = await work(companyIds);
      const message =
        undo === null ? strings.nothing(already) : done(await countChanged(app, undo, companyIds.length));
      app.undo.offer(message, undo);
    });
  return { ...addActions(app, change, name), ...removeActions(app, change, name) };
}

const addActions = (
  app: App,
  change: Change,
  subject: string | null,
): Pick<BulkActions, 'addToList' | 'createList' | 'setStatus' | 'addStatus' | 'addTag' | 'addTask'> => ({
  addToList: ({ id, name }, reason = '') => {
    const list = safeLine(name, 80);
    return change(
      async (companyIds) => {
        const added = await app.api.watchlists.add({ id, companyIds, reason });
        if (added.undo !== null) void reportPlanned(app, companyIds, subject ?? companies(companyIds.length));
        return added;
      },
      (count) => strings.listed(count, list, subject),
      reason === '' ? strings.areOn(list) : strings.areOnWithReason(list),
    );
  },
  createList: (name, reason) =>
    change(
      async (companyIds) => {
        const created = await app.api.watchlists.create({ name, companyIds, reason });
        void reportPlanned(app, companyIds, subject ?? companies(companyIds.length));
        return created;
      },
      (count) => strings.listed(count, safeLine(name, 80), subject),
      '',
    ),
  setStatus: async (status) => {
    const name = status === null ? null : safeLine(status.name, 80);
    await change(
      (companyIds) => app.api.marks.setStatus({ companyIds, statusId: status?.id ?? null }),
      (count) =>
        name === null ? strings.statusCleared(count, subject) : strings.statusSet(count, name, subject),
      name === null ? strings.haveNone : strings.have(name),
    );
  },
  addStatus: (name) =>
    change(
      (companyIds) => app.api.marks.addStatus({ name, companyIds }),
      (count) => strings.statusSet(count, safeLine(name, 80), subject),
      '',
    ),
  addTask: (title, due) =>
    change((companyIds) => app.api.tasks.add({ companyIds, title, ...due }), lists.task.added, ''),
  addTag: (name) =>
    change(
      (companyIds) => app.api.marks.addTag({ companyIds, name }),
      (count) => strings.tagged(count, safeLine(name, 80)),
      strings.areTagged(safeLine(name, 80)),
    ),
});

const removeActions = (
  app: App,
  change: Change,
  subject: string | null,
): Pick<BulkActions, 'takeOffList' | 'removeTag'> => ({
  takeOffList: ({ id, name }) => {
    const list = safeLine(name, 80);
    return change(
      (companyIds) => app.api.watchlists.drop({ id, companyIds }),
      (count) => strings.taken(count, list, subject),
      removeStrings.areOff(list),
    );
  },
  removeTag: ({ id, name }) => {
    const tag = safeLine(name, 80);
    return change(
      (companyIds) => app.api.marks.dropTag({ companyIds, id }),
      (count) => removeStrings.untagged(count, tag),
      removeStrings.areWithout(tag),
    );
  },
});

/**
 * Returns how many companies a change affected. The number can be lower than `requested`, because a change
 * skips companies that already have the new value. Returns `requested` if the number is unknown.
 */
async function countChanged(app: App, undo: string, requested: number): Promise<number> {
  const undoable = await app.api.marks.undoable({}).catch(() => null);
  const changed = undoable?.steps.find((step) => step.undo === undo)?.companies ?? 0;
  return changed === 0 ? requested : changed;
}
