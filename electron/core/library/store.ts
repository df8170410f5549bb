import type { Stamp } from '../../../shared/model/company.ts';
import type { CompaniesQuery, FundingsQuery, ListQuery } from '../../../shared/model/query.ts';
import type { ListName } from '../../../shared/model/search.ts';
import type {
  DecodedContacts,
  DecodedDetail,
  DecodedFilters,
  DecodedListRow,
  DecodedPage,
  DecodedTag,
} from '../api/decoded.ts';
import { markGone, putCompanySource } from '../db/queries/companies.ts';
import { putFilterSnapshot } from '../db/queries/filters.ts';
import { companiesAlone, putCompanyAlone } from '../db/queries/library-answers.ts';
import { missingCompanies } from '../db/queries/library.ts';
import { createTagKeys } from '../db/queries/profile.ts';
import { putQueryTotal } from '../db/queries/query-sets.ts';
import { refreshLatestRound } from '../db/queries/rounds.ts';
import { transaction, type WriteDb } from '../db/sql.ts';
import { toldJson } from '../planner/told.ts';
import { addCompany, ensureCompany, mergeCompany } from './company-merge.ts';
import { keepClosed, keepPeople } from './contacts.ts';
import { keepHighlights } from './keep-highlights.ts';
import { notePanel } from './panel-facts.ts';
import { keepPage } from './query-sets.ts';
import { rawJson } from './raw-json.ts';
import { addFirstRound, firstRound, listLevel, mergeRound } from './round-merge.ts';
import { keepRaw } from '../privacy/keep-raw.ts';
import { noticing, storeNoticing } from '../watch/notice-changes.ts';
import { queryKeyOf } from './stored-query.ts';
import type { SealState } from './seal.ts';
import { keepTechnologies } from './store-panels.ts';
import { companySpokenOf, stampAt } from './store-parts.ts';

/*
 * What the service answered, into the cache. Each answer is one transaction: it is kept whole or not at all, and keeping
 * it again changes nothing. Times are server time, ms.
 */

export type PageToStore = { readonly page: DecodedPage; readonly fetchedAtMs: number } & (
  | { readonly endpoint: 'fundings'; readonly query: FundingsQuery }
  | { readonly endpoint: 'companies'; readonly query: CompaniesQuery }
);
const questionOf = (told: PageToStore): ListQuery =>
  told.endpoint === 'fundings'
    ? { list: 'fundings', query: told.query }
    : { list: 'companies', query: told.query };

/** Keeps a page of `/fundings` or `/companies`; gives the set it belongs to. */
export function storePage(db: WriteDb, told: PageToStore): string {
  const { endpoint: list, page, fetchedAtMs } = told;
  const stamp = stampAt(list, fetchedAtMs);
  const ids = [...new Set(page.rows.map(({ company }) => company.companyId))];
  return transaction(db, () => {
    const missing = missingCompanies(db, ids);
    const fresh = new Set([...missing, ...companiesAlone(db, ids)]);
    const roundIds = storeListRows(db, page.rows, new Set(missing), stamp);
    const rows = page.rows.map((row, index) => {
      const { companyId } = row.company;
      const roundId = roundIds[index] ?? null;
      const rowKey = list === 'companies' ? companyId : `${roundId ?? 'none'}/${companyId}`;
      return { rowKey, companyId, roundId, stood: !fresh.has(companyId), told: toldJson(row) };
    });
    const { offset, setAside, total, hasMore } = page;
    return keepPage(db, {
      question: questionOf(told),
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
 * Keeps the rows of a page that answers no search of the seller's, such as a count's or a calibration's. Companies that
 * come in this way count as new to the search that shows them first.
 */
export function storeRowsAlone(
  db: WriteDb,
  { rows }: DecodedPage,
  fetchedAtMs: number,
  list: ListName = 'fundings',
): void {
  const stamp = stampAt(list, fetchedAtMs);
  transaction(db, () => {
    const ids = [...new Set(rows.map(({ company }) => company.companyId))];
    const missing = missingCompanies(db, ids);
    const fresh = [...missing, ...companiesAlone(db, ids)];
    storeListRows(db, rows, new Set(missing), stamp);
    for (const id of fresh) putCompanyAlone(db, id, stamp.fetchedAtMs);
  });
}

/** Keeps what a count asked for: how many match, and the row that came with it. It makes no set of one row. */
export function storeProbe(db: WriteDb, told: PageToStore): void {
  const { endpoint, page, fetchedAtMs } = told;
  transaction(db, () => {
    storeRowsAlone(db, page, fetchedAtMs, endpoint);
    if (page.total !== null)
      putQueryTotal(db, {
        queryKey: queryKeyOf(questionOf(told)),
        total: page.total,
        atMs: Math.round(fetchedAtMs),
      });
  });
}

/**
 * The rows of a list; gives the ids their rounds are kept under. Most rows of a page tell of a company for the first time:
 * `missing` are those that are not kept yet, and nothing is read of them. Call inside a transaction.
 */
function storeListRows(
  db: WriteDb,
  rows: readonly DecodedListRow[],
  missing: Set<string>,
  stamp: Stamp,
): (string | null)[] {
  let tagKeyOf = createTagKeys(db);
  const changed = new Set<string>();
  const known = rows.map(({ company }) => company.companyId).filter((id) => !missing.has(id));
  return noticing(db, { companyIds: known, parts: ['rounds'], stamp }, () => {
    const roundIds = rows.map((row) => {
      const { companyId } = row.company;
      if (missing.delete(companyId)) return storeFirstRow(db, row, stamp, tagKeyOf);
      changed.add(companyId);
      // It may give a tag another name.
      tagKeyOf = createTagKeys(db);
      return storeListRow(db, row, stamp);
    });
    for (const id of changed) refreshLatestRound(db, id);
    return roundIds;
  });
}

/** storeListRow and refreshLatestRound in one, for a company that is not kept yet. */
function storeFirstRow(
  db: WriteDb,
  { company, round, raw }: DecodedListRow,
  stamp: Stamp,
  tagKeyOf: (tag: DecodedTag) => number,
): string | null {
  const { companyId } = company;
  const json = rawJson(raw);
  const told = { companyId, round, level: listLevel(round), stamp, raw: json };
  const first = firstRound(told);
  const latest = first?.facts ?? null;
  addCompany(db, { ...company, totalContacts: null, totalRounds: null }, stamp, { latest, tagKeyOf });
  putCompanySource(db, { companyId, stamp, raw: json, personal: null });
  if (first !== null) addFirstRound(db, first, told);
  return latest?.roundId ?? null;
}

/** One row of a list; gives the id its round is kept under. Call inside a transaction. */
export function storeListRow(
  db: WriteDb,
  { company, round, raw }: DecodedListRow,
  stamp: Stamp,
): string | null {
  const { companyId } = company;
  const json = rawJson(raw);
  mergeCompany(db, { ...company, totalContacts: null, totalRounds: null }, stamp);
  putCompanySource(db, { companyId, stamp, raw: json, personal: null });
  return mergeRound(db, { companyId, round, level: listLevel(round), stamp, raw: json });
}

/** Keeps a company's detail; its contacts only under a seal. */
export function storeDetail(db: WriteDb, seal: SealState, detail: DecodedDetail, fetchedAtMs: number): void {
  const stamp = stampAt('company', fetchedAtMs);
  const { companyId } = detail.company;
  const parts = detail.contacts === null ? (['rounds'] as const) : (['rounds', 'contacts'] as const);
  storeNoticing(db, { companyId, parts, stamp }, () => {
    const { totalContacts, totalFundings: totalRounds } = detail;
    mergeCompany(db, { ...detail.company, totalContacts, totalRounds }, stamp);
    const personal = keepRaw(db, seal, { companyId, source: stamp.source, raw: detail.rawPersonal });
    putCompanySource(db, { companyId, stamp, raw: rawJson(detail.raw), personal });
    for (const round of detail.rounds ?? []) {
      const level = round.investors === null ? 'summary' : 'full';
      mergeRound(db, { companyId, round, level, stamp, raw: null });
    }
    refreshLatestRound(db, companyId);
    keepSummaries(db, detail, stamp);
    if (detail.contacts !== null) keepPeople(db, seal, { companyId, contacts: detail.contacts, stamp });
  });
}

/** What a detail tells of panels that have an endpoint of their own. */
function keepSummaries(
  db: WriteDb,
  { company, technologies, highlights }: DecodedDetail,
  stamp: Stamp,
): void {
  const { companyId } = company;
  if (technologies !== null) keepTechnologies(db, companyId, technologies, stamp, null);
  if (highlights === null) return;
  const listed = notePanel(db, companyId, 'highlights', { stamp, rows: null, setAside: 0 });
  keepHighlights(db, { companyId, highlights, fetchedAtMs: stamp.fetchedAtMs, listed });
}

/** Keeps the answer of `/contacts`; without a seal only that there are contacts and how many. */
export function storeContacts(
  db: WriteDb,
  seal: SealState,
  { companyId, contacts, rawPersonal }: DecodedContacts,
  fetchedAtMs: number,
): void {
  const stamp = stampAt('contacts', fetchedAtMs);
  storeNoticing(db, { companyId, parts: ['contacts'], stamp }, () => {
    companySpokenOf(db, companyId, stamp);
    const personal = keepRaw(db, seal, { companyId, source: stamp.source, raw: rawPersonal });
    putCompanySource(db, { companyId, stamp, raw: 'null', personal });
    keepPeople(db, seal, { companyId, contacts, stamp });
  });
}

/** Keeps that the contacts are not available now [§4.6]; people who are kept already stay. */
export function storeContactsClosed(db: WriteDb, companyId: string, hint: string | null, atMs: number): void {
  const stamp = stampAt('contacts', atMs);
  storeNoticing(db, { companyId, parts: ['contacts'], stamp }, () => {
    ensureCompany(db, companyId, stamp);
    keepClosed(db, companyId, hint, stamp.fetchedAtMs);
  });
}

/** Keeps that the service no longer knows a company; the copy here stays. */
export function storeCompanyGone(db: WriteDb, companyId: string, atMs: number): void {
  transaction(db, () => markGone(db, companyId, Math.round(atMs)));
}

export function storeFilters(db: WriteDb, filters: DecodedFilters, fetchedAtMs: number): void {
  transaction(db, () => putFilterSnapshot(db, JSON.stringify(filters), Math.round(fetchedAtMs)));
}
