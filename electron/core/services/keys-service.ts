import { AppFailure } from '../../../shared/app-failure.ts';
import type { Handlers, Publish } from '../../../shared/contract.ts';
import type { SecretStores } from '../ports.ts';
import type { Workspaces } from '../workspace/workspaces.ts';

export function createKeysService(
  workspaces: Workspaces,
  secrets: SecretStores,
  publish: Publish,
): Handlers['keys'] {
  const changed = async () => {
    publish('keys', 'onChanged', {});
    return workspaces.current().vault.state();
  };
  return {
    keychain: async () =>
      secrets.keychain === null
        ? { state: 'unavailable', name: 'no keychain' }
        : { state: await secrets.keychain.probe(), name: secrets.keychain.name },
    state: () => workspaces.current().vault.state(),
    setApiKey: async ({ apiKey, place, sameAccount }) => {
      const workspace = workspaces.current();
      // The demo's key belongs to its simulator.
      if (workspace.demo !== null) throw new AppFailure({ kind: 'unsupported', capability: 'real-account' });
      const state = await workspace.vault.setApiKey(apiKey, place);
      if (state !== 'ready') throw new AppFailure({ kind: 'unsupported', capability: 'keychain' });
      workspace.update({ apiKeyPlace: place });
      workspace.governor.keyReplaced(sameAccount);
      workspace.connection.reset();
      return changed();
    },
    clearApiKey: async () => {
      const workspace = workspaces.current();
      await workspace.vault.clearApiKey();
      workspace.update({ apiKeyPlace: null });
      return changed();
    },
    unlockPeople: async ({ passphrase }) => {
      const opened = await workspaces.current().vault.unlock(passphrase);
      if (opened) publish('library', 'onChanged', {});
      return changed();
    },
    retry: async () => {
      await workspaces.current().vault.openSeal();
      publish('library', 'onChanged', {});
      return changed();
    },
  };
}
