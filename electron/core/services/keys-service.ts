import { AppFailure } from '../../../shared/app-failure.ts';
import type { Handlers, Publish } from '../../../shared/contract.ts';
import { notStored } from '../keychain-answers.ts';
import { createPassphraseRecord } from '../library/passphrase.ts';
import { sameSecret } from '../same-secret.ts';
import type { KeyMaking, Ports } from '../ports.ts';
import type { KeyState } from '../../../shared/model/workspace.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import { readSealed } from './people-again.ts';
import type { Workspaces } from '../workspace/workspaces.ts';

export function createKeysService(
  workspaces: Workspaces,
  { secrets, ...making }: Pick<Ports, 'secrets'> & KeyMaking,
  publish: Publish,
  look: () => Promise<unknown>,
): Handlers['keys'] {
  /** One after the other, also with opening and leaving: the workspace stays the same to the end. */
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
      await look();
      return {};
    },
    ...createSealHandlers(change, making, publish),
  };
}

type Change = (work: (workspace: OpenWorkspace) => Promise<void> | void) => Promise<KeyState>;

async function replaceApiKey(
  { demo, vault, record, update, governor, connection }: OpenWorkspace,
  { apiKey, place, sameAccount }: Parameters<Handlers['keys']['setApiKey']>[0],
): Promise<void> {
  // The demo's key belongs to its simulator.
  if (demo !== null) throw new AppFailure({ kind: 'unsupported', capability: 'real-account' });
  const known = await vault.apiKey().catch(() => null);
  const isKnown = known !== null && sameSecret(known, apiKey);
  // Without the one before, nobody knows whether it is another: then its month goes on, which counts too much at worst.
  const isSame = isKnown || (known === null && sameAccount);
  const { apiKeyPlace, apiKeyLeft } = record();
  const mayBeLeft = place === 'session' && (apiKeyPlace === 'keychain' || apiKeyLeft === true);
  const state = await vault.setApiKey(apiKey, place, {
    onStored: () => {
      update({ apiKeyPlace: place, apiKeyLeft: mayBeLeft });
      governor.keyReplaced(isSame ? 'same-key' : sameAccount ? 'same-account' : 'another-account');
    },
    onOnlyOne: () => {
      if (mayBeLeft) update({ apiKeyLeft: false });
    },
  });
  if (state !== 'ready') throw notStored(state);
  connection.reset();
}

/** Whatever may open the seal: sealed rows that could not be read until then are read. */
function createSealHandlers(
  change: Change,
  making: KeyMaking,
  publish: Publish,
): Pick<Handlers['keys'], 'keepPeople' | 'unlockPeople' | 'lockPeople' | 'retry'> {
  const opened = (workspace: OpenWorkspace): Promise<void> => readSealed(workspace, publish);
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
    lockPeople: () =>
      change(({ vault, search }) => {
        if (!vault.lock()) throw new AppFailure({ kind: 'conflict', reason: 'no-passphrase', preview: null });
        search.forgetPeople();
        publish('library', 'onChanged', {});
      }),
    retry: () =>
      change(async (workspace) => {
        await workspace.vault.openSeal();
        await opened(workspace);
      }),
  };
}

/** Only from nothing: what is sealed already is not moved from one key to another. */
async function keepPeople(
  { record, vault, update }: OpenWorkspace,
  how: Parameters<Handlers['keys']['keepPeople']>[0]['how'],
  making: KeyMaking,
): Promise<void> {
  if (record().people.mode !== 'none')
    throw new AppFailure({ kind: 'conflict', reason: 'people-kept', preview: null });
  if (how.mode === 'keychain') {
    const state = await vault.createSealKey();
    if (state !== 'ready') throw notStored(state);
    return update({ people: how });
  }
  const passphrase = await createPassphraseRecord(how.passphrase, making);
  update({ people: { mode: 'passphrase', passphrase } });
  await vault.unlock(how.passphrase);
}
