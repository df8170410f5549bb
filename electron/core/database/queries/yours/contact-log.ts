import {
  all,
  bytesOrNull,
  get,
  num,
  numOrNull,
  run,
  selectCount,
  text,
  textOrNull,
  type ReadDb,
  type SqlRow,
  type WriteDb,
} from '../../sql.ts';

export interface StoredContactEntry {
  readonly entryId: number;
  readonly companyId: string;
  /** Calendar date such as `2026-06-10`. */
  readonly happenedOn: string;
  readonly channel: string;
  readonly line: string;
  readonly personRefId: number | null;
  readonly createdAtMs: number;
  /** The contact's answer; null if the entry is not about an answer. */
  readonly answer: string | null;
}

const ENTRY = `SELECT entry_id, company_id, happened_on, channel, line, person_ref_id, created_at_ms, answer FROM contact_log`;
const entryOf = (row: SqlRow): StoredContactEntry => ({
  entryId: num(row, 'entry_id'),
  companyId: text(row, 'company_id'),
  happenedOn: text(row, 'happened_on'),
  channel: text(row, 'channel'),
  line: text(row, 'line'),
  personRefId: numOrNull(row, 'person_ref_id'),
  createdAtMs: num(row, 'created_at_ms'),
  answer: textOrNull(row, 'answer'),
});

export function contactEntryById(db: ReadDb, entryId: number): StoredContactEntry | null {
  const row = get(db, `${ENTRY} WHERE entry_id = :entryId`, { entryId });
  return row === null ? null : entryOf(row);
}

/** Returns a page of a company's contact log, newest entries first. */
export function contactEntriesOf(
  db: ReadDb,
  page: { companyId: string; offset: number; limit: number },
): StoredContactEntry[] {
  return all(
    db,
    `${ENTRY} WHERE company_id = :companyId ORDER BY happened_on DESC, entry_id DESC LIMIT :limit OFFSET :offset`,
    page,
  ).map(entryOf);
}

/**
 * The date on which the user contacted a company, and the time at which the user logged this, in Unix ms by
 * this computer's clock.
 */
export interface ContactTime {
  readonly happenedOn: string;
  readonly createdAtMs: number;
}

/** Returns the times at which the user contacted each of these companies, keyed by company id. */
export function contactTimesOf(db: ReadDb, companyIds: readonly string[]): Map<string, ContactTime[]> {
  const rows = all(
    db,
    `SELECT contact_log.company_id, happened_on, created_at_ms FROM json_each(:ids) AS wanted
     JOIN contact_log ON contact_log.company_id = wanted.value`,
    { ids: JSON.stringify(companyIds) },
  );
  const times = new Map<string, ContactTime[]>();
  for (const row of rows) {
    const companyId = text(row, 'company_id');
    const time = { happenedOn: text(row, 'happened_on'), createdAtMs: num(row, 'created_at_ms') };
    times.set(companyId, [...(times.get(companyId) ?? []), time]);
  }
  return times;
}

export function countContactEntries(db: ReadDb, companyId: string): number {
  return selectCount(db, 'SELECT count(*) AS n FROM contact_log WHERE company_id = :companyId', {
    companyId,
  });
}

export function insertContactEntry(
  db: WriteDb,
  entry: Omit<StoredContactEntry, 'entryId'> & { companyName: string },
): number {
  return run(
    db,
    `INSERT INTO contact_log (company_id, company_name, happened_on, channel, line, person_ref_id, created_at_ms, answer)
     VALUES (:companyId, :companyName, :happenedOn, :channel, :line, :personRefId, :createdAtMs, :answer)`,
    { ...entry },
  ).lastId;
}

export function updateContactEntry(
  db: WriteDb,
  entry: Pick<StoredContactEntry, 'entryId' | 'happenedOn' | 'channel' | 'line' | 'personRefId'>,
): void {
  run(
    db,
    `UPDATE contact_log SET happened_on = :happenedOn, channel = :channel, line = :line, person_ref_id = :personRefId
     WHERE entry_id = :entryId`,
    { ...entry },
  );
}

export function deleteContactEntry(db: WriteDb, entryId: number): void {
  run(db, 'DELETE FROM contact_log WHERE entry_id = :entryId', { entryId });
}

/**
 * Returns the id of the reference to a contact, creating the reference if necessary. `identity` is a keyed
 * hash.
 */
export function contactRefOf(db: WriteDb, companyId: string, identity: Buffer): number {
  run(
    db,
    `INSERT INTO person_ref (company_id, identity) VALUES (:companyId, :identity)
     ON CONFLICT (company_id, identity) DO NOTHING`,
    { companyId, identity },
  );
  const row = get(
    db,
    'SELECT person_ref_id FROM person_ref WHERE company_id = :companyId AND identity = :identity',
    { companyId, identity },
  );
  if (row === null) throw new Error('a reference that was just made is not there');
  return num(row, 'person_ref_id');
}

/** Returns a map from the ids of a company's contact references to the keyed identities of the contacts. */
export function contactRefs(db: ReadDb, companyId: string): Map<number, Buffer> {
  const refs = new Map<number, Buffer>();
  for (const row of all(db, 'SELECT person_ref_id, identity FROM person_ref WHERE company_id = :companyId', {
    companyId,
  })) {
    const identity = bytesOrNull(row, 'identity');
    if (identity !== null) refs.set(num(row, 'person_ref_id'), identity);
  }
  return refs;
}
