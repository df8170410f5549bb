import { AppFailure, assertNever } from '../../../shared/app-failure.ts';
import type { Field } from '../../../shared/model/link.ts';
import { companyFacts } from '../db/queries/companies.ts';
import { addressOfArticle } from '../db/queries/news.ts';
import { addressOfRole } from '../db/queries/roles.ts';
import type { ReadDb } from '../db/sql.ts';
import { linkOrNull } from '../library/fold.ts';
import type { PersonFacts } from '../library/people-merge.ts';
import { keepsPeople, type SealState } from '../library/seal.ts';
import { openPeople } from '../library/sealed-people.ts';

/** Where the library is asked. */
export interface AskIn {
  readonly cache: ReadDb;
  readonly seal: SealState;
}

/**
 * What the service sent for one field of one company, as received. Whoever is suppressed or erased is not there to be found.
 * @throws AppFailure not-found link or person; conflict people-locked
 */
export function addressOf(where: AskIn, companyId: string, field: Field): string {
  const found = find(where, companyId, field);
  if (found === null || found === '') throw new AppFailure({ kind: 'not-found', what: 'link' });
  return found;
}

function find(where: AskIn, companyId: string, field: Field): string | null {
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

function personAt({ cache, seal }: AskIn, companyId: string, personId: string): PersonFacts {
  if (!keepsPeople(seal)) throw new AppFailure({ kind: 'conflict', reason: 'people-locked', preview: null });
  const { people } = openPeople(cache, seal.seal, companyId);
  const person = people.find(({ contactId }) => String(contactId) === personId);
  if (person === undefined) throw new AppFailure({ kind: 'not-found', what: 'person' });
  return person;
}
