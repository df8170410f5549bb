import { contactsByIdentity } from '../database/queries/cache/contact-identities.ts';
import { contactRefs } from '../database/queries/yours/contact-log.ts';
import type { ReadDb } from '../database/sql.ts';

/**
 * Finds the contact that an entry in the user data refers to. `aboutPerson` is false if the entry refers to
 * no contact. `personId` is null if the entry refers to no contact or the contact is no longer stored.
 */
export type ContactResolver = (personRefId: number | null) => {
  readonly personId: string | null;
  readonly aboutPerson: boolean;
};

/**
 * Creates a resolver for the contacts of a company. User data refers to a contact by a keyed hash, which
 * `yours.db` and `cache.db` store unencrypted. The resolver therefore also works while contacts are locked.
 * Reads the files on first use.
 */
export function createContactResolver(
  { yours, cache }: { yours: ReadDb; cache: ReadDb },
  companyId: string,
): ContactResolver {
  let known: { refs: Map<number, Buffer>; people: Map<string, number> } | null = null;
  return (personRefId) => {
    if (personRefId === null) return { personId: null, aboutPerson: false };
    known ??= { refs: contactRefs(yours, companyId), people: contactsByIdentity(cache, companyId) };
    const identity = known.refs.get(personRefId);
    const contactId = identity === undefined ? undefined : known.people.get(identity.toString('hex'));
    return { personId: contactId === undefined ? null : String(contactId), aboutPerson: true };
  };
}
