import { copyPlainText } from '../../../lib/clipboard.ts';
import { diagnosticsText } from './diagnostics-text.ts';
import { settings } from '../strings.ts';
import type { App } from '../../../session/app.svelte.ts';

/** What whoever is asked for help wants to see, from wherever the seller is. Where the page may not copy just now, it is shown. */
export const copyDiagnostics = (app: App): Promise<boolean> =>
  app.attempt(async () => {
    const diagnostics = await app.api.diagnostics.read({});
    if (copyPlainText(diagnosticsText(diagnostics))) app.toasts.show(settings.diagnostics.copied);
    else app.navigation.go('settings');
  });
