import { websiteHost } from './website-host.ts';

/** An address that the user typed or pasted to find a company. */
export type Address =
  | { readonly kind: 'email'; readonly email: string; readonly host: string | null }
  | { readonly kind: 'linkedin'; readonly url: string }
  | { readonly kind: 'website'; readonly host: string };

const EMAIL = /^(?:mailto:)?([^\s@<>]+@([^\s@<>]+\.[a-z]{2,}))$/iu;
const LINKEDIN = /^(?:https?:\/\/)?(?:[a-z]{2,3}\.)?linkedin\.com\/(?:in|company)\/[^/\s?#]+/iu;
const WEBSITE = /^(?:https?:\/\/)?[^\s/@]+\.[a-z]{2,}(?:[:/?#]\S*)?$/iu;

/** Returns the e-mail address, LinkedIn URL or website that a text consists of; null for any other text. */
export function parseAddress(text: string): Address | null {
  const typed = text.trim();
  const email = EMAIL.exec(typed);
  if (email?.[1] !== undefined)
    return { kind: 'email', email: email[1], host: websiteHost(email[2] ?? null) };
  if (LINKEDIN.test(typed)) return { kind: 'linkedin', url: typed };
  const host = WEBSITE.test(typed) ? websiteHost(typed) : null;
  return host === null ? null : { kind: 'website', host };
}
