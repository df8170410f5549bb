import {
  all,
  bytesOrNull,
  exec,
  flag,
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
import type { ContactsState } from './contacts.ts';

/*
 * Data that the local search reads from `cache.db`, and the index tables `search_doc`, `search_words` and
 * `search_dirty`.
 */

/** A company's facts for filters, facets and sorting, without display-only data. */
export interface SearchedCompany {
  readonly companyId: string;
  readonly nameFolded: string;
  readonly countryCode: string | null;
  readonly countryName: string | null;
  readonly stage: string | null;
  readonly amountValue: number | null;
  readonly amountCurrency: string | null;
  readonly announcedOn: string | null;
  readonly fetchedAtMs: number;
  /** When the company was first stored. */
  readonly firstSeenAtMs: number;
  /** The id of the saved search that first returned the company; null if none did. */
  readonly foundBy: number | null;
  /** The service's latest report on the company's contacts, with the time of the report; null if unknown. */
  readonly contacts: Pick<ContactsState, 'state' | 'observedAtMs'> | null;
  readonly hasPeople: boolean;
  readonly isHiring: boolean;
  /** Null if the company is not indexed yet. */
  readonly docId: number | null;
  readonly letters: number;
  /** Whether the company's text may differ from the indexed text. */
  readonly isRewritten: boolean;
  /** Number of changes since the company was last indexed; null if there are none. */
  readonly changes: number | null;
}

/** Counts the next companies. `last` is the id of the last one; null if there are none. */
export function countCompaniesAfter(
  db: ReadDb,
  after: string,
  limit: number,
): { readonly count: number; readonly last: string | null } {
  const row =
    get(
      db,
      `SELECT count(*) AS n, max(company_id) AS last FROM
         (SELECT company_id FROM company WHERE company_id > :after ORDER BY company_id LIMIT :limit)`,
      { after, limit },
    ) ?? {};
  return { count: num(row, 'n'), last: textOrNull(row, 'last') };
}

export const companyIdsAfter = (db: ReadDb, after: string, limit: number): string[] =>
  all(db, 'SELECT company_id FROM company WHERE company_id > :after ORDER BY company_id LIMIT :limit', {
    after,
    limit,
  }).map((row) => text(row, 'company_id'));

/** Returns the facts that the search uses about these companies. Ids missing from the cache are omitted. */
export const searchedCompanies = (db: ReadDb, ids: readonly string[]): SearchedCompany[] =>
  all(
    db,
    `SELECT company.company_id, name_folded, country_code, country_name, stage, amount_value, amount_currency, announced_on,
       company.fetched_at_ms, company.first_seen_at_ms, found_by, contacts_state.state, contacts_state.observed_at_ms,
       EXISTS (SELECT 1 FROM contact WHERE contact.company_id = company.company_id) AS has_people,
       EXISTS (SELECT 1 FROM open_role WHERE open_role.company_id = company.company_id AND gone_at_ms IS NULL)
         OR coalesce(roles.told, 0) > 0 AS is_hiring,
       search_doc.doc_id, search_doc.letters, search_dirty.changes,
       EXISTS (SELECT 1 FROM search_before WHERE search_before.company_id = company.company_id) AS is_rewritten
     FROM json_each(:ids) AS wanted
     JOIN company ON company.company_id = wanted.value
     LEFT JOIN contacts_state ON contacts_state.company_id = company.company_id
     LEFT JOIN company_panel AS roles ON roles.company_id = company.company_id AND roles.panel = 'open-roles'
     LEFT JOIN search_doc ON search_doc.company_id = company.company_id
     LEFT JOIN search_dirty ON search_dirty.company_id = company.company_id`,
    { ids: JSON.stringify(ids) },
  ).map(searchedOf);

const CONTACT_STATES: Readonly<Record<string, ContactsState['state']>> = {
  available: 'available',
  closed: 'closed',
  'told-none': 'told-none',
};

function searchedOf(row: SqlRow): SearchedCompany {
  const state = textOrNull(row, 'state');
  return {
    companyId: text(row, 'company_id'),
    nameFolded: text(row, 'name_folded'),
    countryCode: textOrNull(row, 'country_code'),
    countryName: textOrNull(row, 'country_name'),
    stage: textOrNull(row, 'stage'),
    amountValue: numOrNull(row, 'amount_value'),
    amountCurrency: textOrNull(row, 'amount_currency'),
    announcedOn: textOrNull(row, 'announced_on'),
    fetchedAtMs: num(row, 'fetched_at_ms'),
    firstSeenAtMs: num(row, 'first_seen_at_ms'),
    foundBy: numOrNull(row, 'found_by'),
    contacts:
      state === null
        ? null
        : { state: CONTACT_STATES[state] ?? 'unknown', observedAtMs: num(row, 'observed_at_ms') },
    hasPeople: flag(row, 'has_people'),
    isHiring: flag(row, 'is_hiring'),
    docId: numOrNull(row, 'doc_id'),
    letters: numOrNull(row, 'letters') ?? 0,
    isRewritten: flag(row, 'is_rewritten'),
    changes: numOrNull(row, 'changes'),
  };
}

export interface CompanyNames {
  readonly companyId: string;
  readonly name: string;
}
const namedOf = (row: SqlRow): CompanyNames => ({
  companyId: text(row, 'company_id'),
  name: text(row, 'name'),
});

export const industriesAmong = (db: ReadDb, ids: readonly string[]): CompanyNames[] =>
  all(
    db,
    `SELECT company_industry.company_id, name FROM json_each(:ids) AS wanted
     JOIN company_industry ON company_industry.company_id = wanted.value`,
    { ids: JSON.stringify(ids) },
  ).map(namedOf);

export const tagsAmong = (db: ReadDb, ids: readonly string[]): CompanyNames[] =>
  all(
    db,
    `SELECT company_tag.company_id, tag.name FROM json_each(:ids) AS wanted
     JOIN company_tag ON company_tag.company_id = wanted.value JOIN tag USING (tag_key)`,
    { ids: JSON.stringify(ids) },
  ).map(namedOf);

/** Returns all searchable text of the companies except industries and tags. `isName` marks company names. */
export const searchedTexts = (
  db: ReadDb,
  ids: readonly string[],
): { companyId: string; isName: boolean; text: string }[] =>
  all(
    db,
    `SELECT company_id, 1 AS is_name, name AS text FROM json_each(:ids) AS wanted
     JOIN company ON company.company_id = wanted.value WHERE name IS NOT NULL
     UNION ALL
     SELECT company_id, 0, description FROM json_each(:ids) AS wanted
     JOIN company ON company.company_id = wanted.value WHERE description IS NOT NULL
     UNION ALL
     SELECT company_technology.company_id, 0, technology.name FROM json_each(:ids) AS wanted
     JOIN company_technology ON company_technology.company_id = wanted.value JOIN technology USING (technology_key)
     UNION ALL
     SELECT highlight.company_id, 0, highlight.text FROM json_each(:ids) AS wanted
     JOIN highlight ON highlight.company_id = wanted.value WHERE listed = 1`,
    { ids: JSON.stringify(ids) },
  ).map((row) => ({
    companyId: text(row, 'company_id'),
    isName: flag(row, 'is_name'),
    text: text(row, 'text'),
  }));

/** The encrypted name and title of a contact. */
export interface EncryptedName {
  readonly contactId: number;
  readonly companyId: string;
  readonly name: Buffer | null;
  readonly title: Buffer | null;
}

export const encryptedNamesAmong = (db: ReadDb, ids: readonly string[]): EncryptedName[] =>
  all(
    db,
    `SELECT contact_id, contact.company_id, name, title FROM json_each(:ids) AS wanted
     JOIN contact ON contact.company_id = wanted.value`,
    { ids: JSON.stringify(ids) },
  ).map((row) => ({
    contactId: num(row, 'contact_id'),
    companyId: text(row, 'company_id'),
    name: bytesOrNull(row, 'name'),
    title: bytesOrNull(row, 'title'),
  }));

export const companiesWithContactsAfter = (db: ReadDb, after: string, limit: number): string[] =>
  all(
    db,
    `SELECT DISTINCT company_id FROM contact WHERE company_id > :after ORDER BY company_id LIMIT :limit`,
    { after, limit },
  ).map((row) => text(row, 'company_id'));

/**
 * Returns the next companies that have changed since they were last indexed, with each company's number of
 * changes.
 */
export const dirtyAfter = (
  db: ReadDb,
  after: string,
  limit: number,
): { companyId: string; changes: number }[] =>
  all(
    db,
    `SELECT company_id, changes FROM search_dirty WHERE company_id > :after ORDER BY company_id LIMIT :limit`,
    { after, limit },
  ).map((row) => ({ companyId: text(row, 'company_id'), changes: num(row, 'changes') }));

/** Clears the change marks of these companies, and records that any saved facts about them are outdated. */
export function clearDirty(db: WriteDb, ids: readonly string[]): void {
  run(
    db,
    `INSERT OR IGNORE INTO search_unsaved (company_id)
     SELECT company_id FROM json_each(:ids) AS wanted JOIN company ON company.company_id = wanted.value
     WHERE EXISTS (SELECT 1 FROM search_saved)`,
    { ids: JSON.stringify(ids) },
  );
  run(db, 'DELETE FROM search_dirty WHERE company_id IN (SELECT value FROM json_each(:ids))', {
    ids: JSON.stringify(ids),
  });
}

/** Number of changes since a company was last indexed, and the company's index entry. */
interface IndexState {
  readonly changes: number;
  readonly doc: StoredDoc | null;
}
/** Returns the index state of every requested id. */
export function indexStates(db: ReadDb, ids: readonly string[]): Map<string, IndexState> {
  const rows = all(
    db,
    `SELECT wanted.value AS company_id, coalesce(search_dirty.changes, 0) AS changes, search_doc.doc_id, search_doc.letters
     FROM json_each(:ids) AS wanted
     LEFT JOIN search_dirty ON search_dirty.company_id = wanted.value
     LEFT JOIN search_doc ON search_doc.company_id = wanted.value`,
    { ids: JSON.stringify(ids) },
  );
  return new Map(
    rows.map((row) => {
      const docId = numOrNull(row, 'doc_id');
      const doc = docId === null ? null : { docId, letters: num(row, 'letters') };
      return [text(row, 'company_id'), { changes: num(row, 'changes'), doc }];
    }),
  );
}

export interface StoredDoc {
  readonly docId: number;
  readonly letters: number;
}

export function docOf(db: ReadDb, companyId: string): StoredDoc | null {
  const row = get(db, 'SELECT doc_id, letters FROM search_doc WHERE company_id = :companyId', { companyId });
  return row === null ? null : { docId: num(row, 'doc_id'), letters: num(row, 'letters') };
}

/**
 * The searchable text of a company, joined into two strings. A search matches any part of a word in `named`,
 * but only the beginning of a word in `words`.
 */
interface IndexedTexts {
  readonly named: string;
  readonly words: string;
}

/**
 * Returns the indexed text of a company if the text has changed since it was indexed. Otherwise, returns
 * null.
 */
export function textsBefore(db: ReadDb, companyId: string): IndexedTexts | null {
  const row = get(db, 'SELECT named, words FROM search_before WHERE company_id = :companyId', { companyId });
  return row === null ? null : { named: text(row, 'named'), words: text(row, 'words') };
}

export function deleteTextsBefore(db: WriteDb, companyId: string): void {
  run(db, 'DELETE FROM search_before WHERE company_id = :companyId', { companyId });
}

export const insertDoc = (db: WriteDb, companyId: string, letters: number): number =>
  run(db, `INSERT INTO search_doc (company_id, letters) VALUES (:companyId, :letters)`, {
    companyId,
    letters,
  }).lastId;

export function updateDoc(db: WriteDb, { docId, letters }: StoredDoc): void {
  run(db, 'UPDATE search_doc SET letters = :letters WHERE doc_id = :docId', { docId, letters });
}

export function deleteDoc(db: WriteDb, docId: number): void {
  run(db, 'DELETE FROM search_doc WHERE doc_id = :docId', { docId });
}

/**
 * Indexes a document. The index does not store the tokens. To remove the document from the index later, pass
 * exactly the same tokens to `removeTokens`.
 */
export function addTokens(db: WriteDb, docId: number, tokens: string): void {
  run(db, 'INSERT INTO search_words (rowid, tokens) VALUES (:docId, :tokens)', { docId, tokens });
}
export function removeTokens(db: WriteDb, docId: number, tokens: string): void {
  run(db, `INSERT INTO search_words (search_words, rowid, tokens) VALUES ('delete', :docId, :tokens)`, {
    docId,
    tokens,
  });
}

/**
 * Merges segments of the index. Writes about `pages` pages at most.
 * @returns whether there may be more segments to merge
 */
export function mergeStrings(db: WriteDb, pages: number): boolean {
  const before = changesMade(db);
  run(db, `INSERT INTO search_words (search_words, rank) VALUES ('merge', :pages)`, { pages });
  return changesMade(db) - before >= 2;
}

/**
 * Returns the ids of documents that match an index query, in ascending order. The SQL query joins them into
 * one string, because reading many thousands of separate values would take longer than the search.
 */
export function matchingDocs(db: ReadDb, query: string): Uint32Array {
  const row = get(
    db,
    `SELECT CAST(group_concat(rowid, ' ') AS BLOB) AS docs FROM search_words WHERE search_words MATCH :query`,
    { query },
  );
  return numbersIn(row === null ? null : bytesOrNull(row, 'docs'));
}

/**
 * Creates temporary tables that list the documents of each index token. The tables exist until the connection
 * closes.
 */
export function openTokens(db: WriteDb): void {
  exec(
    db,
    `CREATE VIRTUAL TABLE IF NOT EXISTS temp.search_token USING fts5vocab ('main', 'search_words', 'row');
     CREATE VIRTUAL TABLE IF NOT EXISTS temp.search_token_doc USING fts5vocab ('main', 'search_words', 'instance');`,
  );
}

/**
 * Returns the index tokens that come after `after` in sort order, and the number of documents that contain
 * each token.
 */
export const tokensAfter = (db: ReadDb, after: string, limit: number): { token: string; docs: number }[] =>
  all(db, 'SELECT term, doc FROM temp.search_token WHERE term > :after ORDER BY term LIMIT :limit', {
    after,
    limit,
  }).map((row) => ({ token: text(row, 'term'), docs: num(row, 'doc') }));

/** Returns the documents of each token from `from` to `to`, inclusive. */
export const docsOfTokens = (db: ReadDb, from: string, to: string): { token: string; docs: Uint32Array }[] =>
  all(
    db,
    `SELECT term, CAST(group_concat(doc, ' ') AS BLOB) AS docs FROM temp.search_token_doc
     WHERE term >= :from AND term <= :to GROUP BY term`,
    { from, to },
  ).map((row) => ({ token: text(row, 'term'), docs: numbersIn(bytesOrNull(row, 'docs')) }));

/**
 * Returns the ids of the documents that contain a token. Only ids greater than `after`, in ascending order.
 */
export function docsOfTokenAfter(db: ReadDb, token: string, after: number, limit: number): Uint32Array {
  const row = get(
    db,
    `SELECT CAST(group_concat(rowid, ' ') AS BLOB) AS docs FROM
       (SELECT rowid FROM search_words WHERE search_words MATCH :query AND rowid > :after ORDER BY rowid LIMIT :limit)`,
    { query: `"${token}"`, after, limit },
  );
  return numbersIn(row === null ? null : bytesOrNull(row, 'docs'));
}

const SPACE = 0x20;
const ZERO = 0x30;
/** Parses decimal integers separated by single spaces. */
function numbersIn(digits: Buffer | null): Uint32Array {
  if (digits === null) return new Uint32Array(0);
  const numbers = new Uint32Array(Math.ceil(digits.length / 2));
  let count = 0;
  let number = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const byte = digits[at] ?? SPACE;
    if (byte === SPACE) {
      numbers[count++] = number;
      number = 0;
    } else number = number * 10 + byte - ZERO;
  }
  numbers[count++] = number;
  return numbers.slice(0, count);
}

/**
 * Returns the total number of rows that this connection has changed. If two calls return the same number,
 * this connection has changed no rows between them.
 */
export function changesMade(db: ReadDb): number {
  return selectCount(db, 'SELECT total_changes() AS n');
}
