import {
  all,
  bytesOrNull,
  flag,
  get,
  num,
  numOrNull,
  run,
  text,
  textOrNull,
  type ReadDb,
  type SqlRow,
  type WriteDb,
} from '../sql.ts';
import type { ContactsState } from './people.ts';

/* What the local search reads of `cache.db`, and its index there: `search_doc`, `search_words` and `search_dirty`. */

/** A company's facts for filters, facets and orders; nothing that a row is shown with. */
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
  /** What the service said of its contacts, and when; null where it said nothing. */
  readonly contacts: Pick<ContactsState, 'state' | 'observedAtMs'> | null;
  readonly hasPeople: boolean;
  readonly isHiring: boolean;
  /** Null: not in the index yet. */
  readonly docId: number | null;
  readonly letters: number;
  /** Null: the index is up to date with it. */
  readonly changes: number | null;
}

export const companyIdsAfter = (db: ReadDb, after: string, limit: number): string[] =>
  all(db, 'SELECT company_id FROM company WHERE company_id > :after ORDER BY company_id LIMIT :limit', {
    after,
    limit,
  }).map((row) => text(row, 'company_id'));

/** Ids that are not in the cache are left out. */
export const searchedCompanies = (db: ReadDb, ids: readonly string[]): SearchedCompany[] =>
  all(
    db,
    `SELECT company.company_id, name_folded, country_code, country_name, stage, amount_value, amount_currency, announced_on,
       company.fetched_at_ms, contacts_state.state, contacts_state.observed_at_ms,
       EXISTS (SELECT 1 FROM contact WHERE contact.company_id = company.company_id) AS has_people,
       EXISTS (SELECT 1 FROM open_role WHERE open_role.company_id = company.company_id AND gone_at_ms IS NULL)
         OR coalesce(roles.told, 0) > 0 AS is_hiring,
       search_doc.doc_id, search_doc.letters, search_dirty.changes
     FROM json_each(:ids) AS wanted
     JOIN company ON company.company_id = wanted.value
     LEFT JOIN contacts_state ON contacts_state.company_id = company.company_id
     LEFT JOIN company_panel AS roles ON roles.company_id = company.company_id AND roles.panel = 'open-roles'
     LEFT JOIN search_doc ON search_doc.company_id = company.company_id
     LEFT JOIN search_dirty ON search_dirty.company_id = company.company_id`,
    { ids: JSON.stringify(ids) },
  ).map(searchedOf);

const SAID: Readonly<Record<string, ContactsState['state']>> = {
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
    contacts:
      state === null ? null : { state: SAID[state] ?? 'unknown', observedAtMs: num(row, 'observed_at_ms') },
    hasPeople: flag(row, 'has_people'),
    isHiring: flag(row, 'is_hiring'),
    docId: numOrNull(row, 'doc_id'),
    letters: numOrNull(row, 'letters') ?? 0,
    changes: numOrNull(row, 'changes'),
  };
}

export interface NamedOf {
  readonly companyId: string;
  readonly name: string;
}
const namedOf = (row: SqlRow): NamedOf => ({ companyId: text(row, 'company_id'), name: text(row, 'name') });

export const industriesAmong = (db: ReadDb, ids: readonly string[]): NamedOf[] =>
  all(
    db,
    `SELECT company_industry.company_id, name FROM json_each(:ids) AS wanted
     JOIN company_industry ON company_industry.company_id = wanted.value`,
    { ids: JSON.stringify(ids) },
  ).map(namedOf);

export const tagsAmong = (db: ReadDb, ids: readonly string[]): NamedOf[] =>
  all(
    db,
    `SELECT company_tag.company_id, tag.name FROM json_each(:ids) AS wanted
     JOIN company_tag ON company_tag.company_id = wanted.value JOIN tag USING (tag_key)`,
    { ids: JSON.stringify(ids) },
  ).map(namedOf);

/** Every text of some companies that is searched besides their industries and tags; `kind` tells a name from the rest. */
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

/** Name and title of a person, sealed. */
export interface SealedName {
  readonly contactId: number;
  readonly companyId: string;
  readonly name: Buffer | null;
  readonly title: Buffer | null;
}

export const sealedNamesAmong = (db: ReadDb, ids: readonly string[]): SealedName[] =>
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

export const companiesWithPeopleAfter = (db: ReadDb, after: string, limit: number): string[] =>
  all(
    db,
    `SELECT DISTINCT company_id FROM contact WHERE company_id > :after ORDER BY company_id LIMIT :limit`,
    { after, limit },
  ).map((row) => text(row, 'company_id'));

/** Companies that changed since the index was last brought up to date with them, and how often. */
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

/** Takes the mark away unless the company changed again. */
export function clearDirty(db: WriteDb, companyId: string, changes: number): void {
  run(db, 'DELETE FROM search_dirty WHERE company_id = :companyId AND changes = :changes', {
    companyId,
    changes,
  });
}

export interface StoredDoc {
  readonly docId: number;
  readonly letters: number;
  readonly named: string;
  readonly words: string;
}

export function docOf(db: ReadDb, companyId: string): StoredDoc | null {
  const row = get(db, 'SELECT doc_id, letters, named, words FROM search_doc WHERE company_id = :companyId', {
    companyId,
  });
  if (row === null) return null;
  return {
    docId: num(row, 'doc_id'),
    letters: num(row, 'letters'),
    named: text(row, 'named'),
    words: text(row, 'words'),
  };
}

export const insertDoc = (
  db: WriteDb,
  doc: Omit<StoredDoc, 'docId'> & { readonly companyId: string },
): number =>
  run(
    db,
    `INSERT INTO search_doc (company_id, letters, named, words) VALUES (:companyId, :letters, :named, :words)`,
    { ...doc },
  ).lastId;

export function updateDoc(db: WriteDb, doc: StoredDoc): void {
  run(db, 'UPDATE search_doc SET letters = :letters, named = :named, words = :words WHERE doc_id = :docId', {
    ...doc,
  });
}

export function deleteDoc(db: WriteDb, docId: number): void {
  run(db, 'DELETE FROM search_doc WHERE doc_id = :docId', { docId });
}

/** The index takes a document's tokens and gives them up; it does not keep which ones they were. */
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
 * The documents that an index query finds (search/words.ts), ascending. Handed over as one text: of the many thousands that
 * two letters find, a value for each would cost more than finding them.
 */
export function matchingDocs(db: ReadDb, query: string): Uint32Array {
  const row = get(
    db,
    `SELECT CAST(group_concat(rowid, ' ') AS BLOB) AS docs FROM search_words WHERE search_words MATCH :query`,
    { query },
  );
  const docs = row === null ? null : bytesOrNull(row, 'docs');
  return docs === null ? new Uint32Array(0) : numbersIn(docs);
}

const SPACE = 0x20;
const ZERO = 0x30;
/** Whole numbers in decimal digits with one space between. */
function numbersIn(digits: Buffer): Uint32Array {
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

/** Rows that this connection changed since it was opened, whoever asked for it: a change shows as a higher number. */
export function changesMade(db: ReadDb): number {
  const row = get(db, 'SELECT total_changes() AS n');
  return row === null ? 0 : num(row, 'n');
}
