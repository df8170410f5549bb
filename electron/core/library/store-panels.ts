import type {
  DecodedHighlights,
  DecodedNews,
  DecodedRounds,
  DecodedTechStack,
} from '../service-api/decoders/decoded-types.ts';
import type { Stamp } from '../../../shared/model/company.ts';
import { isKnown } from '../database/queries/cache/companies.ts';
import { putArticle, unlinkArticles } from '../database/queries/cache/panels/news-articles.ts';
import type { Panel } from '../database/queries/cache/panels/company-panels.ts';
import { refreshLatestRound } from '../database/queries/cache/rounds.ts';
import {
  describeTechnology,
  putTechStackFacts,
  replaceTechnologies,
} from '../database/queries/cache/panels/technologies.ts';
import { transaction, type WriteDb } from '../database/sql.ts';
import { mergeHighlights } from './merge-highlights.ts';
import { recordPanel, recordPanelRefusal } from './record-panel.ts';
import { putRaw, storedRaw, type RawStorage } from './store-raw.ts';
import { mergeRound } from './merge-rounds.ts';
import { touchCompany, stampAt } from './store-helpers.ts';
import { storeAndRecordChanges } from './changes/record-changes.ts';

/*
 * Stores responses from the endpoints under `/companies/{id}`. Each response is stored in one transaction,
 * and storing the response again changes nothing. Times are server time in ms. Undocumented fields of raw
 * rows are encrypted; without a contact key, they are not stored.
 */

/** Stores a tech stack (spec §4.4), which takes precedence over the technologies in a company detail. */
export function storeTechStack(
  db: WriteDb,
  decoded: DecodedTechStack,
  fetchedAtMs: number,
  storage: RawStorage,
): void {
  const stamp = stampAt('tech-stack', fetchedAtMs);
  const { companyId, technologies, raw } = decoded;
  transaction(db, () => {
    touchCompany(db, companyId, stamp);
    putRaw(db, storage, { companyId, stamp, raw });
    storeTechnologies(db, companyId, decoded, stamp, technologies.length);
  });
}

type StackToStore = Pick<DecodedTechStack, 'technologies' | 'categories' | 'domain'>;

/**
 * Stores a company's technologies from any kind of response. For a `/tech-stack` response, `rows` is its row
 * count; for all others, it is null. Call inside a transaction.
 */
export function storeTechnologies(
  db: WriteDb,
  companyId: string,
  { technologies, categories, domain }: StackToStore,
  stamp: Stamp,
  rows: number | null,
): void {
  if (recordPanel(db, companyId, 'tech-stack', { stamp, rows, setAside: 0 })) {
    replaceTechnologies(db, companyId, technologies, stamp.fetchedAtMs);
    putTechStackFacts(db, companyId, { domain, categories });
  } else for (const each of technologies) describeTechnology(db, each, stamp.fetchedAtMs);
}

/**
 * Stores all rounds of a company (spec §4.5) with their raw rows. Rounds that are missing from the response
 * are not deleted. They are shown as gone if every row of the response could be decoded.
 */
export function storeRounds(
  db: WriteDb,
  decoded: DecodedRounds,
  fetchedAtMs: number,
  storage: RawStorage,
): void {
  const stamp = stampAt('rounds', fetchedAtMs);
  const { companyId, rounds, setAside } = decoded;
  storeAndRecordChanges(db, { companyId, parts: ['rounds'], stamp }, () => {
    touchCompany(db, companyId, stamp);
    // This call records only the source of the response. `mergeRound` stores the raw JSON of each round.
    putRaw(db, storage, { companyId, stamp, raw: null });
    for (const { round, raw } of rounds) {
      const stored = storedRaw(storage, { companyId, source: stamp.source, raw });
      mergeRound(db, { companyId, round, level: 'full', stamp, raw: stored });
    }
    recordPanel(db, companyId, 'rounds', { stamp, rows: rounds.length + setAside, setAside });
    refreshLatestRound(db, companyId);
  });
}

/** Stores a `/highlights` response (spec §4.7). Unlike a company detail, it contains creation times. */
export function storeHighlights(
  db: WriteDb,
  decoded: DecodedHighlights,
  fetchedAtMs: number,
  storage: RawStorage,
): void {
  const stamp = stampAt('highlights', fetchedAtMs);
  const { companyId, highlights, setAside, raw } = decoded;
  transaction(db, () => {
    touchCompany(db, companyId, stamp);
    putRaw(db, storage, { companyId, stamp, raw });
    const rows = highlights.length + setAside;
    const listed = recordPanel(db, companyId, 'highlights', { stamp, rows, setAside });
    mergeHighlights(db, { companyId, highlights, fetchedAtMs: stamp.fetchedAtMs, listed });
  });
}

/** Stores the news of a company (spec §4.9). An article may refer to a round that is not stored. */
export function storeNews(db: WriteDb, decoded: DecodedNews, fetchedAtMs: number, storage: RawStorage): void {
  const stamp = stampAt('news', fetchedAtMs);
  const { companyId, articles, setAside, raw } = decoded;
  storeAndRecordChanges(db, { companyId, parts: ['news'], stamp }, () => {
    touchCompany(db, companyId, stamp);
    putRaw(db, storage, { companyId, stamp, raw });
    const rows = articles.length + setAside;
    const listed = recordPanel(db, companyId, 'news', { stamp, rows, setAside });
    if (listed) unlinkArticles(db, companyId);
    for (const article of articles)
      putArticle(db, companyId, { ...article, listed, fetchedAtMs: stamp.fetchedAtMs });
  });
}

/**
 * Records that a panel's endpoint returned 404. Stored content remains. Nothing is recorded for a company
 * that is not stored: the 404 may mean that the company itself does not exist (spec §4.4, §4.7).
 */
export function storePanelRefused(
  db: WriteDb,
  companyId: string,
  panel: Extract<Panel, 'tech-stack' | 'highlights' | 'news'>,
  atMs: number,
): void {
  transaction(db, () => {
    if (isKnown(db, companyId)) recordPanelRefusal(db, companyId, panel, Math.round(atMs));
  });
}
