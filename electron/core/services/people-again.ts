import type { Publish } from '../../../shared/contract.ts';
import { keepsPeople } from '../library/seal.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Workspaces } from '../workspace/workspaces.ts';

/** Rows that were sealed could not be read until now: they are, and the screens hear of it. */
export async function readSealed({ sealOpened }: OpenWorkspace, publish: Publish): Promise<void> {
  await sealOpened();
  publish('library', 'onChanged', {});
}

/**
 * Whether people can be kept in the open workspace. Where the keychain was locked it is asked once more: the seller may have
 * unlocked it outside the app.
 */
export async function openPeopleAgain(
  workspaces: Workspaces,
  workspace: OpenWorkspace,
  publish: Publish,
): Promise<boolean> {
  const { vault, record } = workspace;
  const isOpen = (): boolean => keepsPeople(vault.seal());
  if (isOpen() || record().people.mode !== 'keychain') return isOpen();
  return workspaces.exclusively(async () => {
    if (workspaces.active() !== workspace || isOpen()) return isOpen();
    await vault.openSeal();
    if (!isOpen()) return false;
    await readSealed(workspace, publish);
    publish('keys', 'onChanged', {});
    return true;
  });
}

/** The keychain answers again: whatever waited for it in the open workspace goes on. */
export async function keychainUnlocked(workspaces: Workspaces, publish: Publish): Promise<void> {
  const workspace = workspaces.active();
  if (workspace === null) return;
  await openPeopleAgain(workspaces, workspace, publish);
  const { receiver } = workspace.signals;
  if (workspaces.active() === workspace && receiver.view().state === 'key-locked') await receiver.retry();
  publish('keys', 'onChanged', {});
}
