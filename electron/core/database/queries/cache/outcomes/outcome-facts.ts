import { all, bytesOrNull, num, text, type ReadDb } from '../../../sql.ts';

/* Stored facts about companies, for the figures of Outcomes. */

/**
 * Reads the webhook events after `after`, up to `limit`. Returns the companies that became part of the
 * library through these events. A company may occur several times.
 */
export const companiesFoundByWebhook = (
  db: ReadDb,
  after: number,
  limit: number,
): { signalKey: number; companyId: string }[] =>
  all(
    db,
    `SELECT signal_key, signal.company_id FROM signal JOIN company ON company.company_id = signal.company_id
     WHERE signal_key > :after
       AND company.first_seen_at_ms = min(max(0, coalesce(sent_at_ms, received_at_ms)), received_at_ms)
     ORDER BY signal_key LIMIT :limit`,
    { after, limit },
  ).map((row) => ({ signalKey: num(row, 'signal_key'), companyId: text(row, 'company_id') }));

/**
 * Returns the announcement dates of the rounds of these companies. `at` is the company's position in
 * `companyIds`.
 */
export const announcementDates = (
  db: ReadDb,
  companyIds: readonly string[],
): { at: number; announcedOn: string }[] =>
  all(
    db,
    `SELECT wanted.key AS at, announced_on FROM json_each(:ids) AS wanted
     JOIN round ON round.company_id = wanted.value WHERE announced_on IS NOT NULL`,
    { ids: JSON.stringify(companyIds) },
  ).map((row) => ({ at: num(row, 'at'), announcedOn: text(row, 'announced_on') }));

export interface WantedContact {
  readonly refId: number;
  readonly companyId: string;
  /** Hexadecimal. */
  readonly identity: string;
}

/** Finds contacts by their keyed identities and returns their encrypted titles. A contact may occur twice. */
export const titlesOfContacts = (
  db: ReadDb,
  wanted: readonly WantedContact[],
): { refId: number; companyId: string; contactId: number; title: Buffer | null }[] =>
  all(
    db,
    `WITH wanted AS MATERIALIZED (
       SELECT value ->> 'refId' AS ref_id, value ->> 'companyId' AS company_id,
         unhex(value ->> 'identity') AS identity
       FROM json_each(:wanted))
     SELECT ref_id, contact.company_id, contact_id, title FROM wanted
     JOIN contact ON contact.company_id = wanted.company_id
     WHERE contact.identity = wanted.identity OR email_identity = wanted.identity
       OR linkedin_identity = wanted.identity
       OR EXISTS (SELECT 1 FROM contact_alias
         WHERE contact_alias.contact_id = contact.contact_id AND contact_alias.identity = wanted.identity)
     ORDER BY contact.identity = wanted.identity`,
    { wanted: JSON.stringify(wanted) },
  ).map((row) => ({
    refId: num(row, 'ref_id'),
    companyId: text(row, 'company_id'),
    contactId: num(row, 'contact_id'),
    title: bytesOrNull(row, 'title'),
  }));
