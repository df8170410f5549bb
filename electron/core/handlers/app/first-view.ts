import type { Publish } from '../../../../shared/contract/index.ts';
import type { ProgressBoard } from '../../foundation/progress.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';

/**
 * Returns a function that reports everything in the first view as changed, so the page reads it again.
 * After the first event, the page reads the state of the workspace. Each of the other events concerns one part of
 * Today or of the frame.
 */
export function createRefreshFirstView(
  publishToPages: (channel: string, payload: unknown) => void,
  workspaces: Pick<Workspaces, 'active'>,
  progress: Pick<ProgressBoard, 'list'>,
): () => void {
  const publish: Publish = (group, name, payload) => publishToPages(`${group}.${name}`, payload);
  return () => {
    publish('workspaces', 'onChanged', { activeId: workspaces.active()?.record().id ?? null });
    publish('progress', 'onChanged', { works: progress.list() });
    publish('settings', 'onChanged', {});
    publish('library', 'onChanged', {});
    publish('quota', 'onChanged', {});
    publish('signals', 'onReceiver', {});
    publish('marks', 'onChanged', { companyIds: null });
    publish('plan', 'onChanged', {});
    publish('reviews', 'onChanged', {});
    publish('tasks', 'onChanged', {});
    publish('watchlists', 'onChanged', {});
  };
}
