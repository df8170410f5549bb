import type { KeyKind, SuppressionKey } from '../database/queries/suppressions.ts';
import { fold } from '../../../shared/fold-diacritics.ts';
import { emailKey, linkedinKey } from './merge-contacts.ts';
import type { Identifiable, ContactEncryption } from './contact-encryption.ts';

/*
 * A suppressed contact is recognised by its normalized LinkedIn URL, its lower-case email, and, within one
 * company, its contact id and its name. Only the HMACs of these values are stored, so finding out whether an
 * address is suppressed requires the HMAC key.
 */

export const linkedinHash = (seal: ContactEncryption, url: string): Buffer =>
  seal.identity(`linkedin\0${linkedinKey(url)}`);
export const emailHash = (seal: ContactEncryption, email: string): Buffer =>
  seal.identity(`email\0${emailKey(email)}`);

/** Returns the suppression keys of a contact, strongest first. */
export function keysOf(seal: ContactEncryption, companyId: string, person: Identifiable): SuppressionKey[] {
  const keys: SuppressionKey[] = [];
  const add = (kind: KeyKind, hash: Buffer): void => void keys.push({ kind, hash });
  const { linkedinUrl, serviceId, email, name } = person;
  if (linkedinUrl !== null) add('linkedin', linkedinHash(seal, linkedinUrl));
  if (serviceId !== null) add('service-id', seal.identity(`service\0${companyId}\0${serviceId}`));
  if (email !== null) add('email', emailHash(seal, email));
  if (name !== null && fold(name) !== '') add('name', seal.identity(`name-at\0${companyId}\0${fold(name)}`));
  return keys;
}
