import type { Handlers, Publish } from '../../../shared/contract.ts';
import { contactLogOf, createContactLog, type ContactLog } from '../words/contact-log.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { type Changing, createChangeWords, subjectsOf, undoOf } from './words-change.ts';

export function createContactLogService(workspaces: Workspaces, publish: Publish): Handlers['contactLog'] {
  const change = createChangeWords(workspaces, publish);
  return {
    of: ({ companyId, ...page }) => contactLogOf(workspaces.current().files, companyId, page),
    add: ({ companyIds, ...contacted }) => {
      const { value, undo } = change('contact-logged', (changing) =>
        logFor(changing).add(subjectsOf(changing.files, companyIds), contacted, changing.atMs),
      );
      return { ids: value, undo };
    },
    change: ({ id, ...contacted }) =>
      undoOf(change('contact-changed', (changing) => logFor(changing).change(id, contacted))),
    remove: ({ ids }) =>
      undoOf(change('contact-removed', (changing) => logFor(changing).remove([...new Set(ids)]))),
  };
}

const logFor = ({ files, journal }: Changing): ContactLog => createContactLog(files, journal);
