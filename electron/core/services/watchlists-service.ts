import type { Handlers, Publish } from '../../../shared/contract.ts';
import { companyNameOf } from '../library/company-view.ts';
import { createWatchlists, type Watchlists } from '../library/watchlists.ts';
import type { Workspaces } from '../workspace/workspaces.ts';

export function createWatchlistsService(workspaces: Workspaces, publish: Publish): Handlers['watchlists'] {
  const lists = (): Watchlists => createWatchlists(workspaces.current().files.yours);
  const changed = (): Record<string, never> => {
    publish('watchlists', 'onChanged', {});
    publish('library', 'onChanged', {});
    return {};
  };
  return {
    list: () => ({ watchlists: lists().list() }),
    create: ({ name }) => {
      const made = lists().create(name, workspaces.current().clock.nowMs());
      changed();
      return made;
    },
    rename: ({ id, name }) => {
      lists().rename(id, name);
      return changed();
    },
    remove: ({ id }) => {
      lists().remove(id, workspaces.current().clock.nowMs());
      return changed();
    },
    restore: ({ id }) => {
      lists().restore(id);
      return changed();
    },
    add: ({ id, companyId, reason }) => {
      const { files, clock } = workspaces.current();
      const companyName = companyNameOf(files.cache, files.yours, companyId);
      lists().add({ id, companyId, companyName, reason, addedAtMs: clock.nowMs() });
      return changed();
    },
    drop: ({ id, companyId }) => {
      lists().drop(id, companyId);
      return changed();
    },
    of: ({ companyId }) => ({ ids: lists().of(companyId) }),
  };
}
