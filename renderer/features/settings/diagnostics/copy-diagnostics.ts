import { copyPlainText } from '../../../lib/clipboard.ts';
import { diagnosticsText } from './diagnostics-text.ts';
import { settings } from '../strings.ts';
import type { App } from '../../../session/app.svelte.ts';

/**
 * Copies the diagnostics for a support request. If copying fails, opens Settings, which shows the
 * diagnostics.
 */
export const copyDiagnostics = (app: App): Promise<boolean> =>
  app.attempt(async () => {
    const diagnostics = await app.api.diagnostics.read({});
    if (copyPlainText(diagnosticsText(diagnostics))) app.toasts.show(settings.diagnostics.copied);
    else app.navigation.go('settings');
  });
