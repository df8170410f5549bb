import { all, get, num, numOrNull, text, textOrNull, type ReadDb } from '../../sql.ts';

/* The user's activity in a month, for the monthly review. */

/**
 * A month in the user's calendar. `from` and `until` are dates, for contact log entries. `fromMs` and
 * `untilMs` are times, for status changes. The month ends just before `until` and `untilMs`.
 */
export interface OwnMonth {
  readonly from: string;
  readonly until: string;
  readonly fromMs: number;
  readonly untilMs: number;
}

const LOGGED = 'happened_on >= :from AND happened_on < :until';
const params = ({ from, until }: OwnMonth) => ({ from, until });

/**
 * Returns the companies that the user contacted for the first time in the month, with the date of the first
 * contact.
 */
export const firstContacts = (db: ReadDb, month: OwnMonth): { companyId: string; happenedOn: string }[] =>
  all(
    db,
    `SELECT company_id, min(happened_on) AS first_on FROM contact_log WHERE answer IS NULL
     GROUP BY company_id HAVING first_on >= :from AND first_on < :until`,
    params(month),
  ).map((row) => ({ companyId: text(row, 'company_id'), happenedOn: text(row, 'first_on') }));

/** Returns whether the contact log has an entry in the month, or a status was set in the month. */
export const hasActivity = (db: ReadDb, month: OwnMonth): boolean =>
  get(
    db,
    `SELECT 1 AS hit WHERE EXISTS (SELECT 1 FROM contact_log WHERE ${LOGGED})
       OR EXISTS (SELECT 1 FROM own_act WHERE what = 'status' AND at_ms >= :fromMs AND at_ms < :untilMs)`,
    { ...month },
  ) !== null;

/**
 * Returns the given companies that have an entry in the contact log, or that currently have one of these
 * statuses.
 */
export const contactedAmong = (
  db: ReadDb,
  companyIds: readonly string[],
  statusIds: readonly string[],
): Set<string> =>
  new Set(
    all(
      db,
      `SELECT wanted.value AS company_id FROM json_each(:ids) AS wanted
       WHERE EXISTS (SELECT 1 FROM contact_log WHERE contact_log.company_id = wanted.value)
         OR EXISTS (SELECT 1 FROM company_status WHERE company_status.company_id = wanted.value
           AND status_id IN (SELECT value FROM json_each(:statuses)))`,
      { ids: JSON.stringify(companyIds), statuses: JSON.stringify(statusIds) },
    ).map((row) => text(row, 'company_id')),
  );

/** How many rounds of a company a saved search returned for the first time. */
export interface NewRounds {
  readonly searchId: number;
  readonly name: string;
  readonly companyId: string;
  readonly rounds: number;
}

/**
 * Counts new rounds in the period from `fromMs` to just before `untilMs`, for each saved search and company.
 * A round is new for a search when the search first returned it. The searches are in the user's order.
 */
export const newRoundsOfSearches = (db: ReadDb, fromMs: number, untilMs: number): NewRounds[] =>
  all(
    db,
    `SELECT search_id, saved_search.name, company_id, count(*) AS rounds
     FROM saved_search CROSS JOIN search_fetched USING (question_key)
     WHERE came_at_ms >= :fromMs AND came_at_ms < :untilMs
     GROUP BY search_id, company_id ORDER BY saved_search.position, company_id`,
    { fromMs, untilMs },
  ).map((row) => ({
    searchId: num(row, 'search_id'),
    name: text(row, 'name'),
    companyId: text(row, 'company_id'),
    rounds: num(row, 'rounds'),
  }));

/**
 * Returns when the user's activity started: the first date in the contact log and the time of the first
 * status change. Each is null if there is none.
 */
export function firstActivity(db: ReadDb): {
  readonly loggedOn: string | null;
  readonly setAtMs: number | null;
} {
  const row = get(
    db,
    `SELECT (SELECT min(happened_on) FROM contact_log) AS logged_on,
       (SELECT min(at_ms) FROM own_act WHERE what = 'status') AS set_at_ms`,
  );
  return row === null
    ? { loggedOn: null, setAtMs: null }
    : { loggedOn: textOrNull(row, 'logged_on'), setAtMs: numOrNull(row, 'set_at_ms') };
}
