import type { Handlers, Publish } from '../../../../shared/contract/index.ts';
import { publishChange } from '../../user-data/change-events.ts';
import type { ChangeKind } from '../../../../shared/model/user-data.ts';
import { redoChange, undoChange, undoSteps, type RecordedStep } from '../../user-data/undo-journal.ts';
import { createStatuses, listStatuses, statusOfCompany, type Statuses } from '../../user-data/statuses.ts';
import { createTags, listTags, tagsOfCompany, type Tags } from '../../user-data/tags.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';
import {
  type ChangeUserData,
  type UserDataChangeParts,
  createChangeUserData,
  subjectsOf,
  undoReply,
} from '../change-user-data.ts';

type Marks = Handlers['marks'];

export function createMarksHandlers(workspaces: Workspaces, publish: Publish): Marks {
  const yours = () => workspaces.current().files.yours;
  const change = createChangeUserData(workspaces, publish);
  const reportRevert = (what: ChangeKind, recorded: RecordedStep): void => {
    if (what === 'signals-removed') workspaces.current().signals.applyRemovals();
    publishChange(publish, what, recorded);
  };
  return {
    get: ({ companyId }) => ({
      status: statusOfCompany(yours(), companyId),
      tags: tagsOfCompany(yours(), companyId),
    }),
    statuses: () => ({ statuses: listStatuses(yours()) }),
    tags: (page) => listTags(yours(), page),
    undoable: ({ limit }) => ({ steps: undoSteps(yours(), limit) }),
    undo: ({ token }) => {
      const { files, clock } = workspaces.current();
      const { what, recorded } = undoChange(files.yours, token, clock.nowMs());
      reportRevert(what, recorded);
      return { what, undo: recorded.undo };
    },
    redo: () => {
      const { files, clock } = workspaces.current();
      const reverted = redoChange(files.yours, clock.nowMs());
      if (reverted === null) return { redone: null };
      const { what, recorded, undone } = reverted;
      reportRevert(what, recorded);
      return { redone: { what, undone, undo: recorded.undo } };
    },
    ...createStatusChanges(change),
    ...createTagChanges(change),
  };
}

type StatusChanges = Pick<Marks, 'renameStatus' | 'addStatus' | 'moveStatus' | 'removeStatus' | 'setStatus'>;

const createStatusChanges = (change: ChangeUserData): StatusChanges => ({
  renameStatus: ({ id, name }) =>
    undoReply(change('status-renamed', (changing) => statusesOf(changing).rename(id, name))),
  addStatus: ({ name, companyIds = [] }) => {
    const { value, undo } = change('status-added', (changing) => {
      const statuses = statusesOf(changing);
      const id = statuses.add(name, changing.atMs);
      statuses.set(subjectsOf(changing.files, companyIds), id, changing.atMs);
      return id;
    });
    return { id: value, undo };
  },
  moveStatus: ({ id, to }) =>
    undoReply(change('status-moved', (changing) => statusesOf(changing).move(id, to, changing.atMs))),
  removeStatus: ({ id, moveTo }) =>
    undoReply(change('status-removed', (changing) => statusesOf(changing).remove(id, moveTo, changing.atMs))),
  setStatus: ({ companyIds, statusId }) =>
    undoReply(
      change('status-set', (changing) =>
        statusesOf(changing).set(subjectsOf(changing.files, companyIds), statusId, changing.atMs),
      ),
    ),
});

type TagChanges = Pick<Marks, 'createTag' | 'renameTag' | 'mergeTags' | 'removeTag' | 'addTag' | 'dropTag'>;

const createTagChanges = (change: ChangeUserData): TagChanges => ({
  createTag: ({ name }) => {
    const { value, undo } = change('tag-created', (changing) => tagsOf(changing).create(name, changing.atMs));
    return { ...value, undo };
  },
  renameTag: ({ id, name }) =>
    undoReply(change('tag-renamed', (changing) => tagsOf(changing).rename(id, name))),
  mergeTags: ({ from, into }) =>
    undoReply(change('tag-merged', (changing) => tagsOf(changing).merge(from, into))),
  removeTag: ({ id }) =>
    undoReply(change('tag-removed', (changing) => tagsOf(changing).remove(id, changing.atMs))),
  addTag: ({ companyIds, name }) => {
    const { value, undo } = change('tagged', (changing) =>
      tagsOf(changing).add(subjectsOf(changing.files, companyIds), name, changing.atMs),
    );
    return { ...value, undo };
  },
  dropTag: ({ companyIds, id }) =>
    undoReply(change('untagged', (changing) => tagsOf(changing).drop([...new Set(companyIds)], id))),
});

const statusesOf = ({ files, journal }: UserDataChangeParts): Statuses =>
  createStatuses(files.yours, journal);
const tagsOf = ({ files, journal }: UserDataChangeParts): Tags => createTags(files.yours, journal);
