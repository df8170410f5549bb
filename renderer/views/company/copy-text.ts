import { copyPlainText } from '../../lib/clipboard.ts';
import { company as words } from '../../lib/words.ts';
import type { App } from '../../state/app.svelte.ts';

/** One field into the clipboard, and said so. */
export function copyText(app: App, text: string, said: string): void {
  if (copyPlainText(text)) app.toasts.say(words.people.copied(said));
  else app.toasts.say(words.people.copyFailed, { kind: 'problem' });
}
