import type { Field, Link } from '../../../../shared/model/link.ts';
import { copyPlainText } from '../../../lib/clipboard.ts';
import { openUrl } from '../../../lib/open-url.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { company as strings } from '../strings.ts';
import type { App } from '../../../session/app.svelte.ts';

/**
 * Opens one of a company's links. The core looks up the address. A plain http link opens only after the user
 * has confirmed its host.
 *
 * @returns false after an error, which is shown in a toast
 */
export function openLink(app: App, companyId: string, link: Link): Promise<boolean> {
  return app.attempt(async () => {
    const opened = await app.api.links.open({ companyId, link });
    if (opened.how === 'page') openUrl(opened.url);
    if (opened.how !== 'confirm') return;
    const { host } = opened;
    app.linkToConfirm = { host, open: () => openPlainLink(app, { companyId, link, confirmedHost: host }) };
  });
}

/** Opens a plain http link after the user has confirmed its host. */
async function openPlainLink(app: App, request: Parameters<App['api']['links']['open']>[0]): Promise<void> {
  await app.attempt(async () => {
    const opened = await app.api.links.open(request);
    if (opened.how === 'page') openUrl(opened.url);
  });
}

/**
 * Copies one field to the clipboard. The core reads the value from the library and records the copy.
 *
 * @returns whether the field was copied; if not, a toast shows the error
 */
export async function copyField(app: App, companyId: string, field: Field): Promise<boolean> {
  let isCopied = false;
  await app.attempt(async () => {
    const { text } = await app.api.links.copy({ companyId, field });
    isCopied = copyPlainText(text);
    if (isCopied) app.toasts.show(strings.people.copied(safeLine(text, 80)));
    else app.toasts.show(strings.people.copyFailed, { kind: 'problem' });
  });
  return isCopied;
}
