import type { Handlers } from '../../../shared/contract.ts';
import type { SecretStores } from '../ports.ts';

export interface AppFacts {
  readonly version: string;
  readonly shell: 'electron' | 'loopback' | 'test';
  readonly realAccounts: boolean;
}

export function createAppService(facts: AppFacts, secrets: SecretStores): Handlers['app'] {
  return {
    info: async () => ({
      ...facts,
      keychain:
        secrets.keychain === null
          ? { state: 'unavailable', name: 'no keychain' }
          : { state: await secrets.keychain.probe(), name: secrets.keychain.name },
    }),
  };
}
