import type { Source, Stamp } from '../../../shared/model/company.ts';
import { panelsOf, putPanel, type Panel, type StoredPanel } from '../db/queries/panels.ts';
import type { WriteDb } from '../db/sql.ts';
import { wins, type Claim } from './claims.ts';

/*
 * What is known of a panel as a whole: whose content stands, when its own endpoint last answered, and when that last said
 * that there is nothing. Nothing here depends on the order in which answers arrive.
 */

/** An answer as far as it concerns a panel. */
interface ToldPanel {
  readonly stamp: Stamp;
  /** Rows it had, readable or not; null where it is not the panel's own endpoint. */
  readonly rows: number | null;
  /** Rows that could not be read. */
  readonly setAside: number;
}

/**
 * Which content stands, by source before time. A tech stack of its own endpoint stays whatever a profile summarises later
 * [R-2-26], and a webhook's list only fills a gap [R-2-9]. Highlights go by time: the newest answer tells today's.
 */
const rankOf = (panel: Panel, source: Source): number => {
  if (source === 'webhook') return -1;
  return panel === 'tech-stack' && source === 'tech-stack' ? 1 : 0;
};

/** Notes an answer that told of a panel; true where its content is the one to show. Call inside a transaction. */
export function notePanel(db: WriteDb, companyId: string, panel: Panel, told: ToldPanel): boolean {
  const known = panelsOf(db, companyId).get(panel) ?? unknownPanel(panel);
  const { source, fetchedAtMs } = told.stamp;
  const claimOf = (of: Source, atMs: number): Claim => ({ rank: rankOf(panel, of), atMs, source: of });
  const standing =
    known.contentSource === null || known.contentAtMs === null
      ? undefined
      : claimOf(known.contentSource, known.contentAtMs);
  const stands = wins(claimOf(source, fetchedAtMs), standing);
  const newest = known.fetchedAtMs === null || fetchedAtMs >= known.fetchedAtMs;
  putPanel(db, companyId, {
    ...known,
    ...(stands ? { contentSource: source, contentAtMs: fetchedAtMs } : {}),
    ...(told.rows === null
      ? {}
      : {
          fetchedAtMs: latest(known.fetchedAtMs, fetchedAtMs),
          completeAtMs: told.setAside > 0 ? known.completeAtMs : latest(known.completeAtMs, fetchedAtMs),
          told: newest ? told.rows : known.told,
        }),
  });
  return stands;
}

/** Notes that the service has nothing for a panel; what is kept of it stays. Call inside a transaction. */
export function noteRefused(db: WriteDb, companyId: string, panel: Panel, atMs: number): void {
  const known = panelsOf(db, companyId).get(panel) ?? unknownPanel(panel);
  putPanel(db, companyId, { ...known, refusedAtMs: latest(known.refusedAtMs, atMs) });
}

const latest = (known: number | null, atMs: number): number => Math.max(known ?? atMs, atMs);

const unknownPanel = (panel: Panel): StoredPanel => ({
  panel,
  contentSource: null,
  contentAtMs: null,
  fetchedAtMs: null,
  completeAtMs: null,
  refusedAtMs: null,
  told: null,
});
