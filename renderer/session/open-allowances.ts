import type { App } from './app.svelte.ts';

/** Opens the spending caps dialog on the Quota screen. */
export function openAllowances(app: App): void {
  app.navigation.go('quota');
  app.navigation.pendingTarget = 'allowances';
}
