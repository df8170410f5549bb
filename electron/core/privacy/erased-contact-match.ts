import { fold } from '../foundation/fold-diacritics.ts';
import { emailKey, linkedinKey } from '../contacts/merge-contacts.ts';
import type { Identifiable } from '../contacts/contact-encryption.ts';

/**
 * Returns a predicate that matches this contact by LinkedIn profile or email in any company, and by contact
 * id or name within the same company. Contacts with different LinkedIn profiles never match, even if they
 * share an email or name.
 */
export function createErasedContactMatch(atCompanyId: string, person: Identifiable) {
  return (companyId: string, other: Identifiable): boolean => {
    if (person.linkedinUrl !== null && other.linkedinUrl !== null)
      return linkedinKey(person.linkedinUrl) === linkedinKey(other.linkedinUrl);
    if (person.email !== null && other.email !== null && emailKey(person.email) === emailKey(other.email))
      return true;
    if (companyId !== atCompanyId) return false;
    if (person.serviceId !== null && person.serviceId === other.serviceId) return true;
    return person.name !== null && other.name !== null && fold(person.name) === fold(other.name);
  };
}
