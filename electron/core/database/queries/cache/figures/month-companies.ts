import { all, get, numOrNull, selectCount, text, textOrNull, type ReadDb } from '../../../sql.ts';

/* Counts of stored companies for the monthly review. */

/** Number of row ids that one query covers. */
const ROWS = 4_000;

/** Returns the greatest row id of all companies; 0 if there are none. */
export function newestCompanyRow(db: ReadDb): number {
  const row = get(db, 'SELECT max(rowid) AS newest FROM company');
  return row === null ? 0 : (numOrNull(row, 'newest') ?? 0);
}

/**
 * Counts the companies that were first stored in this period. Checks only the `ROWS` row ids that follow
 * `after`. Returns the last of them, to pass as `after` in the next call.
 */
export const storedAfter = (
  db: ReadDb,
  after: number,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
): { readonly companies: number; readonly last: number } => ({
  companies: selectCount(
    db,
    `SELECT count(*) AS n FROM company WHERE rowid > :after AND rowid <= :last
       AND first_seen_at_ms >= :fromMs AND first_seen_at_ms < :untilMs`,
    { after, last: after + ROWS, fromMs, untilMs },
  ),
  last: after + ROWS,
});

/** Returns the given companies that were first stored in this period. */
export const firstStoredBetween = (
  db: ReadDb,
  companyIds: readonly string[],
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
): Set<string> =>
  new Set(
    all(
      db,
      `SELECT company_id FROM json_each(:ids) AS wanted JOIN company ON company_id = wanted.value
       WHERE first_seen_at_ms >= :fromMs AND first_seen_at_ms < :untilMs`,
      { ids: JSON.stringify(companyIds), fromMs, untilMs },
    ).map((row) => text(row, 'company_id')),
  );

/**
 * Returns the companies whose newest round was announced on or after `from` and before `until`, and whose
 * contacts are not stored and have not been fetched since the announcement. Omits companies that were first
 * stored after the contact window had closed, because the user could not have used that window.
 *
 * @param windowMs how long a contact window is open
 */
export const unusedWindows = (db: ReadDb, from: string, until: string, windowMs: number): string[] =>
  all(
    db,
    `SELECT DISTINCT round.company_id FROM round JOIN company ON company.company_id = round.company_id
     WHERE round.announced_on >= :from AND round.announced_on < :until
       AND NOT EXISTS (SELECT 1 FROM round AS newer
         WHERE newer.company_id = round.company_id AND newer.announced_on >= :until)
       AND company.first_seen_at_ms < unixepoch(round.announced_on) * 1000 + :windowMs
       AND NOT EXISTS (SELECT 1 FROM contacts_state WHERE contacts_state.company_id = round.company_id
         AND contacts_state.fetched_at_ms >= unixepoch(round.announced_on) * 1000)
       AND NOT EXISTS (SELECT 1 FROM contact WHERE contact.company_id = round.company_id)
     ORDER BY round.company_id`,
    { from, until, windowMs },
  ).map((row) => text(row, 'company_id'));

/**
 * For each date on which the user contacted a company, returns the announcement date of the company's newest
 * round at that time. Omits dates on which the company had no round yet.
 */
export const roundsBefore = (
  db: ReadDb,
  contacts: readonly { readonly companyId: string; readonly happenedOn: string }[],
): { readonly happenedOn: string; readonly announcedOn: string }[] =>
  all(
    db,
    `SELECT wanted.value ->> 1 AS happened_on,
       (SELECT max(announced_on) FROM round WHERE round.company_id = wanted.value ->> 0
         AND announced_on <= wanted.value ->> 1) AS announced_on
     FROM json_each(:contacts) AS wanted`,
    { contacts: JSON.stringify(contacts.map(({ companyId, happenedOn }) => [companyId, happenedOn])) },
  ).flatMap((row) => {
    const announcedOn = textOrNull(row, 'announced_on');
    return announcedOn === null ? [] : [{ happenedOn: text(row, 'happened_on'), announcedOn }];
  });
