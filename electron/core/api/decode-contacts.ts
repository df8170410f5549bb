import { NAME_MAX } from '../../../shared/model/company.ts';
import type { DecodedContact, DecodedContacts } from './decoded.ts';
import type { Decoded } from './decode-list.ts';
import { asArray, asObject, field, identifier, listOf, text, urlText } from './decode-values.ts';

const CONTACTS_MAX = 500;
const EMAIL_MAX = 320;
/**
 * The addresses that are offered for copying and writing. Narrower than the standard: a character that means something
 * in a `mailto:` address (`?`, `&`, `%`, `#`) or in a header never passes.
 */
const EMAIL =
  /^[A-Za-z0-9_+'~!$*=^{|}/-]+(?:\.[A-Za-z0-9_+'~!$*=^{|}/-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$/;

export const isEmailShaped = (email: string): boolean =>
  email.length <= 254 && email.indexOf('@') <= 64 && EMAIL.test(email);

/** Contacts in the order received; null where none were told, empty where there are told to be none [R-2-17]. */
export function decodeContactList(value: unknown): readonly DecodedContact[] | null {
  return listOf(value, CONTACTS_MAX, (contact) => {
    const email = text(field(contact, 'email'), EMAIL_MAX);
    const decoded: DecodedContact = {
      contactId: identifier(field(contact, 'id')),
      name: text(field(contact, 'name', 'fullName', 'full_name'), NAME_MAX),
      title: text(field(contact, 'title'), NAME_MAX),
      email,
      emailValid: email !== null && isEmailShaped(email),
      linkedinUrl: urlText(field(contact, 'linkedinUrl', 'linkedin_url', 'linkedInUrl')),
    };
    // Nobody: nothing to show and nothing to tell two of them apart by.
    return decoded.name === null && decoded.email === null && decoded.linkedinUrl === null ? null : decoded;
  });
}

/** `GET …/contacts` [§4.6]; null where the answer holds no list. */
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
