import type { KeyState } from '../../../../shared/model/workspace.ts';
import { lockContacts as words } from './lock-contacts-strings.ts';
import type { App } from '../../../session/app.svelte.ts';

/** Only a passphrase makes locking useful: a keyring would unlock contacts again without asking. */
export const canLockContacts = ({ keys }: App): boolean =>
  keys.state?.people.mode === 'passphrase' && keys.state.people.state === 'open';

export type LockReason = NonNullable<KeyState['people']['why']>;

/** Why contacts are locked; null if they are not. */
export function lockReason({ keys }: App): LockReason | null {
  const people = keys.state?.people;
  if (people?.state !== 'locked') return null;
  return people.why ?? (people.mode === 'passphrase' ? 'passphrase' : 'keychain-locked');
}

/** Whether the key is lost, or protected by a passphrase that may be forgotten. The core removes no other contacts. */
export const canRemoveUndecryptable = (
  why: LockReason,
): why is Exclude<LockReason, 'keychain-locked' | 'no-keychain'> =>
  why !== 'keychain-locked' && why !== 'no-keychain';

export async function lockContacts(app: App): Promise<void> {
  await app.attempt(async () => {
    await app.keys.lockContacts();
    app.toasts.clear();
    app.toasts.show(words.locked);
  });
}
