import type { Handlers } from '../../../shared/contract/index.ts';
import { messageOf } from '../foundation/error-message.ts';
import { createInsightReader, type InsightReader } from '../library/insights/insights.ts';
import type { LibrarySearch } from '../library/index/library-search.ts';
import type { Logger } from '../ports.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Workspaces } from '../workspace/workspaces.ts';

export function createInsightsHandlers(workspaces: Workspaces, log: Logger): Handlers['insights'] {
  // A reader's cached rounds refer to slots of one search engine, so the reader is released together with
  // that engine.
  const readers = new WeakMap<LibrarySearch, InsightReader>();
  const readerOf = ({
    files,
    search,
  }: Pick<OpenWorkspace, 'files' | 'search'>): { reader: InsightReader; isNew: boolean } => {
    const known = readers.get(search);
    if (known !== undefined) return { reader: known, isNew: false };
    const reader = createInsightReader(files, search);
    readers.set(search, reader);
    return { reader, isNew: true };
  };
  return {
    get: async (question) => {
      const workspace = workspaces.current();
      const { reader, isNew } = readerOf(workspace);
      const nowMs = workspace.governor.serverNowMs();
      const figures = await reader.read(question, nowMs);
      if (isNew)
        reader
          .prepare(nowMs)
          .catch((error: unknown) => log.warn('insights-not-prepared', { error: messageOf(error) }));
      return figures;
    },
  };
}
