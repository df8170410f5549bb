import { copyPlainText } from '../lib/clipboard.ts';
import { diagnosticsText } from '../lib/diagnostics-text.ts';
import { settings } from '../lib/words.ts';
import type { App } from '../state/app.svelte.ts';

/** What whoever is asked for help wants to see, from wherever the seller is. Where the page may not copy just now, it is shown. */
export const copyDiagnostics = (app: App): Promise<boolean> =>
  app.attempt(async () => {
    const told = await app.api.diagnostics.read({});
    if (copyPlainText(diagnosticsText(told))) app.toasts.say(settings.diagnostics.copied);
    else app.navigation.go('settings');
  });
