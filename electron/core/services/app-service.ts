import type { Handlers, Publish } from '../../../shared/contract.ts';

export interface AppFacts {
  readonly version: string;
  readonly shell: 'electron' | 'loopback' | 'test';
  readonly realAccounts: boolean;
}

/** What is asked before a workspace is open, and the way in for links. */
export function createAppService(
  facts: AppFacts,
  publish: Publish,
): { handlers: Handlers['app']; follow: (companyId: string) => void } {
  /** Waits for a window that asks; a later link takes its place. */
  let wanted: string | null = null;
  return {
    handlers: {
      info: () => facts,
      followed: () => {
        const companyId = wanted;
        wanted = null;
        return { companyId };
      },
    },
    follow: (companyId) => {
      wanted = companyId;
      publish('app', 'onFollow', {});
    },
  };
}
