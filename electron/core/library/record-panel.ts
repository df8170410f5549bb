import { isEventSource } from '../../../shared/event-source.ts';
import type { Source, Stamp } from '../../../shared/model/company.ts';
import {
  panelsOf,
  putPanel,
  type Panel,
  type StoredPanel,
} from '../database/queries/cache/panels/company-panels.ts';
import type { WriteDb } from '../database/sql.ts';
import { wins, type Claim } from '../foundation/field-provenance.ts';

/*
 * A panel is a part of the company screen that has its own endpoint, such as news. Its stored state contains
 * the source of its content and the times when its endpoint last returned data or a 404. The state does not
 * depend on the order in which responses arrive.
 */

/** The source and the row counts of a response that has content for the panel. */
interface ReceivedPanel {
  readonly stamp: Stamp;
  /**
   * Number of rows, including rows that could not be decoded. Null if the response is not from the panel's
   * own endpoint.
   */
  readonly rows: number | null;
  /** Number of rows that could not be decoded. */
  readonly setAside: number;
}

/**
 * Returns the rank of a source. Content from a higher-ranked source is shown even if it is older. A webhook
 * event, whether delivered or pasted, has the lowest rank. A `/tech-stack` response outranks the technologies
 * in a company detail.
 */
const rankOf = (panel: Panel, source: Source): number => {
  if (isEventSource(source)) return -1;
  return panel === 'tech-stack' && source === 'tech-stack' ? 1 : 0;
};

/**
 * Records a response that contains panel content. Call inside a transaction.
 * @returns true if this content should be shown instead of the stored content
 */
export function recordPanel(db: WriteDb, companyId: string, panel: Panel, received: ReceivedPanel): boolean {
  const known = panelsOf(db, companyId).get(panel) ?? unknownPanel(panel);
  const { source, fetchedAtMs } = received.stamp;
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
    ...(received.rows === null
      ? {}
      : {
          fetchedAtMs: latest(known.fetchedAtMs, fetchedAtMs),
          completeAtMs: received.setAside > 0 ? known.completeAtMs : latest(known.completeAtMs, fetchedAtMs),
          reportedRows: newest ? received.rows : known.reportedRows,
        }),
  });
  return stands;
}

/** Records that a panel's endpoint returned 404. Stored content remains. Call inside a transaction. */
export function recordPanelRefusal(db: WriteDb, companyId: string, panel: Panel, atMs: number): void {
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
  reportedRows: null,
});
