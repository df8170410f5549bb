import type { Handlers, Publish } from '../../../shared/contract/index.ts';
import type { Shell } from '../../../shared/model/settings/diagnostics.ts';
import type { AutoLock } from '../workspace/auto-lock.ts';

export interface AppFacts {
  readonly version: string;
  readonly shell: Shell;
  readonly realAccounts: boolean;
}

/**
 * Creates the handlers that need no open workspace. Also returns `follow`, which opens a link to a company.
 */
export function createAppHandlers(
  facts: AppFacts,
  publish: Publish,
  autoLock: Pick<AutoLock, 'reportActivity'>,
): { handlers: Handlers['app']; follow: (companyId: string) => void } {
  /** The company of the link opened last. The window fetches it once with `followed`. */
  let wanted: string | null = null;
  return {
    handlers: {
      info: () => facts,
      followed: () => {
        const companyId = wanted;
        wanted = null;
        return { companyId };
      },
      reportActivity: () => {
        autoLock.reportActivity();
        return {};
      },
    },
    follow: (companyId) => {
      wanted = companyId;
      publish('app', 'onFollow', {});
    },
  };
}
