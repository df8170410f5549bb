import type { Handlers } from '../../../shared/contract/index.ts';
import { missingCompanies } from '../database/queries/cache/company-presence.ts';
import { putOpened } from '../database/queries/yours/outcome-facts.ts';
import { createOutcomeReader, type OutcomeReader } from '../library/outcomes/outcomes.ts';
import type { LibrarySearch } from '../library/index/library-search.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Workspaces } from '../workspace/workspaces.ts';

export function createOutcomesHandlers(workspaces: Workspaces): Handlers['outcomes'] {
  // A reader caches data by the slots of one search engine. The `WeakMap` releases the reader together with
  // that engine.
  const readers = new WeakMap<LibrarySearch, OutcomeReader>();
  const readerOf = ({ files, search }: Pick<OpenWorkspace, 'files' | 'search'>): OutcomeReader => {
    const reader = readers.get(search) ?? createOutcomeReader(files, search);
    readers.set(search, reader);
    return reader;
  };
  return {
    get: (question) => {
      const workspace = workspaces.current();
      return readerOf(workspace).read(question, workspace.governor.serverNowMs());
    },
    roles: (question) => {
      const workspace = workspaces.current();
      const nowMs = workspace.governor.serverNowMs();
      return readerOf(workspace).readRoles(question, nowMs, workspace.vault.seal());
    },
    suggestions: () => readerOf(workspaces.current()).readSuggestions(),
    opened: ({ id }) => {
      const { files, governor } = workspaces.current();
      // Opened company pages are recorded only for companies in the library.
      if (missingCompanies(files.cache, [id]).length > 0) return {};
      putOpened(files.yours, id, Math.round(governor.serverNowMs()));
      return {};
    },
  };
}
