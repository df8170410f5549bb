import { all, flag, num, numOrNull, selectCount, text, textOrNull, type ReadDb } from '../../sql.ts';
import { contactsStateOf, type ContactsState } from './contacts.ts';

/* Stored facts about companies that the day plan uses to propose requests. */

export interface PlanFacts {
  readonly companyId: string;
  readonly name: string | null;
  readonly announcedOn: string | null;
  readonly totalContacts: number | null;
  readonly contacts: ContactsState | null;
  /** Times of the last profile fetch and of the last webhook event, in ms; null if there was none. */
  readonly profileAtMs: number | null;
  readonly webhookAtMs: number | null;
  /** Whether the service reported that the company does not exist. */
  readonly isRemoved: boolean;
  /** Whether everything known about the company comes from webhook events that are probably test events. */
  readonly isTestOnly: boolean;
}

/** Returns the facts of these companies in no particular order. Ids missing from the cache are omitted. */
export const planFactsOf = (db: ReadDb, ids: readonly string[]): PlanFacts[] =>
  all(
    db,
    `SELECT company.company_id, company.name, company.announced_on, company.total_contacts, company.gone_at_ms,
       contacts_state.state AS contacts_state, contacts_state.source AS contacts_source,
       contacts_state.observed_at_ms AS contacts_observed_at_ms, contacts_state.hint AS contacts_hint,
       contacts_state.total AS contacts_total, contacts_state.names_at_ms AS contacts_names_at_ms,
       contacts_state.fetched_at_ms AS contacts_fetched_at_ms,
       profile.fetched_at_ms AS profile_at_ms,
       (SELECT max(fetched_at_ms) FROM company_source AS event WHERE event.company_id = company.company_id
         AND event.source IN ('webhook', 'paste')) AS webhook_at_ms,
       EXISTS (SELECT 1 FROM signal WHERE signal.company_id = company.company_id AND sample = 1)
         AND NOT EXISTS (SELECT 1 FROM signal WHERE signal.company_id = company.company_id AND sample = 0)
         AND NOT EXISTS (SELECT 1 FROM company_source AS other
           WHERE other.company_id = company.company_id AND other.source NOT IN ('webhook', 'paste')) AS test_only
     FROM json_each(:ids) AS wanted
     JOIN company ON company.company_id = wanted.value
     LEFT JOIN contacts_state ON contacts_state.company_id = company.company_id
     LEFT JOIN company_source AS profile
       ON profile.company_id = company.company_id AND profile.source = 'company'`,
    { ids: JSON.stringify(ids) },
  ).map((row) => ({
    companyId: text(row, 'company_id'),
    name: textOrNull(row, 'name'),
    announcedOn: textOrNull(row, 'announced_on'),
    totalContacts: numOrNull(row, 'total_contacts'),
    contacts: contactsStateOf(row),
    profileAtMs: numOrNull(row, 'profile_at_ms'),
    webhookAtMs: numOrNull(row, 'webhook_at_ms'),
    isRemoved: numOrNull(row, 'gone_at_ms') !== null,
    isTestOnly: flag(row, 'test_only'),
  }));

export interface ReceivedRound {
  readonly companyId: string;
  readonly roundId: string;
}

/** Returns how many of these rounds are not stored yet. A round is identified by its company and round id. */
export function countUnknownRounds(db: ReadDb, rounds: readonly ReceivedRound[]): number {
  return selectCount(
    db,
    `SELECT count(*) AS n FROM (SELECT DISTINCT value ->> 'companyId' AS company_id, value ->> 'roundId' AS round_id
       FROM json_each(:rounds)) AS told
     WHERE NOT EXISTS (SELECT 1 FROM round
       WHERE round.company_id = told.company_id AND round.round_id = told.round_id)`,
    { rounds: JSON.stringify(rounds) },
  );
}

/** Returns how many of these rounds were announced on each date. Rounds without a date are omitted. */
export const roundsByDate = (
  db: ReadDb,
  rounds: readonly ReceivedRound[],
): { readonly on: string; readonly rounds: number }[] =>
  all(
    db,
    `SELECT announced_on, count(DISTINCT round.company_id || ' ' || round.round_id) AS n FROM json_each(:rounds) AS told
     JOIN round ON round.company_id = value ->> 'companyId' AND round.round_id = value ->> 'roundId'
     WHERE announced_on IS NOT NULL GROUP BY announced_on`,
    { rounds: JSON.stringify(rounds) },
  ).map((row) => ({ on: text(row, 'announced_on'), rounds: num(row, 'n') }));

/** A company with rounds whose investors are not stored. */
export interface MissingRounds {
  readonly companyId: string;
  /** Number of rounds that the newest profile reports. */
  readonly total: number;
}

/**
 * Returns the companies whose profile reports more rounds than the cache stores with their investors. Omits
 * companies whose rounds were already requested, because a second request would charge the same rounds again.
 */
export const companiesMissingRounds = (db: ReadDb, ids: readonly string[]): MissingRounds[] =>
  all(
    db,
    `SELECT company.company_id, total_rounds FROM json_each(:ids) AS wanted
     JOIN company ON company.company_id = wanted.value
     LEFT JOIN company_panel ON company_panel.company_id = company.company_id AND panel = 'rounds'
     WHERE company_panel.fetched_at_ms IS NULL AND refused_at_ms IS NULL
       AND total_rounds > (SELECT count(*) FROM round
         WHERE round.company_id = company.company_id AND detail_level IN ('event', 'full'))`,
    { ids: JSON.stringify(ids) },
  ).map((row) => ({ companyId: text(row, 'company_id'), total: num(row, 'total_rounds') }));
