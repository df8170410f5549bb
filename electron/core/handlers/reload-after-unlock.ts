import type { Publish } from '../../../shared/contract/index.ts';
import { canStoreContacts } from '../contacts/contact-encryption.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Workspaces } from '../workspace/workspaces.ts';

/** Completes pending work on encrypted rows after contacts are unlocked, and publishes the change. */
export async function readEncrypted(
  { sealOpened }: Pick<OpenWorkspace, 'sealOpened'>,
  publish: Publish,
): Promise<void> {
  await sealOpened();
  publish('library', 'onChanged', {});
}

/**
 * Returns whether contacts can be stored in the open workspace. If the contact key is in the keychain and not
 * loaded, tries again to read it, because the user may have unlocked the keychain outside the app.
 * @throws AppFailure `not-found` (`workspace`) if none is open
 */
export async function reloadContactsAfterUnlock(workspaces: Workspaces, publish: Publish): Promise<boolean> {
  const workspace = workspaces.current();
  const { vault, record } = workspace;
  const isOpen = (): boolean => canStoreContacts(vault.seal());
  if (isOpen() || record().people.mode !== 'keychain') return isOpen();
  return workspaces.exclusively(async () => {
    if (workspaces.active() !== workspace || isOpen()) return isOpen();
    await vault.loadContactKey();
    if (!isOpen()) return false;
    await readEncrypted(workspace, publish);
    publish('keys', 'onChanged', {});
    return true;
  });
}

/**
 * Resumes everything in the open workspace that waits for the keychain. Called after the keychain was
 * unlocked.
 */
export async function keychainUnlocked(workspaces: Workspaces, publish: Publish): Promise<void> {
  const workspace = workspaces.active();
  if (workspace === null) return;
  await reloadContactsAfterUnlock(workspaces, publish);
  const { receiver } = workspace.signals;
  if (workspaces.active() === workspace && receiver.view().state === 'key-locked') await receiver.retry();
  publish('keys', 'onChanged', {});
}
