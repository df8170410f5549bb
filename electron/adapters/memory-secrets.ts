import type { SecretStore } from '../core/ports.ts';

/** Stores secrets in memory until the process ends. */
export function createMemorySecrets(): SecretStore {
  const secrets = new Map<string, string>();
  return {
    place: 'session',
    name: 'this session',
    get: (account) => {
      const secret = secrets.get(account);
      return Promise.resolve(
        secret === undefined ? { state: 'absent', secret: null } : { state: 'ready', secret },
      );
    },
    set: (account, secret) => {
      secrets.set(account, secret);
      return Promise.resolve('ready');
    },
    delete: (account) => {
      secrets.delete(account);
      return Promise.resolve('absent');
    },
    probe: () => Promise.resolve('ready'),
  };
}
