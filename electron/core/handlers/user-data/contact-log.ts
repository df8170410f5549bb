import type { Handlers, Publish } from '../../../../shared/contract/index.ts';
import { markContacted } from '../../user-data/contacted-status.ts';
import { contactLogOf, createContactLog, type ContactLog } from '../../user-data/contact-log.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';
import {
  type UserDataChangeParts,
  createChangeUserData,
  subjectsOf,
  undoReply,
} from '../change-user-data.ts';

export function createContactLogHandlers(workspaces: Workspaces, publish: Publish): Handlers['contactLog'] {
  const change = createChangeUserData(workspaces, publish);
  return {
    of: ({ companyId, ...page }) => contactLogOf(workspaces.current().files, companyId, page),
    add: ({ companyIds, ...entry }) => {
      const what = entry.answer === null ? 'contact-logged' : 'answer-logged';
      const { value, undo } = change(what, (changing) => {
        const { files, journal, atMs } = changing;
        const companies = subjectsOf(files, companyIds);
        const added = logFor(changing).add(companies, entry, atMs);
        const contacted = entry.answer === null ? markContacted(files.yours, journal, companies, atMs) : 0;
        return { ...added, contacted };
      });
      return { ...value, undo };
    },
    change: ({ id, ...contacted }) =>
      undoReply(change('contact-changed', (changing) => logFor(changing).change(id, contacted))),
    remove: ({ ids }) =>
      undoReply(change('contact-removed', (changing) => logFor(changing).remove([...new Set(ids)]))),
  };
}

const logFor = ({ files, journal }: UserDataChangeParts): ContactLog => createContactLog(files, journal);
