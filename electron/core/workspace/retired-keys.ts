import type { ContactKeyState } from '../contacts/contact-encryption.ts';

/** The contact keys that are held in memory while contacts are unlocked. */
export interface Keys {
  readonly current: Buffer;
  readonly identity: Buffer;
  readonly previous: Buffer | null;
}

type Open = Extract<ContactKeyState, { mode: 'open' }>;

/**
 * Holds the contact keys that were dropped when contacts were locked, because running requests may still need
 * them. Overwrites the keys once no running request needs them.
 */
export function createRetiredKeys() {
  let calls = 0;
  let waiting: { readonly state: Open; readonly keys: Keys }[] = [];
  const end = (): void => {
    for (const { state, keys } of waiting) {
      state.seal.forget();
      for (const key of [keys.current, keys.identity, keys.previous]) key?.fill(0);
    }
    waiting = [];
  };
  return {
    add: (state: Open, keys: Keys): void => {
      waiting.push({ state, keys });
      if (calls === 0) end();
    },
    last: (): ContactKeyState | null => waiting.at(-1)?.state ?? null,
    whileNeeded: async <T>(work: () => Promise<T>): Promise<T> => {
      calls += 1;
      try {
        return await work();
      } finally {
        calls -= 1;
        if (calls === 0) end();
      }
    },
  };
}
