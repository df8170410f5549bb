import { contactsByIdentity } from '../database/queries/cache/contact-identities.ts';
import { contactRefs } from '../database/queries/yours/contact-log.ts';
import type { ReadDb } from '../database/sql.ts';

/** Finds the contact of a user entry. `personId` is null if there is none or if it is no longer stored. */
export type ContactResolver = (personRefId: number | null) => {
  readonly personId: string | null;
  readonly aboutPerson: boolean;
};

/**
 * Works while contacts are locked, because they are referenced by a keyed identity stored in both files.
 * Reads lazily.
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
