import { fold } from '../foundation/fold-diacritics.ts';
import { emailKey, linkedinKey } from './merge-contacts.ts';
import type { Identifiable } from './contact-encryption.ts';

/**
 * Returns a predicate that matches this contact by LinkedIn profile or email in any company, and by contact
 * id or name within the same company. Different LinkedIn profiles never match, even with a shared email or
 * name.
 */
export function isSameContact(atCompanyId: string, person: Identifiable) {
  return (companyId: string, told: Identifiable): boolean => {
    if (person.linkedinUrl !== null && told.linkedinUrl !== null)
      return linkedinKey(person.linkedinUrl) === linkedinKey(told.linkedinUrl);
    if (person.email !== null && told.email !== null && emailKey(person.email) === emailKey(told.email))
      return true;
    if (companyId !== atCompanyId) return false;
    if (person.serviceId !== null && person.serviceId === told.serviceId) return true;
    return person.name !== null && told.name !== null && fold(person.name) === fold(told.name);
  };
}
