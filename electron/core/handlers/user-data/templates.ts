import type { Handlers, Publish } from '../../../../shared/contract/index.ts';
import { createTemplates, listTemplates, type Templates } from '../../user-data/templates.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';
import { createChangeUserData, undoReply, type UserDataChangeParts } from '../change-user-data.ts';

export function createTemplatesHandlers(workspaces: Workspaces, publish: Publish): Handlers['templates'] {
  const change = createChangeUserData(workspaces, publish);
  return {
    list: () => ({ templates: listTemplates(workspaces.current().files.yours) }),
    create: (written) => {
      const { value, undo } = change('template-written', (changing) =>
        templatesOf(changing).create(written, changing.atMs),
      );
      return { id: value, undo };
    },
    change: ({ id, ...written }) =>
      undoReply(
        change('template-changed', (changing) => templatesOf(changing).change(id, written, changing.atMs)),
      ),
    remove: ({ id }) => undoReply(change('template-removed', (changing) => templatesOf(changing).remove(id))),
  };
}

const templatesOf = ({ files, journal }: UserDataChangeParts): Templates =>
  createTemplates(files.yours, journal);
