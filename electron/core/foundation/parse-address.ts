import { parentHosts, registeredName, websiteHost } from './website-host.ts';

/** An address that the user typed or pasted to find a company. */
export type Address =
  | { readonly kind: 'email'; readonly email: string; readonly host: string | null }
  | { readonly kind: 'linkedin'; readonly url: string; readonly of: 'company' | 'person' }
  | { readonly kind: 'website'; readonly host: string };

const EMAIL = /^(?:mailto:)?([^\s@<>?]+@([^\s@<>?]+\.[a-z]{2,}))(?:\?\S*)?$/iu;
const LINKEDIN = /^(?:https?:\/\/)?(?:[a-z]{2,3}\.)?linkedin\.com\/(in|company)\/([^/\s?#]+)/iu;
const WEBSITE = /^(?:https?:\/\/)?[^\s/@]+\.[a-z]{2,}(?:[:/?#]\S*)?$/iu;

/**
 * If the text consists only of an e-mail address, a LinkedIn URL or a website, returns this address.
 * Otherwise, returns null.
 */
export function parseAddress(text: string): Address | null {
  const typed = text.trim();
  const email = EMAIL.exec(typed);
  if (email?.[1] !== undefined) {
    const host = websiteHost(email[2] ?? null);
    return { kind: 'email', email: email[1], host: host !== null && MAIL_HOSTS.has(host) ? null : host };
  }
  const linkedin = LINKEDIN.exec(typed);
  if (linkedin !== null)
    return { kind: 'linkedin', url: typed, of: linkedin[1]?.toLowerCase() === 'in' ? 'person' : 'company' };
  const host = WEBSITE.test(typed) ? websiteHost(typed) : null;
  return host === null ? null : { kind: 'website', host };
}

/** Hosts of e-mail providers. An address at such a host does not show for which company a person works. */
const MAIL_HOSTS: ReadonlySet<string> = new Set(
  (
    'aol.com fastmail.com gmail.com gmx.com gmx.de gmx.net googlemail.com hey.com hotmail.com icloud.com laposte.net ' +
    'libero.it live.com mac.com mail.com mail.ru me.com msn.com orange.fr outlook.com outlook.de proton.me ' +
    'protonmail.com qq.com t-online.de tuta.com tutanota.com wanadoo.fr web.de yahoo.co.uk yahoo.com yahoo.de ' +
    'yandex.ru zoho.com'
  ).split(' '),
);

/**
 * Returns the host of an email or website address and its parent hosts, the most specific first. Any of them
 * may be the host of the company's website.
 */
export const hostsOf = (address: Address): readonly string[] =>
  address.kind === 'linkedin' || address.host === null ? [] : parentHosts(address.host);

/**
 * Returns the search text with which the service can find the company of an address (spec §4.2); null if the
 * address does not identify a company. The service cannot search for people.
 */
export function searchTextOf(address: Address): string | null {
  if (address.kind !== 'linkedin') return address.host === null ? null : registeredName(address.host);
  const page = address.of === 'company' ? LINKEDIN.exec(address.url)?.[2] : undefined;
  return page === undefined ? null : decodedOr(page).replaceAll('-', ' ').trim() || null;
}

function decodedOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
