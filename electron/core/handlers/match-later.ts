import type { Publish } from '../../../shared/contract/index.ts';
import { messageOf } from '../foundation/error-message.ts';
import type { Dispose, Ports } from '../ports.ts';
import { joinPending, type Joined } from '../user-data/local-companies/join-local.ts';
import { matchPending } from '../user-data/ours/match-stored.ts';
import type { Workspaces } from '../workspace/workspaces.ts';

/**
 * Delay in ms before new companies are compared. Companies that arrive during the delay are compared
 * together.
 */
const SOON_MS = 500;

/**
 * After a short delay, compares newly stored companies with local companies and with the lines that the user
 * imported.
 */
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
      publishJoined(publish, joinPending(files, clock.nowMs()));
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

/** Publishes that user data was moved from local companies to stored companies. */
export function publishJoined(publish: Publish, joined: readonly Joined[]): void {
  if (joined.length === 0) return;
  const companyIds = joined.flatMap(({ from, into }) => [from, into]);
  for (const companyId of companyIds) publish('notes', 'onChanged', { companyId });
  for (const id of companyIds) publish('companies', 'onChanged', { id });
  publish('watchlists', 'onChanged', {});
  publish('tasks', 'onChanged', {});
  publish('contactLog', 'onChanged', {});
  publish('marks', 'onChanged', { companyIds: null });
  publish('library', 'onChanged', {});
}
