import type { Field, Link } from '../../../../shared/model/link.ts';
import { copyPlainText } from '../../../lib/clipboard.ts';
import { openUrl } from '../../../lib/open-url.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { company as words } from '../strings.ts';
import type { App } from '../../../session/app.svelte.ts';

/** Asks the core to open something of a company: the screen says what, the core where to. @returns whether it was */
export function openLink(app: App, companyId: string, link: Link): Promise<boolean> {
  return app.attempt(async () => {
    const opened = await app.api.links.open({ companyId, link });
    if (opened.how === 'page') openUrl(opened.url);
  });
}

/** One field into the clipboard, as the library holds it now, written down by the core, and said so. */
export function copyField(app: App, companyId: string, field: Field): Promise<boolean> {
  return app.attempt(async () => {
    const { text } = await app.api.links.copy({ companyId, field });
    if (copyPlainText(text)) app.toasts.say(words.people.copied(safeLine(text, 80)));
    else app.toasts.say(words.people.copyFailed, { kind: 'problem' });
  });
}
