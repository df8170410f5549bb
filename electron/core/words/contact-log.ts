import { AppFailure } from '../../../shared/app-failure.ts';
import { channelSchema, type Channel, type ContactEntry } from '../../../shared/model/words.ts';
import { identityOfContact } from '../db/queries/contact-identities.ts';
import {
  contactEntriesOf,
  contactEntryById,
  countContactEntries,
  deleteContactEntry,
  insertContactEntry,
  personRefOf,
  updateContactEntry,
  type StoredContactEntry,
} from '../db/queries/contact-log.ts';
import type { ReadDb, WriteDb } from '../db/sql.ts';
import { clip } from '../library/fold.ts';
import type { Journal } from './journal.ts';
import type { Subject } from './subjects.ts';
import { createWhoWasMeant } from './who-was-meant.ts';

/** `personId` as `companies.people` numbers them. */
export interface Contacted {
  readonly happenedOn: string;
  readonly channel: Channel;
  readonly line: string;
  readonly personId: string | null;
}

/** When and how the seller was in touch with a company. No person's name is written here by the app. */
export interface ContactLog {
  /** @throws AppFailure not-found person where that person is not kept, or is another company's */
  add(companies: readonly Subject[], contacted: Contacted, createdAtMs: number): string[];
  /** `personId` undefined leaves who it was about. @throws AppFailure not-found log-entry, not-found person */
  change(id: string, contacted: Omit<Contacted, 'personId'> & { personId?: string | null | undefined }): void;
  /** @throws AppFailure not-found log-entry */
  remove(ids: readonly string[]): void;
}

/** Newest first. Works while people are locked: a person is meant by a keyed identity, which both files keep. */
export function contactLogOf(
  { yours, cache }: { yours: ReadDb; cache: ReadDb },
  companyId: string,
  page: { offset: number; limit: number },
): { entries: ContactEntry[]; total: number } {
  const stored = contactEntriesOf(yours, { companyId, ...page });
  const who = createWhoWasMeant({ yours, cache }, companyId);
  return {
    entries: stored.map(({ entryId, happenedOn, channel, line, personRefId, createdAtMs }) => ({
      ...{ id: String(entryId), happenedOn, channel: channelSchema.parse(channel), line: clip(line, 500) },
      ...{ ...who(personRefId), createdAtMs },
    })),
    total: countContactEntries(yours, companyId),
  };
}

/** Call within `recordChange`. */
export function createContactLog(
  { yours, cache }: { yours: WriteDb; cache: ReadDb },
  journal: Journal,
): ContactLog {
  const refOf = (companyId: string, personId: string | null): number | null =>
    personRefIn({ yours, cache }, companyId, personId);
  return {
    add: (companies, { happenedOn, channel, line, personId }, createdAtMs) =>
      companies.map((company) => {
        const personRefId = refOf(company.companyId, personId);
        const entry = { ...company, happenedOn, channel, line, personRefId, createdAtMs };
        const entryId = insertContactEntry(yours, entry);
        journal.made({ part: 'contact_log', key: [entryId] });
        return String(entryId);
      }),
    change: (id, { happenedOn, channel, line, personId }) => {
      const { entryId, companyId, personRefId: known } = required(yours, id);
      journal.touch({ part: 'contact_log', key: [entryId] });
      const personRefId = personId === undefined ? known : refOf(companyId, personId);
      updateContactEntry(yours, { entryId, happenedOn, channel, line, personRefId });
    },
    remove: (ids) => {
      for (const id of ids) {
        const { entryId } = required(yours, id);
        journal.touch({ part: 'contact_log', key: [entryId] });
        deleteContactEntry(yours, entryId);
      }
    },
  };
}

/** The number that stands for a person in the seller's own entries. @throws AppFailure not-found person */
export function personRefIn(
  { yours, cache }: { yours: WriteDb; cache: ReadDb },
  companyId: string,
  personId: string | null,
): number | null {
  if (personId === null) return null;
  const identity = /^\d{1,15}$/.test(personId) ? identityOfContact(cache, companyId, Number(personId)) : null;
  if (identity === null) throw new AppFailure({ kind: 'not-found', what: 'person' });
  return personRefOf(yours, companyId, identity);
}

function required(db: ReadDb, id: string): StoredContactEntry {
  const entry = contactEntryById(db, Number(id));
  if (entry === null) throw new AppFailure({ kind: 'not-found', what: 'log-entry' });
  return entry;
}
