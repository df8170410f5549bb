import type { Handlers, Publish } from '../../../shared/contract.ts';
import { companyNameOf } from '../library/company-view.ts';
import { createNotes } from '../library/notes.ts';
import type { Workspaces } from '../workspace/workspaces.ts';

export function createNotesService(workspaces: Workspaces, publish: Publish): Handlers['notes'] {
  return {
    get: ({ companyId }) => createNotes(workspaces.current().files.yours).get(companyId),
    save: ({ companyId, body, baseRevision }) => {
      const { files, clock } = workspaces.current();
      const companyName = companyNameOf(files.cache, files.yours, companyId);
      const savedAtMs = clock.nowMs();
      const saved = createNotes(files.yours).save({ companyId, companyName, body, baseRevision, savedAtMs });
      publish('notes', 'onChanged', { companyId });
      publish('library', 'onChanged', {});
      return saved;
    },
  };
}
