import type {
  DecodedHighlights,
  DecodedNews,
  DecodedRounds,
  DecodedTechnology,
  DecodedTechStack,
} from '../api/decoded.ts';
import type { Stamp } from '../../../shared/model/company.ts';
import { isKnown, putCompanySource } from '../db/queries/companies.ts';
import { putArticle, unlistArticles } from '../db/queries/news.ts';
import type { Panel } from '../db/queries/panels.ts';
import { refreshLatestRound } from '../db/queries/rounds.ts';
import { describeTechnology, replaceTechnologies } from '../db/queries/technologies.ts';
import { transaction, type WriteDb } from '../db/sql.ts';
import { keepHighlights } from './keep-highlights.ts';
import { notePanel, noteRefused } from './panel-facts.ts';
import { rawJson } from './raw-json.ts';
import { mergeRound } from './round-merge.ts';
import { companySpokenOf, stampAt } from './store-parts.ts';
import { storeNoticing } from '../watch/notice-changes.ts';

/*
 * Answers of the endpoints below a company, into the cache. As in store.ts each is one transaction, keeping one again
 * changes nothing, and times are server time, ms.
 */

/** Keeps a tech stack [§4.4]. It takes the place of what a profile summarised, before or later [R-2-26]. */
export function storeTechStack(db: WriteDb, told: DecodedTechStack, fetchedAtMs: number): void {
  const stamp = stampAt('tech-stack', fetchedAtMs);
  const { companyId, technologies, raw } = told;
  transaction(db, () => {
    companySpokenOf(db, companyId, stamp);
    putCompanySource(db, { companyId, stamp, raw: rawJson(raw), personal: null });
    keepTechnologies(db, companyId, technologies, stamp, technologies.length);
  });
}

/** Call inside a transaction. `rows` is null where the answer is not the panel's own. */
export function keepTechnologies(
  db: WriteDb,
  companyId: string,
  technologies: readonly DecodedTechnology[],
  stamp: Stamp,
  rows: number | null,
): void {
  if (notePanel(db, companyId, 'tech-stack', { stamp, rows, setAside: 0 }))
    replaceTechnologies(db, companyId, technologies, stamp.fetchedAtMs);
  else for (const each of technologies) describeTechnology(db, each, stamp.fetchedAtMs);
}

/**
 * Keeps all rounds of a company [§4.5], each with its row as received. Where every row could be read, a round that was
 * told earlier and is not among them counts as withdrawn; it is never deleted.
 */
export function storeRounds(db: WriteDb, told: DecodedRounds, fetchedAtMs: number): void {
  const stamp = stampAt('rounds', fetchedAtMs);
  const { companyId, rounds, setAside } = told;
  storeNoticing(db, { companyId, parts: ['rounds'], stamp }, () => {
    companySpokenOf(db, companyId, stamp);
    // The rows stand one by one beside their rounds.
    putCompanySource(db, { companyId, stamp, raw: 'null', personal: null });
    for (const { round, raw } of rounds)
      mergeRound(db, { companyId, round, level: 'full', stamp, raw: rawJson(raw) });
    notePanel(db, companyId, 'rounds', { stamp, rows: rounds.length + setAside, setAside });
    refreshLatestRound(db, companyId);
  });
}

/** Keeps the highlights of a company [§4.7] with the times that a profile does not tell. */
export function storeHighlights(db: WriteDb, told: DecodedHighlights, fetchedAtMs: number): void {
  const stamp = stampAt('highlights', fetchedAtMs);
  const { companyId, highlights, setAside, raw } = told;
  transaction(db, () => {
    companySpokenOf(db, companyId, stamp);
    putCompanySource(db, { companyId, stamp, raw: rawJson(raw), personal: null });
    const rows = highlights.length + setAside;
    const listed = notePanel(db, companyId, 'highlights', { stamp, rows, setAside });
    keepHighlights(db, { companyId, highlights, fetchedAtMs: stamp.fetchedAtMs, listed });
  });
}

/** Keeps the news of a company [§4.9]; an article may tell of a round that is not kept. */
export function storeNews(db: WriteDb, told: DecodedNews, fetchedAtMs: number): void {
  const stamp = stampAt('news', fetchedAtMs);
  const { companyId, articles, setAside, raw } = told;
  storeNoticing(db, { companyId, parts: ['news'], stamp }, () => {
    companySpokenOf(db, companyId, stamp);
    putCompanySource(db, { companyId, stamp, raw: rawJson(raw), personal: null });
    const rows = articles.length + setAside;
    const listed = notePanel(db, companyId, 'news', { stamp, rows, setAside });
    if (listed) unlistArticles(db, companyId);
    for (const article of articles)
      putArticle(db, companyId, { ...article, listed, fetchedAtMs: stamp.fetchedAtMs });
  });
}

/**
 * Keeps that the service has nothing for a panel; what was kept of it stays, and a later answer clears this. Of a company
 * that nothing was ever told of nothing is kept: the same 404 means that it does not exist [§4.4, §4.7].
 */
export function storePanelRefused(
  db: WriteDb,
  companyId: string,
  panel: Extract<Panel, 'tech-stack' | 'highlights' | 'news'>,
  atMs: number,
): void {
  transaction(db, () => {
    if (isKnown(db, companyId)) noteRefused(db, companyId, panel, Math.round(atMs));
  });
}
