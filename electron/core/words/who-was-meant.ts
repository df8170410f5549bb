import { contactsByIdentity } from '../db/queries/contact-identities.ts';
import { personRefs } from '../db/queries/contact-log.ts';
import type { ReadDb } from '../db/sql.ts';

/** Whom an entry of the seller's is about. Null: a person who is not kept any more, or none at all. */
export type WhoWasMeant = (personRefId: number | null) => {
  readonly personId: string | null;
  readonly aboutPerson: boolean;
};

/** Works while people are locked: a person is meant by a keyed identity, which both files keep. Reads when it has to. */
export function createWhoWasMeant(
  { yours, cache }: { yours: ReadDb; cache: ReadDb },
  companyId: string,
): WhoWasMeant {
  let known: { refs: Map<number, Buffer>; people: Map<string, number> } | null = null;
  return (personRefId) => {
    if (personRefId === null) return { personId: null, aboutPerson: false };
    known ??= { refs: personRefs(yours, companyId), people: contactsByIdentity(cache, companyId) };
    const identity = known.refs.get(personRefId);
    const contactId = identity === undefined ? undefined : known.people.get(identity.toString('hex'));
    return { personId: contactId === undefined ? null : String(contactId), aboutPerson: true };
  };
}
