import type { App } from './app.svelte.ts';

/**
 * Unlocks contacts. If they were locked automatically or the keychain was locked, no passphrase is needed, so
 * the app reads the key again. Otherwise, opens the setting in which the user can unlock contacts.
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
