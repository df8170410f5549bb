import { safeLine } from '../../lib/safe-text.ts';
import { lists } from './strings.ts';
import { ownTags } from './tag-strings.ts';
import type { App } from '../../session/app.svelte.ts';
import type { StatusId } from '../../../shared/model/user-data.ts';

const words = lists.select;
const off = ownTags.off;

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Changes of many companies at once. Each is one step: one toast, one undo. */
export interface BulkActions {
  addToList(list: Named): Promise<void>;
  /** @returns whether it was done. */
  takeOffList(list: Named): Promise<boolean>;
  setStatus(status: { readonly id: StatusId; readonly name: string } | null): Promise<void>;
  /** @returns whether the tag was accepted. */
  addTag(name: string): Promise<boolean>;
  /** @returns whether it was done. */
  removeTag(tag: Named): Promise<boolean>;
}

type Change = (
  work: (companyIds: string[]) => Promise<{ readonly undo: string | null }>,
  done: (count: number) => string,
  already: string,
) => Promise<boolean>;

/** @param chosen the companies selected when a change is asked for. */
export function createBulk(app: App, chosen: () => readonly string[]): BulkActions {
  const change: Change = (work, done, already) =>
    app.change(async () => {
      const companyIds = [...chosen()];
      if (companyIds.length === 0) return;
      const { undo } = await work(companyIds);
      const said =
        undo === null ? words.nothing(already) : done(await changedBy(app, undo, companyIds.length));
      app.undo.offer(said, undo);
    });
  return { ...returnsMarks(app, change), ...removesMarks(app, change) };
}

const returnsMarks = (app: App, change: Change): Pick<BulkActions, 'addToList' | 'setStatus' | 'addTag'> => ({
  addToList: async ({ id, name }) => {
    const list = safeLine(name, 80);
    await change(
      (companyIds) => app.api.watchlists.addAll({ id, companyIds, reason: '' }),
      (count) => words.listed(count, list),
      words.areOn(list),
    );
  },
  setStatus: async (status) => {
    const name = status === null ? null : safeLine(status.name, 80);
    await change(
      (companyIds) => app.api.marks.setStatus({ companyIds, statusId: status?.id ?? null }),
      (count) => (name === null ? words.statusCleared(count) : words.statusSet(count, name)),
      name === null ? words.haveNone : words.have(name),
    );
  },
  addTag: (name) =>
    change(
      (companyIds) => app.api.marks.addTag({ companyIds, name }),
      (count) => words.tagged(count, safeLine(name, 80)),
      words.areTagged(safeLine(name, 80)),
    ),
});

const removesMarks = (app: App, change: Change): Pick<BulkActions, 'takeOffList' | 'removeTag'> => ({
  takeOffList: ({ id, name }) => {
    const list = safeLine(name, 80);
    return change(
      (companyIds) => app.api.watchlists.dropAll({ id, companyIds }),
      (count) => off.taken(count, list),
      off.areOff(list),
    );
  },
  removeTag: ({ id, name }) => {
    const tag = safeLine(name, 80);
    return change(
      (companyIds) => app.api.marks.dropTag({ companyIds, id }),
      (count) => off.untagged(count, tag),
      off.areWithout(tag),
    );
  },
});

/** How many companies a change really changed: some may have been that way before. Where nobody can tell, as many as were asked for. */
async function changedBy(app: App, undo: string, asked: number): Promise<number> {
  const undoable = await app.api.marks.undoable({}).catch(() => null);
  const changed = undoable?.steps.find((step) => step.undo === undo)?.companies ?? 0;
  return changed === 0 ? asked : changed;
}
