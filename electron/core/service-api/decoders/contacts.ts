import { NAME_MAX } from '../../../../shared/model/company.ts';
import type { Decoded, DecodedContact, DecodedContacts } from './decoded-types.ts';
import { asArray, asObject, field, identifier, listOf, ROWS_MAX, text, urlText } from './values.ts';

const EMAIL_MAX = 320;
/**
 * Pattern of the email addresses that the user may copy or write to. It is stricter than the standard: it
 * does not allow characters with a special meaning in `mailto:` links (`?`, `&`, `%`, `#`) or in email
 * headers.
 */
const EMAIL =
  /^[A-Za-z0-9_+'~!$*=^{|}/-]+(?:\.[A-Za-z0-9_+'~!$*=^{|}/-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$/;

export const isEmailShaped = (email: string): boolean =>
  email.length <= 254 && email.indexOf('@') <= 64 && EMAIL.test(email);

/** Decodes contacts in their received order. Null if `value` is not a list. */
export function decodeContactList(value: unknown): readonly DecodedContact[] | null {
  return listOf(value, ROWS_MAX, (contact) => {
    const email = text(field(contact, 'email'), EMAIL_MAX);
    const decoded: DecodedContact = {
      contactId: identifier(field(contact, 'id')),
      name: text(field(contact, 'name', 'fullName', 'full_name'), NAME_MAX),
      title: text(field(contact, 'title'), NAME_MAX),
      email,
      emailValid: email !== null && isEmailShaped(email),
      linkedinUrl: urlText(field(contact, 'linkedinUrl', 'linkedin_url', 'linkedInUrl')),
    };
    // A contact that has no name, no email and no link can be neither shown nor identified.
    return decoded.name === null && decoded.email === null && decoded.linkedinUrl === null ? null : decoded;
  });
}

/** Decodes `GET /companies/{id}/contacts` (spec §4.6). Null if the response contains no list. */
export function decodeContacts(companyId: string, body: unknown): Decoded<DecodedContacts> | null {
  const answer = asObject(body);
  if (answer !== null && field(answer, 'success') === false) return null;
  const received = asArray(answer === null ? body : field(answer, 'data', 'contacts'));
  const contacts = decodeContactList(received);
  if (received === null || contacts === null) return null;
  return {
    rows: received.length,
    setAside: received.length - contacts.length,
    value: { companyId, contacts, rawPersonal: body },
  };
}
