import type { Stamp } from '../../../shared/model/company.ts';
import type { CompaniesQuery, FundingsQuery, ListQuery } from '../../../shared/model/query.ts';
import type { ListName } from '../../../shared/model/search.ts';
import type {
  DecodedContacts,
  DecodedDetail,
  DecodedFilters,
  DecodedListRow,
  DecodedPage,
} from '../service-api/decoders/decoded-types.ts';
import { markRemoved } from '../database/queries/cache/companies.ts';
import { putFilterSnapshot } from '../database/queries/cache/filter-snapshot.ts';
import { companiesAlone, putCompanyAlone } from '../database/queries/cache/library-answers.ts';
import { missingCompanies } from '../database/queries/cache/company-presence.ts';
import { putQueryTotal } from '../database/queries/cache/query-sets.ts';
import { refreshLatestRound } from '../database/queries/cache/rounds.ts';
import { transaction, type WriteDb } from '../database/sql.ts';
import { rowFactsJson } from '../search-coverage/row-facts.ts';
import { ensureCompany, mergeCompany } from './merge-company.ts';
import { storeContactsRefused, storeReceivedContacts } from '../contacts/store-contacts.ts';
import { mergeHighlights } from './merge-highlights.ts';
import { recordPanel } from './record-panel.ts';
import { storePageOfSet } from './query-sets.ts';
import { listLevel, mergeRound } from './merge-rounds.ts';
import { addCompanies } from './new-companies.ts';
import { encryptPersonalFields } from './encrypt-personal-fields.ts';
import { keyStateOf, putRaw, type RawStorage } from './store-raw.ts';
import { recordChanges, storeAndRecordChanges } from './changes/record-changes.ts';
import { queryKeyOf } from '../search-coverage/query-key.ts';
import type { ContactKeyState } from '../contacts/contact-encryption.ts';
import { storeTechnologies } from './store-panels.ts';
import { touchCompany, stampAt } from './store-helpers.ts';

/*
 * Stores responses from the service in the cache. Each response is stored in one transaction, and storing the
 * response again changes nothing. Times are server time in ms. Undocumented fields of raw rows are encrypted;
 * without a contact key, they are not stored.
 */

export type PageToStore = { readonly page: DecodedPage; readonly fetchedAtMs: number } & (
  | { readonly endpoint: 'fundings'; readonly query: FundingsQuery }
  | { readonly endpoint: 'companies'; readonly query: CompaniesQuery }
);
const questionOf = (received: PageToStore): ListQuery =>
  received.endpoint === 'fundings'
    ? { list: 'fundings', query: received.query }
    : { list: 'companies', query: received.query };

/**
 * Stores a page of `/fundings` or `/companies`.
 * @returns the id of the result set that contains the page
 */
export function storePage(db: WriteDb, received: PageToStore, storage: RawStorage): string {
  const { endpoint: list, page, fetchedAtMs } = received;
  const stamp = stampAt(list, fetchedAtMs);
  const ids = [...new Set(page.rows.map(({ company }) => company.companyId))];
  return transaction(db, () => {
    const missing = missingCompanies(db, ids);
    const fresh = new Set([...missing, ...companiesAlone(db, ids)]);
    const roundIds = storeListRows(db, { rows: page.rows, missing: new Set(missing) }, stamp, storage);
    const rows = page.rows.map((row, index) => {
      const { companyId } = row.company;
      const roundId = roundIds[index] ?? null;
      const rowKey = list === 'companies' ? companyId : `${roundId ?? 'none'}/${companyId}`;
      return { rowKey, companyId, roundId, wasKnown: !fresh.has(companyId), factsJson: rowFactsJson(row) };
    });
    const { offset, setAside, total, hasMore } = page;
    return storePageOfSet(db, {
      question: questionOf(received),
      offset,
      rows,
      setAside,
      total,
      hasMore,
      fetchedAtMs: stamp.fetchedAtMs,
    });
  });
}

/**
 * Stores rows that do not belong to a search, for example the rows of a count or a calibration. A company
 * that is added in this way still counts as new in the first search that returns it.
 */
export function storeRowsAlone(
  db: WriteDb,
  { rows }: DecodedPage,
  fetchedAtMs: number,
  list: ListName,
  storage: RawStorage,
): void {
  const stamp = stampAt(list, fetchedAtMs);
  transaction(db, () => {
    const ids = [...new Set(rows.map(({ company }) => company.companyId))];
    const missing = missingCompanies(db, ids);
    const fresh = [...missing, ...companiesAlone(db, ids)];
    storeListRows(db, { rows, missing: new Set(missing) }, stamp, storage);
    for (const id of fresh) putCompanyAlone(db, id, stamp.fetchedAtMs);
  });
}

/** Stores the total and the single row that a count request returned. Does not create a result set. */
export function storeProbe(db: WriteDb, received: PageToStore, storage: RawStorage): void {
  const { endpoint, page, fetchedAtMs } = received;
  transaction(db, () => {
    storeRowsAlone(db, page, fetchedAtMs, endpoint, storage);
    if (page.total !== null)
      putQueryTotal(db, {
        queryKey: queryKeyOf(questionOf(received)),
        total: page.total,
        atMs: Math.round(fetchedAtMs),
      });
  });
}

/**
 * Stores the rows of a list response in order, because a later row may change a tag of an earlier one.
 * `missing` contains the ids of companies that are not stored yet. Call inside a transaction.
 * @returns the id of each row's round, or null for a row without round data
 */
function storeListRows(
  db: WriteDb,
  { rows, missing }: { readonly rows: readonly DecodedListRow[]; readonly missing: ReadonlySet<string> },
  stamp: Stamp,
  storage: RawStorage,
): (string | null)[] {
  const unseen = new Set(missing);
  const changed = new Set<string>();
  const known = rows.map(({ company }) => company.companyId).filter((id) => !missing.has(id));
  return recordChanges(db, { companyIds: known, parts: ['rounds'], stamp }, () => {
    const roundIds: (string | null)[] = [];
    // Consecutive rows whose companies are not stored yet. They are inserted together.
    let added: DecodedListRow[] = [];
    const insertAdded = (): void => {
      if (added.length > 0) roundIds.push(...addCompanies(db, added, stamp, storage));
      added = [];
    };
    for (const row of rows) {
      const { companyId } = row.company;
      if (unseen.delete(companyId)) {
        added.push(row);
        continue;
      }
      insertAdded();
      changed.add(companyId);
      roundIds.push(storeListRow(db, row, stamp, storage));
    }
    insertAdded();
    for (const id of changed) refreshLatestRound(db, id);
    return roundIds;
  });
}

/**
 * Stores one row of a list response. Call inside a transaction.
 * @returns the id of the stored round, or null if the row has no round data
 */
export function storeListRow(
  db: WriteDb,
  { company, round, raw }: DecodedListRow,
  stamp: Stamp,
  storage: RawStorage,
): string | null {
  const { companyId } = company;
  mergeCompany(db, { ...company, totalContacts: null, totalRounds: null }, stamp);
  const stored = putRaw(db, storage, { companyId, stamp, raw });
  return mergeRound(db, { companyId, round, level: listLevel(round), stamp, raw: stored });
}

/** Stores a response with company details. Its contacts are stored only if they can be encrypted. */
export function storeDetail(
  db: WriteDb,
  storage: RawStorage,
  detail: DecodedDetail,
  fetchedAtMs: number,
): void {
  const stamp = stampAt('company', fetchedAtMs);
  const seal = keyStateOf(storage);
  const { companyId } = detail.company;
  const parts = detail.contacts === null ? (['rounds'] as const) : (['rounds', 'contacts'] as const);
  storeAndRecordChanges(db, { companyId, parts, stamp }, () => {
    const { totalContacts, totalFundings: totalRounds } = detail;
    mergeCompany(db, { ...detail.company, totalContacts, totalRounds }, stamp);
    const personal = encryptPersonalFields(db, seal, {
      companyId,
      source: stamp.source,
      raw: detail.rawPersonal,
    });
    putRaw(db, storage, { companyId, stamp, raw: detail.raw, personal });
    for (const round of detail.rounds ?? []) {
      const level = round.investors === null ? 'summary' : 'full';
      mergeRound(db, { companyId, round, level, stamp, raw: null });
    }
    refreshLatestRound(db, companyId);
    storeSummaries(db, detail, stamp);
    if (detail.contacts !== null)
      storeReceivedContacts(db, seal, { companyId, contacts: detail.contacts, stamp });
  });
}

/**
 * Stores the technologies and highlights that the company detail contains. Separate endpoints return them
 * too.
 */
function storeSummaries(
  db: WriteDb,
  { company, technologies, stackCategories, highlights }: DecodedDetail,
  stamp: Stamp,
): void {
  const { companyId } = company;
  if (technologies !== null) {
    const stack = { technologies, categories: stackCategories ?? [], domain: null };
    storeTechnologies(db, companyId, stack, stamp, null);
  }
  if (highlights === null) return;
  const listed = recordPanel(db, companyId, 'highlights', { stamp, rows: null, setAside: 0 });
  mergeHighlights(db, { companyId, highlights, fetchedAtMs: stamp.fetchedAtMs, listed });
}

/** Stores a `/contacts` response. If contacts cannot be encrypted, only their number is stored. */
export function storeContacts(
  db: WriteDb,
  seal: ContactKeyState,
  { companyId, contacts, rawPersonal }: DecodedContacts,
  fetchedAtMs: number,
): void {
  const stamp = stampAt('contacts', fetchedAtMs);
  storeAndRecordChanges(db, { companyId, parts: ['contacts'], stamp }, () => {
    touchCompany(db, companyId, stamp);
    const personal = encryptPersonalFields(db, seal, { companyId, source: stamp.source, raw: rawPersonal });
    putRaw(db, seal, { companyId, stamp, raw: null, personal });
    storeReceivedContacts(db, seal, { companyId, contacts, stamp });
  });
}

/**
 * Records that the service does not currently return a company's contacts (spec §4.6). Stored contacts
 * remain.
 */
export function storeContactsClosed(db: WriteDb, companyId: string, hint: string | null, atMs: number): void {
  const stamp = stampAt('contacts', atMs);
  storeAndRecordChanges(db, { companyId, parts: ['contacts'], stamp }, () => {
    ensureCompany(db, companyId, stamp);
    storeContactsRefused(db, companyId, hint, stamp.fetchedAtMs);
  });
}

/** Records that the service returned 404 for a company. The stored data remains. */
export function storeCompanyRemoved(db: WriteDb, companyId: string, atMs: number): void {
  transaction(db, () => markRemoved(db, companyId, Math.round(atMs)));
}

export function storeFilters(db: WriteDb, filters: DecodedFilters, fetchedAtMs: number): void {
  transaction(db, () => putFilterSnapshot(db, JSON.stringify(filters), Math.round(fetchedAtMs)));
}
