import type { Handlers } from '../../../shared/contract.ts';

export interface AppFacts {
  readonly version: string;
  readonly shell: 'electron' | 'loopback' | 'test';
  readonly realAccounts: boolean;
}

export function createAppService(facts: AppFacts): Handlers['app'] {
  return { info: () => facts };
}
