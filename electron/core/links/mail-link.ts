import { isEmailShaped } from '../api/decode-contacts.ts';

/** Windows hands a link of more characters to no program. */
const URL_MAX = 2_000;

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
}

/**
 * A `mailto:` link (RFC 6068) with nothing in it but an address that was checked and the seller's own words: controls are taken
 * out, so that no header can be added, and everything is percent-encoded.
 */
export function mailLink({
  to,
  subject,
  body,
}: Mail): { url: string } | { refused: 'no-address' | 'too-long' } {
  if (!isEmailShaped(to)) return { refused: 'no-address' };
  const fields = [
    {
      name: 'subject',
      text: plainText(subject)
        .replace(/\s*\n\s*/g, ' ')
        .trim(),
    },
    { name: 'body', text: plainText(body).replaceAll('\n', '\r\n') },
  ].flatMap(({ name, text }) => (text === '' ? [] : [`${name}=${encoded(text)}`]));
  const at = to.lastIndexOf('@');
  const address = `${encoded(to.slice(0, at))}@${to.slice(at + 1)}`;
  const url = `mailto:${address}${fields.length === 0 ? '' : `?${fields.join('&')}`}`;
  return url.length > URL_MAX ? { refused: 'too-long' } : { url };
}

/** What `encodeURIComponent` leaves as it is beside letters and digits; some programs read an apostrophe as an end. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Line feeds and tabs stay; other controls, characters that reorder text and half characters go. */
export const plainText = (text: string): string =>
  text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(UNSEEN, '');
const UNSEEN =
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what this removes
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Cs}/gu;
