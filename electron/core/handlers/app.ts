import type { Handlers, Publish } from '../../../shared/contract/index.ts';
import type { LinkTarget } from '../../../shared/model/link.ts';
import type { Shell } from '../../../shared/model/settings/diagnostics.ts';
import type { AutoLock } from '../workspace/auto-lock.ts';

export interface AppFacts {
  readonly version: string;
  readonly shell: Shell;
  readonly realAccounts: boolean;
}

/**
 * Creates the handlers that need no open workspace. Also returns `follow`, which opens the target of a link.
 */
export function createAppHandlers(
  facts: AppFacts,
  publish: Publish,
  autoLock: Pick<AutoLock, 'reportActivity'>,
): { handlers: Handlers['app']; follow: (target: LinkTarget) => void } {
  /** The target of the most recently opened link. The window fetches it once with `followed`. */
  let wanted: LinkTarget | null = null;
  return {
    handlers: {
      info: () => facts,
      followed: () => {
        const target = wanted ?? { companyId: null, find: null };
        wanted = null;
        return target;
      },
      reportActivity: () => {
        autoLock.reportActivity();
        return {};
      },
    },
    follow: (target) => {
      wanted = target;
      publish('app', 'onFollow', {});
    },
  };
}
