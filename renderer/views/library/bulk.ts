import { safeLine } from '../../lib/safe-text.ts';
import { library } from '../../lib/words.ts';
import type { App } from '../../state/app.svelte.ts';
import type { StatusId } from '../../../shared/model/words.ts';

const words = library.select;

/** Changes of many companies at once. Each is one step: one toast, one undo. */
export interface Bulk {
  addToList(list: { readonly id: string; readonly name: string }): Promise<void>;
  setStatus(status: { readonly id: StatusId; readonly name: string } | null): Promise<void>;
  /** @returns whether the tag was accepted. */
  addTag(name: string): Promise<boolean>;
}

/** @param chosen the companies selected when a change is asked for. */
export function createBulk(app: App, chosen: () => readonly string[]): Bulk {
  const change = (
    work: (companyIds: string[]) => Promise<{ readonly undo: string | null }>,
    done: (count: number) => string,
    already: string,
  ): Promise<boolean> =>
    app.change(async () => {
      const companyIds = [...chosen()];
      if (companyIds.length === 0) return;
      const { undo } = await work(companyIds);
      app.undo.offer(undo === null ? words.nothing(already) : done(companyIds.length), undo);
    });
  return {
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
  };
}
