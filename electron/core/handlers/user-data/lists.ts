import type { Handlers, Publish } from '../../../../shared/contract/index.ts';
import { createWatchlistReads, createWatchlists, type Watchlists } from '../../user-data/lists.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';
import {
  type ChangeUserData,
  type UserDataChangeParts,
  createChangeUserData,
  subjectsOf,
  undoReply,
} from '../change-user-data.ts';

type Lists = Handlers['watchlists'];

export function createWatchlistsHandlers(workspaces: Workspaces, publish: Publish): Lists {
  const reads = () => createWatchlistReads(workspaces.current().files.yours);
  const change = createChangeUserData(workspaces, publish);
  return {
    list: () => ({ watchlists: reads().list() }),
    of: ({ companyId }) => ({ ids: reads().of(companyId) }),
    namesOf: ({ companyIds }) => ({ companies: reads().namesOf(companyIds) }),
    reasons: ({ companyId }) => ({ entries: reads().reasons(companyId) }),
    companies: ({ id, ...page }) => reads().companies(id, page),
    create: ({ name, companyIds = [], reason = '' }) => {
      const { value, undo } = change('list-created', (changing) => {
        const lists = listsOf(changing);
        const { id } = lists.create(name, changing.atMs);
        const subjects = subjectsOf(changing.files, companyIds);
        for (const subject of subjects) lists.add({ id, ...subject, reason, addedAtMs: changing.atMs });
        return { id, name, count: subjects.length };
      });
      return { ...value, undo };
    },
    rename: ({ id, name }) =>
      undoReply(change('list-renamed', (changing) => listsOf(changing).rename(id, name))),
    remove: ({ id }) =>
      undoReply(change('list-removed', (changing) => listsOf(changing).remove(id, changing.atMs))),
    restore: ({ id }) => undoReply(change('list-restored', (changing) => listsOf(changing).restore(id))),
    ...createEntries(change),
  };
}

type Entries = Pick<Lists, 'add' | 'drop' | 'setReason' | 'move'>;

function createEntries(change: ChangeUserData): Entries {
  return {
    add: ({ id, companyIds, reason }) =>
      undoReply(
        change('listed', (changing) => {
          const lists = listsOf(changing);
          for (const subject of subjectsOf(changing.files, companyIds))
            lists.add({ id, ...subject, reason, addedAtMs: changing.atMs });
        }),
      ),
    drop: ({ id, companyIds }) =>
      undoReply(
        change('unlisted', (changing) => {
          const lists = listsOf(changing);
          for (const companyId of new Set(companyIds)) lists.drop(id, companyId);
        }),
      ),
    setReason: ({ id, companyId, reason }) =>
      undoReply(change('reason-changed', (changing) => listsOf(changing).setReason(id, companyId, reason))),
    move: ({ from, to, companyIds }) =>
      undoReply(
        change('moved', (changing) => {
          const lists = listsOf(changing);
          for (const companyId of new Set(companyIds)) lists.move({ from, to, companyId });
        }),
      ),
  };
}

const listsOf = ({ files, journal }: UserDataChangeParts): Watchlists =>
  createWatchlists(files.yours, journal);
