import type { KeyKind, SuppressionKey } from '../db/queries/suppressions.ts';
import { fold } from '../library/fold.ts';
import { emailKey, linkedinKey } from '../library/people-merge.ts';
import type { Identifiable, Seal } from '../library/seal.ts';

/*
 * By what a suppressed person is known again: the normalised LinkedIn URL, the lower-case e-mail, and, for answers that
 * bring neither, the contact's id and the name within one company. All keyed (library/seal.ts): without the people key nobody
 * can try whether an address is among them.
 */

export const linkedinHash = (seal: Seal, url: string): Buffer =>
  seal.identity(`linkedin\0${linkedinKey(url)}`);
export const emailHash = (seal: Seal, email: string): Buffer => seal.identity(`email\0${emailKey(email)}`);

/** The strongest key first. */
export function keysOf(seal: Seal, companyId: string, person: Identifiable): SuppressionKey[] {
  const keys: SuppressionKey[] = [];
  const add = (kind: KeyKind, hash: Buffer): void => void keys.push({ kind, hash });
  const { linkedinUrl, serviceId, email, name } = person;
  if (linkedinUrl !== null) add('linkedin', linkedinHash(seal, linkedinUrl));
  if (serviceId !== null) add('service-id', seal.identity(`service\0${companyId}\0${serviceId}`));
  if (email !== null) add('email', emailHash(seal, email));
  if (name !== null && fold(name) !== '') add('name', seal.identity(`name-at\0${companyId}\0${fold(name)}`));
  return keys;
}
