import type { App } from '../../session/app.svelte.ts';

/** Dismisses a banner about backups, and opens the backups in Settings. */
export function openBackups(
  { files, navigation }: Pick<App, 'files' | 'navigation'>,
  dismissed: 'isOlderDismissed' | 'isSecondPlaceDismissed',
): void {
  files[dismissed] = true;
  navigation.go('settings');
  navigation.pendingTarget = 'backups';
}
