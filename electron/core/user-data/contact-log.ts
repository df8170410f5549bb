import { AppFailure } from '../../../shared/app-failure.ts';
import {
  answerSchema,
  channelSchema,
  type Answer,
  type Channel,
  type ContactEntry,
} from '../../../shared/model/user-data.ts';
import { identityOfContact } from '../database/queries/cache/contact-identities.ts';
import {
  contactEntriesOf,
  contactEntryById,
  countContactEntries,
  deleteContactEntry,
  insertContactEntry,
  contactRefOf,
  updateContactEntry,
  type StoredContactEntry,
} from '../database/queries/yours/contact-log.ts';
import type { ReadDb, WriteDb } from '../database/sql.ts';
import { clip } from '../foundation/clip-text.ts';
import type { Journal } from './undo-journal.ts';
import type { Subject } from './company-reference.ts';
import { createFollowUps, removeFollowUps } from './follow-ups.ts';
import { createContactResolver } from './resolve-contact.ts';

/** The user's input for an entry. `personId` is an id from a reply of `companies.people`. */
export interface Contacted {
  readonly happenedOn: string;
  readonly channel: Channel;
  readonly line: string;
  readonly personId: string | null;
}

interface NewEntry extends Contacted {
  /** The contact's answer; null if the entry records that the user contacted the company. */
  readonly answer: Answer | null;
  /** The days on which to follow up. */
  readonly followUps: readonly string[];
}

interface AddedEntries {
  readonly ids: string[];
  /** Number of earlier follow-ups that the new entries completed. */
  readonly completed: number;
}

/** The log of when and how the user contacted companies. An entry does not contain the contact's name. */
export interface ContactLog {
  /** @throws AppFailure `not-found` (`person`) if the contact is not stored or belongs to another company */
  add(companies: readonly Subject[], entry: NewEntry, createdAtMs: number): AddedEntries;
  /**
   * Changes an entry. If `personId` is undefined, the entry keeps its contact.
   * @throws AppFailure `not-found` (`log-entry`), `not-found` (`person`)
   */
  change(id: string, contacted: Omit<Contacted, 'personId'> & { personId?: string | null | undefined }): void;
  /**
   * Deletes entries and their open follow-ups.
   * @throws AppFailure `not-found` (`log-entry`)
   */
  remove(ids: readonly string[]): void;
}

/**
 * Returns a company's entries, newest first. Works while contacts are locked, because an entry refers to its
 * contact by a keyed hash that `yours.db` and `cache.db` store unencrypted.
 */
export function contactLogOf(
  { yours, cache }: { yours: ReadDb; cache: ReadDb },
  companyId: string,
  page: { offset: number; limit: number },
): { entries: ContactEntry[]; total: number } {
  const stored = contactEntriesOf(yours, { companyId, ...page });
  const who = createContactResolver({ yours, cache }, companyId);
  return {
    entries: stored.map(({ entryId, happenedOn, channel, line, answer, personRefId, createdAtMs }) => ({
      id: String(entryId),
      happenedOn,
      channel: channelSchema.parse(channel),
      line: clip(line, 500),
      answer: answerSchema.nullable().catch(null).parse(answer),
      ...who(personRefId),
      createdAtMs,
    })),
    total: countContactEntries(yours, companyId),
  };
}

/** Must be called within `recordChange`, which provides `journal`. */
export function createContactLog(
  { yours, cache }: { yours: WriteDb; cache: ReadDb },
  journal: Journal,
): ContactLog {
  const refOf = (companyId: string, personId: string | null): number | null =>
    findContactRef({ yours, cache }, companyId, personId);
  return {
    add: (companies, { personId, followUps: days, ...contacted }, createdAtMs) => {
      const followUps = createFollowUps({ yours, cache }, journal, createdAtMs);
      const { happenedOn, answer } = contacted;
      let completed = 0;
      const ids = companies.map((company) => {
        const personRefId = refOf(company.companyId, personId);
        const entryId = insertContactEntry(yours, { ...company, ...contacted, personRefId, createdAtMs });
        journal.made({ part: 'contact_log', key: [entryId] });
        completed +=
          answer === null
            ? followUps.contacted(company, { entryId, happenedOn, personId, days })
            : followUps.answered(company.companyId);
        return String(entryId);
      });
      return { ids, completed };
    },
    change: (id, { happenedOn, channel, line, personId }) => {
      const { entryId, companyId, personRefId: known } = required(yours, id);
      journal.touch({ part: 'contact_log', key: [entryId] });
      const personRefId = personId === undefined ? known : refOf(companyId, personId);
      updateContactEntry(yours, { entryId, happenedOn, channel, line, personRefId });
    },
    remove: (ids) => {
      for (const id of ids) {
        const { entryId } = required(yours, id);
        removeFollowUps(yours, journal, entryId);
        journal.touch({ part: 'contact_log', key: [entryId] });
        deleteContactEntry(yours, entryId);
      }
    },
  };
}

/**
 * Returns the id that `yours.db` uses to refer to the contact `personId`, or null if `personId` is null.
 * @throws AppFailure `not-found` (`person`)
 */
export function findContactRef(
  { yours, cache }: { yours: WriteDb; cache: ReadDb },
  companyId: string,
  personId: string | null,
): number | null {
  if (personId === null) return null;
  const identity = /^\d{1,15}$/.test(personId) ? identityOfContact(cache, companyId, Number(personId)) : null;
  if (identity === null) throw new AppFailure({ kind: 'not-found', what: 'person' });
  return contactRefOf(yours, companyId, identity);
}

function required(db: ReadDb, id: string): StoredContactEntry {
  const entry = contactEntryById(db, Number(id));
  if (entry === null) throw new AppFailure({ kind: 'not-found', what: 'log-entry' });
  return entry;
}
