import type { Publish } from '../../../shared/contract/index.ts';
import { messageOf } from '../foundation/error-message.ts';
import type { Dispose, Ports } from '../ports.ts';
import { matchPending } from '../user-data/ours/match-stored.ts';
import type { Workspaces } from '../workspace/workspaces.ts';

/** Delay in milliseconds, so companies that arrive together are compared together. */
const SOON_MS = 500;

/** Compares newly stored companies with the lines that the user imported, after a short delay. */
export interface MatchLater {
  /** Must be called with the group of every published event. */
  onGroupChanged(group: Parameters<Publish>[0]): void;
  dispose(): void;
}

export function createMatchLater(
  { clock, log }: Pick<Ports, 'clock' | 'log'>,
  workspaces: Pick<Workspaces, 'active'>,
  publish: Publish,
): MatchLater {
  let cancel: Dispose | null = null;
  let hasChanged = false;
  const step = (): void => {
    cancel = null;
    const files = workspaces.active()?.files;
    if (files === undefined || files.readOnly !== null) return;
    try {
      const done = matchPending(files);
      hasChanged ||= done.hasChanged;
      if (done.isMore) return schedule(0);
    } catch (error) {
      log.warn('companies-not-matched', { error: messageOf(error) });
    }
    if (!hasChanged) return;
    hasChanged = false;
    publish('ours', 'onChanged', {});
    publish('library', 'onChanged', {});
  };
  const schedule = (delayMs: number): void => {
    cancel ??= clock.after(delayMs, step);
  };
  return {
    onGroupChanged: (group) => {
      if (group === 'library' || group === 'workspaces') schedule(SOON_MS);
    },
    dispose: () => cancel?.(),
  };
}
