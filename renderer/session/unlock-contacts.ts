import type { App } from './app.svelte.ts';

/**
 * Unlocks contacts, or opens the setting where the user can unlock them. If the contacts were locked while
 * the user was away, or with the keychain, no passphrase is needed, so the key is read again.
 */
export async function unlockContacts(app: App): Promise<void> {
  const why = app.keys.state?.people.why;
  if (why === 'auto-locked' || why === 'keychain-locked' || why === 'no-keychain') {
    await app.attempt(() => app.keys.retry());
    return;
  }
  app.navigation.go('settings');
  app.navigation.pendingTarget = 'people';
}
