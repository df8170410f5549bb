import type { Handlers } from '../../../shared/contract/index.ts';
import { messageOf } from '../foundation/error-message.ts';
import { createInsightReader, type InsightReader } from '../library/insights/insights.ts';
import type { Logger } from '../ports.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Workspaces } from '../workspace/workspaces.ts';

export function createInsightsHandlers(workspaces: Workspaces, log: Logger): Handlers['insights'] {
  // A WeakMap, so a reader and the rounds in its memory are released together with the workspace.
  const readers = new WeakMap<OpenWorkspace, InsightReader>();
  const readerOf = (workspace: OpenWorkspace): { reader: InsightReader; isNew: boolean } => {
    const known = readers.get(workspace);
    if (known !== undefined) return { reader: known, isNew: false };
    const reader = createInsightReader(workspace.files, workspace.search);
    readers.set(workspace, reader);
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
