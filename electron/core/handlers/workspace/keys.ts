import { AppFailure } from '../../../../shared/app-failure.ts';
import type { Handlers, Publish } from '../../../../shared/contract/index.ts';
import { secretNotStored } from '../../foundation/keychain-errors.ts';
import type { Confirmation } from '../../foundation/native-confirmation.ts';
import { createPassphraseRecord } from '../../contacts/passphrase.ts';
import { sameSecret } from '../../foundation/constant-time-equal.ts';
import type { KeyMaking, Ports } from '../../ports.ts';
import type { KeyState } from '../../../../shared/model/workspace.ts';
import { checkKey } from '../../fetching/check-key.ts';
import { byHand, type RequestParts } from '../../fetching/priced-request.ts';
import type { AutoLock } from '../../workspace/auto-lock.ts';
import type { OpenWorkspace } from '../../workspace/open-workspace.ts';
import { readEncrypted } from '../reload-after-unlock.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';

export function createKeysHandlers(
  workspaces: Workspaces,
  { secrets, ...making }: Pick<Ports, 'secrets'> & KeyMaking,
  publish: Publish,
  check: () => Promise<unknown>,
  autoLock: Pick<AutoLock, 'release'>,
  confirmation: Confirmation,
): Handlers['keys'] {
  /** Runs `work` on the current workspace, which cannot be closed or changed until `work` has ended. */
  const change: Change = (work) =>
    workspaces.exclusively(async () => {
      const workspace = workspaces.current();
      await work(workspace);
      publish('keys', 'onChanged', {});
      return workspace.vault.state();
    });
  return {
    keychain: async () =>
      secrets.keychain === null
        ? { state: 'unavailable', name: 'no keychain' }
        : { state: await secrets.keychain.probe(), name: secrets.keychain.name },
    state: () => workspaces.current().vault.state(),
    setApiKey: (request) => change((workspace) => replaceApiKey(workspace, request)),
    clearApiKey: () =>
      change(async ({ vault, update }) => {
        if ((await vault.clearApiKey()) !== 'absent')
          throw new AppFailure({ kind: 'unauthorized', reason: 'key-locked' });
        update({ apiKeyPlace: null, apiKeyLeft: false });
      }),
    look: async () => {
      await check();
      return {};
    },
    retry: async () => {
      const workspace = workspaces.current();
      const isHeld = workspace.vault.why() === 'auto-locked';
      if (isHeld && confirmation.isAvailable) await confirmation.require({ kind: 'show-contacts' });
      return change(async (current) => {
        // Releases the lock only if the workspace is still the same: the user may have opened another one
        // while the dialog was open.
        if (isHeld && current === workspace) autoLock.release(workspace);
        await current.vault.loadContactKey();
        await readEncrypted(current, publish);
      });
    },
    ...createSealHandlers(change, making, publish),
  };
}

type ApiKeyParts = RequestParts &
  Pick<OpenWorkspace, 'demo' | 'vault' | 'record' | 'update' | 'governor' | 'connection' | 'clientFor'>;

type Change = (work: (workspace: OpenWorkspace) => Promise<void> | void) => Promise<KeyState>;

/**
 * Replaces the API key. A new key that is not in use yet is first checked with one priced `/stats` request.
 * If the service rejects the new key, the previous key stays.
 */
async function replaceApiKey(
  workspace: ApiKeyParts,
  { apiKey, place, sameAccount, accepted, screen }: Parameters<Handlers['keys']['setApiKey']>[0],
): Promise<void> {
  const { demo, vault, record, update, governor, connection } = workspace;
  // The demo's key belongs to the simulated service and cannot be replaced.
  if (demo !== null) throw new AppFailure({ kind: 'unsupported', capability: 'demo' });
  const known = await vault.apiKey().catch(() => null);
  const isKnown = known !== null && sameSecret(known, apiKey);
  // If the previous key cannot be read, the app trusts the user's statement that the new key belongs to the
  // same account. If that is wrong, requests made with the old account are also counted for the new one, so
  // the app counts too many requests rather than too few.
  const isSame = isKnown || (known === null && sameAccount);
  const checked = isKnown
    ? null
    : await checkKey(workspace, workspace.clientFor(apiKey), byHand(accepted, screen, 'New key'));
  const { apiKeyPlace, apiKeyLeft } = record();
  const mayBeLeft = place === 'session' && (apiKeyPlace === 'keychain' || apiKeyLeft === true);
  const state = await vault.setApiKey(apiKey, place, {
    onStored: () => {
      const keyType = isKnown ? record().keyType : (checked?.value.keyType ?? 'unknown');
      update({ apiKeyPlace: place, apiKeyLeft: mayBeLeft, keyType });
      governor.keyReplaced(isSame ? 'same-key' : sameAccount ? 'same-account' : 'another-account');
    },
    onOnlyOne: () => {
      if (mayBeLeft) update({ apiKeyLeft: false });
    },
  });
  if (state !== 'ready') throw secretNotStored(state);
  connection.reset();
  if (checked !== null) governor.reconcile(checked.value, checked.serverNowMs);
  workspace.publish('workspaces', 'onChanged', { activeId: record().id });
}

/** Handlers for the contact key. When contacts are unlocked, pending work on encrypted rows is completed. */
function createSealHandlers(
  change: Change,
  making: KeyMaking,
  publish: Publish,
): Pick<Handlers['keys'], 'keepPeople' | 'unlockPeople' | 'lockContacts'> {
  const opened = (workspace: Pick<OpenWorkspace, 'sealOpened'>): Promise<void> =>
    readEncrypted(workspace, publish);
  return {
    keepPeople: ({ how }) =>
      change(async (workspace) => {
        await keepPeople(workspace, how, making);
        await opened(workspace);
      }),
    unlockPeople: ({ passphrase }) =>
      change(async (workspace) => {
        if (await workspace.vault.unlock(passphrase)) await opened(workspace);
      }),
    lockContacts: () =>
      change(({ vault, search }) => {
        if (!vault.lock()) throw new AppFailure({ kind: 'conflict', reason: 'no-passphrase' });
        search.dropContacts();
        publish('library', 'onChanged', {});
      }),
  };
}

/**
 * Creates the workspace's first contact key, without which no contacts can be stored. Fails if there already
 * is one, because the stored contacts are encrypted with it. `changeKey` replaces the key and encrypts the
 * contacts again.
 */
async function keepPeople(
  { record, vault, update }: Pick<OpenWorkspace, 'record' | 'vault' | 'update'>,
  how: Parameters<Handlers['keys']['keepPeople']>[0]['how'],
  making: KeyMaking,
): Promise<void> {
  if (record().people.mode !== 'none') throw new AppFailure({ kind: 'conflict', reason: 'people-kept' });
  if (how.mode === 'keychain') {
    const state = await vault.createSealKey();
    if (state !== 'ready') throw secretNotStored(state);
    return update({ people: how });
  }
  const passphrase = await createPassphraseRecord(how.passphrase, making);
  update({ people: { mode: 'passphrase', passphrase } });
  await vault.unlock(how.passphrase);
}
