import type { Handlers, Publish } from '../../../shared/contract/index.ts';

export interface AppFacts {
  readonly version: string;
  readonly shell: 'electron' | 'loopback' | 'test';
  readonly realAccounts: boolean;
}

/** Handlers that need no open workspace, and the entry point for links. */
export function createAppHandlers(
  facts: AppFacts,
  publish: Publish,
): { handlers: Handlers['app']; follow: (companyId: string) => void } {
  /** Held until a window asks for it; a later link replaces it. */
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
