import type { Source, Stamp } from '../../../shared/model/company.ts';
import {
  panelsOf,
  putPanel,
  type Panel,
  type StoredPanel,
} from '../database/queries/cache/company-panels.ts';
import type { WriteDb } from '../database/sql.ts';
import { wins, type Claim } from '../foundation/field-provenance.ts';

/*
 * State of a panel: the source of its content, and when its endpoint last returned data or a 404. Independent
 * of the order in which responses arrive.
 */

/** A response, as far as it concerns a panel. */
interface ToldPanel {
  readonly stamp: Stamp;
  /** Number of rows, readable or not; null if the response is not from the panel's own endpoint. */
  readonly rows: number | null;
  /** Number of rows that could not be decoded. */
  readonly setAside: number;
}

/**
 * Ranks content by source before time. A tech stack from its own endpoint outranks the summary in a company
 * detail, and a webhook event only fills gaps. Highlights go by time alone.
 */
const rankOf = (panel: Panel, source: Source): number => {
  if (source === 'webhook') return -1;
  return panel === 'tech-stack' && source === 'tech-stack' ? 1 : 0;
};

/**
 * Records a response that contains panel content. Call inside a transaction.
 * @returns true if its content should be shown
 */
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

/** Records that the service has nothing for a panel; stored content remains. Call inside a transaction. */
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
