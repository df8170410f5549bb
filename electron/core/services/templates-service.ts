import type { Handlers, Publish } from '../../../shared/contract.ts';
import { createTemplates, listTemplates, type Templates } from '../words/templates.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { createChangeWords, undoOf, type Changing } from './words-change.ts';

export function createTemplatesService(workspaces: Workspaces, publish: Publish): Handlers['templates'] {
  const change = createChangeWords(workspaces, publish);
  return {
    list: () => ({ templates: listTemplates(workspaces.current().files.yours) }),
    create: (written) => {
      const { value, undo } = change('template-written', (changing) =>
        templatesOf(changing).create(written, changing.atMs),
      );
      return { id: value, undo };
    },
    change: ({ id, ...written }) =>
      undoOf(
        change('template-changed', (changing) => templatesOf(changing).change(id, written, changing.atMs)),
      ),
    remove: ({ id }) => undoOf(change('template-removed', (changing) => templatesOf(changing).remove(id))),
  };
}

const templatesOf = ({ files, journal }: Changing): Templates => createTemplates(files.yours, journal);
