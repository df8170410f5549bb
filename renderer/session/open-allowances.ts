import type { App } from './app.svelte.ts';

/** Where the seller changes his own caps; the dialog opens by itself. */
export function openAllowances(app: App): void {
  app.navigation.go('quota');
  app.navigation.wants = 'allowances';
}
