import { all, get, num, numOrNull, run, text, textOrNull, type ReadDb, type WriteDb } from '../../sql.ts';

/* The user's actions on companies, for the figures in Outcomes. */

/** Records the first time that the user opened the page of a company. */
export const putOpened = (db: WriteDb, companyId: string, openedAtMs: number): void =>
  void run(
    db,
    `INSERT INTO company_opened (company_id, opened_at_ms) VALUES (:companyId, :openedAtMs)
     ON CONFLICT (company_id) DO NOTHING`,
    { companyId, openedAtMs },
  );

/** Returns up to `limit` opened companies whose id comes after `after`, sorted by id. */
export const openedCompanies = (
  db: ReadDb,
  after: string,
  limit: number,
): { companyId: string; openedAtMs: number }[] =>
  all(
    db,
    `SELECT company_id, opened_at_ms FROM company_opened WHERE company_id > :after
     ORDER BY company_id LIMIT :limit`,
    { after, limit },
  ).map((row) => ({ companyId: text(row, 'company_id'), openedAtMs: num(row, 'opened_at_ms') }));

export const isOpened = (db: ReadDb, companyId: string): boolean =>
  get(db, 'SELECT 1 AS hit FROM company_opened WHERE company_id = :companyId', { companyId }) !== null;

/**
 * Returns the ids of up to `limit` companies whose page the user has opened. Sorted by the time at which the
 * page was first opened, latest first.
 */
export const lastOpened = (db: ReadDb, limit: number): string[] =>
  all(db, 'SELECT company_id FROM company_opened ORDER BY opened_at_ms DESC LIMIT :limit', { limit }).map(
    (row) => text(row, 'company_id'),
  );

export const companiesOpened = (db: ReadDb): string[] =>
  all(db, 'SELECT company_id FROM company_opened').map((row) => text(row, 'company_id'));

export const deleteOpenedOf = (db: WriteDb, companyId: string): void =>
  void run(db, 'DELETE FROM company_opened WHERE company_id = :companyId', { companyId });

/** Returns the number of deleted rows. */
export const deleteAllOpened = (db: WriteDb): number => run(db, 'DELETE FROM company_opened').changes;

/** Returns the time at which the user first opened the page of any company; null if the user never did. */
export function openedSinceMs(db: ReadDb): number | null {
  const row = get(db, 'SELECT min(opened_at_ms) AS at_ms FROM company_opened');
  return row === null ? null : numOrNull(row, 'at_ms');
}

export interface StatusChange {
  readonly id: number;
  readonly companyId: string;
  readonly atMs: number;
  /** Null if the user cleared the status. */
  readonly statusId: string | null;
}

/** Returns up to `limit` changes of a status, oldest first, starting after the action with the id `after`. */
export const statusChanges = (db: ReadDb, after: number, limit: number): StatusChange[] =>
  all(
    db,
    `SELECT act_id, company_id, at_ms, about FROM own_act WHERE act_id > :after AND what = 'status'
     ORDER BY act_id LIMIT :limit`,
    { after, limit },
  ).map((row) => ({
    id: num(row, 'act_id'),
    companyId: text(row, 'company_id'),
    atMs: num(row, 'at_ms'),
    statusId: textOrNull(row, 'about'),
  }));

/**
 * Returns the current statuses. They cannot be derived from the status changes, because older versions of the
 * app did not record all changes.
 */
export const currentStatuses = (
  db: ReadDb,
  after: string,
  limit: number,
): { companyId: string; statusId: string; atMs: number }[] =>
  all(
    db,
    `SELECT company_id, status_id, set_at_ms FROM company_status WHERE company_id > :after
     ORDER BY company_id LIMIT :limit`,
    { after, limit },
  ).map((row) => ({
    companyId: text(row, 'company_id'),
    statusId: text(row, 'status_id'),
    atMs: num(row, 'set_at_ms'),
  }));

export interface LoggedContact {
  readonly id: number;
  readonly companyId: string;
  /** The user's calendar date. */
  readonly happenedOn: string;
  readonly channel: string;
  readonly answer: string | null;
  readonly personRefId: number | null;
}

/** Returns up to `limit` contact log entries after the entry `after`. */
export const loggedContacts = (db: ReadDb, after: number, limit: number): LoggedContact[] =>
  all(
    db,
    `SELECT entry_id, company_id, happened_on, channel, answer, person_ref_id FROM contact_log
     WHERE entry_id > :after ORDER BY entry_id LIMIT :limit`,
    { after, limit },
  ).map((row) => ({
    id: num(row, 'entry_id'),
    companyId: text(row, 'company_id'),
    happenedOn: text(row, 'happened_on'),
    channel: text(row, 'channel'),
    answer: textOrNull(row, 'answer'),
    personRefId: numOrNull(row, 'person_ref_id'),
  }));

/** Returns the companies that a saved search returned, each with the time at which it was first returned. */
export const companiesOfSearch = (
  db: ReadDb,
  questionKey: string,
): { companyId: string; cameAtMs: number }[] =>
  all(
    db,
    `SELECT company_id, min(came_at_ms) AS came_at_ms FROM search_fetched WHERE question_key = :questionKey
     GROUP BY company_id`,
    { questionKey },
  ).map((row) => ({ companyId: text(row, 'company_id'), cameAtMs: num(row, 'came_at_ms') }));

/** Returns the keyed identities (hexadecimal) of the contacts with these reference ids. */
export const contactIdentities = (
  db: ReadDb,
  refIds: readonly number[],
): { refId: number; companyId: string; identity: string }[] =>
  all(
    db,
    `SELECT person_ref_id, company_id, hex(identity) AS identity FROM json_each(:ids) AS wanted
     JOIN person_ref ON person_ref_id = wanted.value`,
    { ids: JSON.stringify(refIds) },
  ).map((row) => ({
    refId: num(row, 'person_ref_id'),
    companyId: text(row, 'company_id'),
    identity: text(row, 'identity'),
  }));
