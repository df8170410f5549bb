import type { Handlers, Publish } from '../../../shared/contract.ts';
import { announceWords } from '../words/changes.ts';
import { takeBack, undoSteps } from '../words/journal.ts';
import { createStatuses, listStatuses, statusOfCompany } from '../words/statuses.ts';
import { createTags, listTags, tagsOfCompany, type Tags } from '../words/tags.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { type ChangeWords, type Changing, createChangeWords, subjectsOf, undoOf } from './words-change.ts';

type Marks = Handlers['marks'];

export function createMarksService(workspaces: Workspaces, publish: Publish): Marks {
  const yours = () => workspaces.current().files.yours;
  const change = createChangeWords(workspaces, publish);
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
      const { what, recorded } = takeBack(files.yours, token, clock.nowMs());
      announceWords(publish, what, recorded);
      return { what, undo: recorded.undo };
    },
    ...createStatusChanges(change),
    ...createTagChanges(change),
  };
}

const createStatusChanges = (change: ChangeWords): Pick<Marks, 'renameStatus' | 'setStatus'> => ({
  renameStatus: ({ id, name }) =>
    undoOf(
      change('status-renamed', ({ files, journal }) => createStatuses(files.yours, journal).rename(id, name)),
    ),
  setStatus: ({ companyIds, statusId }) =>
    undoOf(
      change('status-set', ({ files, journal, atMs }) =>
        createStatuses(files.yours, journal).set(subjectsOf(files, companyIds), statusId, atMs),
      ),
    ),
});

type TagChanges = Pick<Marks, 'createTag' | 'renameTag' | 'mergeTags' | 'removeTag' | 'addTag' | 'dropTag'>;

const createTagChanges = (change: ChangeWords): TagChanges => ({
  createTag: ({ name }) => {
    const { value, undo } = change('tag-created', (changing) => tagsOf(changing).create(name, changing.atMs));
    return { ...value, undo };
  },
  renameTag: ({ id, name }) => undoOf(change('tag-renamed', (changing) => tagsOf(changing).rename(id, name))),
  mergeTags: ({ from, into }) =>
    undoOf(change('tag-merged', (changing) => tagsOf(changing).merge(from, into))),
  removeTag: ({ id }) =>
    undoOf(change('tag-removed', (changing) => tagsOf(changing).remove(id, changing.atMs))),
  addTag: ({ companyIds, name }) => {
    const { value, undo } = change('tagged', (changing) =>
      tagsOf(changing).add(subjectsOf(changing.files, companyIds), name, changing.atMs),
    );
    return { ...value, undo };
  },
  dropTag: ({ companyIds, id }) =>
    undoOf(change('untagged', (changing) => tagsOf(changing).drop([...new Set(companyIds)], id))),
});

const tagsOf = ({ files, journal }: Changing): Tags => createTags(files.yours, journal);
