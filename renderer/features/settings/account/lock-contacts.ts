import type { KeyState } from '../../../../shared/model/workspace.ts';
import { lockContacts as words } from './lock-contacts-strings.ts';
import type { App } from '../../../session/app.svelte.ts';

/** Only what a passphrase guards can be locked: a keyring would open it again without asking. */
export const canLockContacts = ({ keys }: App): boolean =>
  keys.state?.people.mode === 'passphrase' && keys.state.people.state === 'open';

export type WhyLocked = NonNullable<KeyState['people']['why']>;

/** Why people are locked, as the core says; null where they are not. */
export function whyLocked({ keys }: App): WhyLocked | null {
  const people = keys.state?.people;
  if (people?.state !== 'locked') return null;
  return people.why ?? (people.mode === 'passphrase' ? 'passphrase' : 'keychain-locked');
}

/** Whether nothing opens them any more, or only a passphrase that may be forgotten: the core gives up no others. */
export const canRemoveUndecryptable = (
  why: WhyLocked,
): why is Exclude<WhyLocked, 'keychain-locked' | 'no-keychain'> =>
  why !== 'keychain-locked' && why !== 'no-keychain';

export async function lockContacts(app: App): Promise<void> {
  await app.attempt(async () => {
    await app.keys.lockContacts();
    app.toasts.clear();
    app.toasts.show(words.locked);
  });
}
