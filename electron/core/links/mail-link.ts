import { URL_MAX } from '../../../shared/link-check.ts';
import { isEmailShaped } from '../service-api/decoders/contacts.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
}

/**
 * Builds a `mailto:` link (RFC 6068) from a validated address and the user's text. The text cannot inject
 * headers, because control characters are removed and everything is percent-encoded.
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

/**
 * Percent-encodes text. Also encodes the punctuation that `encodeURIComponent` leaves unchanged, because some
 * mail programs end the link at an apostrophe.
 */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Converts all line breaks to line feeds. Removes bidirectional marks, lone surrogates and all other control
 * characters except tabs.
 */
export const plainText = (text: string): string =>
  text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(UNSEEN, '');
const UNSEEN =
  // oxlint-disable-next-line no-control-regex -- this pattern removes control characters
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Cs}/gu;
