import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import keytar from 'keytar';
import { createKeytarSecrets } from '../../electron/adapters/keytar-secrets.ts';
import type { SecretAnswer, SecretStore } from '../../electron/core/ports.ts';

/* The app's store, and defective stores that each make one common mistake in using keytar. */

export const SERVICE = 'Roundwatch states';
export const ABSENT: SecretAnswer = { state: 'absent', secret: null };
export const asAnswer = (secret: string | null): SecretAnswer =>
  secret === null ? ABSENT : { state: 'ready', secret };

type Change = (sound: SecretStore) => Partial<SecretStore>;

const read = async (account: string): Promise<SecretAnswer> =>
  asAnswer(await keytar.getPassword(SERVICE, account));

/**
 * A defective store that saves all secrets in one item and rewrites the whole item for each change. If two
 * apps both read the item before they write it, one change is lost. To provoke this, each app delays its
 * write until the other app has read the item.
 */
function inOneItem(): Partial<SecretStore> {
  const all = async () => JSON.parse((await keytar.getPassword(SERVICE, 'all')) ?? '{}') as object;
  let turn = 0;
  return {
    get: async (account) => asAnswer((Reflect.get(await all(), account) as string | undefined) ?? null),
    set: async (account, secret) => {
      const before = await all();
      await waitForOtherApp((turn += 1));
      await keytar.setPassword(SERVICE, 'all', JSON.stringify({ ...before, [account]: secret }));
      return 'ready';
    },
    delete: async (account) => {
      await keytar.setPassword(SERVICE, 'all', JSON.stringify({ ...(await all()), [account]: undefined }));
      return 'absent';
    },
  };
}

/**
 * Waits until the other app has reached the same turn or has ended. If the variable APP names no other app,
 * returns immediately.
 */
async function waitForOtherApp(turn: number): Promise<void> {
  const folder = process.env['MEET'] ?? '';
  const [own = '', other] = (process.env['APP'] ?? '').split(' ');
  if (other === undefined) return;
  writeFileSync(join(folder, `${own}-${turn}`), '');
  const isThere = (): boolean =>
    existsSync(join(folder, `${other}-${turn}`)) || existsSync(join(folder, `${other}-ended`));
  while (!isThere()) await pause(5);
}

const DEFECTIVE_STORES = {
  'null read as absent': () => ({ get: read }),
  'null read as locked': () => ({
    get: async (account) => {
      const answer = await read(account);
      return answer.state === 'absent' ? { state: 'locked', secret: null } : answer;
    },
  }),
  'a failure read as absent': () => ({ get: (account) => read(account).catch(() => ABSENT) }),
  'a hanging read treated as absent': (sound) => ({
    get: async (account) => {
      const answer = await sound.get(account);
      return answer.state === 'timeout' ? ABSENT : answer;
    },
  }),
  '"nothing deleted" read as absent': () => ({
    delete: async (account) => {
      await keytar.deletePassword(SERVICE, account);
      return 'absent';
    },
  }),
  'a probe left behind': () => ({
    get: async (account) => {
      const first = await read(account);
      if (first.state === 'absent') await keytar.setPassword(SERVICE, 'probe', 'probe');
      return first;
    },
  }),
  'a cached secret': (sound) => {
    const known = new Map<string, string>();
    return {
      get: async (account) => {
        const answer = asAnswer(known.get(account) ?? null);
        return answer.state === 'ready' ? answer : sound.get(account);
      },
      set: (account, secret) => {
        known.set(account, secret);
        return sound.set(account, secret);
      },
    };
  },
  'any item of the service': () => ({ get: async () => asAnswer(await keytar.findPassword(SERVICE)) }),
  'everything of the service deleted': () => ({
    delete: async () => {
      for (const { account } of await keytar.findCredentials(SERVICE))
        await keytar.deletePassword(SERVICE, account);
      return 'absent';
    },
  }),
  'an unverified write': () => ({
    set: async (account, secret) => {
      await keytar.setPassword(SERVICE, account, secret);
      return 'ready';
    },
  }),
  'a trimmed secret': (sound) => ({ set: (account, secret) => sound.set(account, secret.trim()) }),
  'one item for all secrets': inOneItem,
} as const satisfies Record<string, Change>;

export type DefectiveStore = keyof typeof DEFECTIVE_STORES;
export type Make = 'the app' | DefectiveStore;

/** @param timeoutMs - the time limit of each operation of the store */
export function makeStore(make: Make, timeoutMs: number): SecretStore {
  const sound = createKeytarSecrets({ service: SERVICE, timeoutMs });
  return make === 'the app' ? sound : { ...sound, ...DEFECTIVE_STORES[make](sound) };
}
