import { fold } from '../library/fold.ts';
import { emailKey, linkedinKey } from '../library/people-merge.ts';
import type { Identifiable } from '../library/seal.ts';

/**
 * Whether somebody told of is this person: by the LinkedIn profile wherever it is met; else by the address, or within the
 * company by the contact's id or the name. Two profiles that differ are two people, who may share an address or a name.
 */
export function samePerson(atCompanyId: string, person: Identifiable) {
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
