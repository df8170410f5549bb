import type { KeyState } from '../../../../shared/model/workspace.ts';
import { lockContacts as strings } from './lock-contacts-strings.ts';
import type { App } from '../../../session/app.svelte.ts';

/**
 * Returns whether the user can lock the contacts now. This requires a passphrase. Without a passphrase, the
 * keychain would unlock the contacts again without asking the user.
 */
export const canLockContacts = ({ keys }: App): boolean =>
  keys.state?.people.mode === 'passphrase' && keys.state.people.state === 'open';

export type LockReason = NonNullable<KeyState['people']['why']>;

/** Returns the reason why contacts are locked; null if they are not locked. */
export function lockReason({ keys }: App): LockReason | null {
  const people = keys.state?.people;
  if (people?.state !== 'locked') return null;
  return people.why ?? (people.mode === 'passphrase' ? 'passphrase' : 'keychain-locked');
}

/**
 * Returns whether contacts may be removed. They may be removed if their key is missing or damaged, or if they
 * are locked with a passphrase, because the user may have forgotten it. In all other cases, the core refuses
 * to remove them.
 */
export const canRemoveUndecryptable = (
  why: LockReason,
): why is Exclude<LockReason, 'auto-locked' | 'keychain-locked' | 'no-keychain'> =>
  why !== 'auto-locked' && why !== 'keychain-locked' && why !== 'no-keychain';

export async function lockContacts(app: App): Promise<void> {
  await app.attempt(async () => {
    await app.keys.lockContacts();
    app.toasts.clear();
    app.toasts.show(strings.locked);
  });
}
