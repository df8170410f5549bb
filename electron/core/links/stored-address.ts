import { AppFailure, assertNever } from '../../../shared/app-failure.ts';
import type { AddressField } from '../../../shared/model/link.ts';
import { companyFacts } from '../database/queries/cache/companies.ts';
import { addressOfArticle } from '../database/queries/cache/panels/news-articles.ts';
import { addressOfRole } from '../database/queries/cache/panels/open-roles.ts';
import type { ReadDb } from '../database/sql.ts';
import { linkOrNull } from '../foundation/clip-text.ts';
import type { ContactFacts } from '../contacts/merge-contacts.ts';
import { canStoreContacts, type ContactKeyState } from '../contacts/contact-encryption.ts';
import { decryptContacts } from '../contacts/decrypt-contacts.ts';

interface UrlLookup {
  readonly cache: ReadDb;
  readonly seal: ContactKeyState;
}

export interface FoundAddress {
  readonly address: string;
  /**
   * Whether the address may come from a pasted event. A compromised page could paste an event with any
   * address, so such an address is trusted less than one that the service returned.
   */
  readonly isPasted: boolean;
}

/**
 * Returns the URL or email address stored in one field of a company. Suppressed and erased contacts are
 * treated as missing.
 * @throws AppFailure `not-found` (`link` or `person`); `conflict` (`people-locked`)
 */
export function addressOf(where: UrlLookup, companyId: string, field: AddressField): FoundAddress {
  const found = find(where, companyId, field);
  if (found === null || found === '') throw new AppFailure({ kind: 'not-found', what: 'link' });
  return { address: found, isPasted: isPasted(where, companyId, field) };
}

/** Returns whether the address may come from a pasted event. Only websites and LinkedIn addresses can. */
function isPasted({ cache }: UrlLookup, companyId: string, { kind }: AddressField): boolean {
  if (kind !== 'website' && kind !== 'linkedin') return false;
  const claims = companyFacts(cache, companyId)?.claims;
  const claim = kind === 'website' ? claims?.['website'] : claims?.['linkedinUrl'];
  return (claim?.source ?? 'paste') === 'paste';
}

function find(where: UrlLookup, companyId: string, field: AddressField): string | null {
  const { cache } = where;
  switch (field.kind) {
    case 'website':
      return linkOrNull(companyFacts(cache, companyId)?.website ?? null);
    case 'linkedin':
      return linkOrNull(companyFacts(cache, companyId)?.linkedinUrl ?? null);
    case 'article':
      return linkOrNull(addressOfArticle(cache, companyId, field.articleId));
    case 'role':
      return linkOrNull(addressOfRole(cache, companyId, field.roleId));
    case 'person-linkedin':
      return linkOrNull(personAt(where, companyId, field.personId).linkedinUrl);
    case 'email': {
      const { email, emailValid } = personAt(where, companyId, field.personId);
      return emailValid ? email : null;
    }
    default:
      return assertNever(field);
  }
}

function personAt({ cache, seal }: UrlLookup, companyId: string, personId: string): ContactFacts {
  if (!canStoreContacts(seal)) throw new AppFailure({ kind: 'conflict', reason: 'people-locked' });
  const { people } = decryptContacts(cache, seal.seal, companyId);
  const person = people.find(({ contactId }) => String(contactId) === personId);
  if (person === undefined) throw new AppFailure({ kind: 'not-found', what: 'person' });
  return person;
}
