import { all, get, numOrNull, text, textOrNull, type ReadDb } from '../../../sql.ts';
import { panelsOf, refusalOf, type Panel } from './company-panels.ts';
import { DAY_MS } from '../../../../../../shared/durations.ts';

/**
 * After a 404, a panel is not requested again for this many milliseconds. The service needs time to analyse a
 * website or to find highlights.
 */
const WAIT_MS: Readonly<Partial<Record<Panel, number>>> = {
  'tech-stack': 7 * DAY_MS,
  highlights: 3 * DAY_MS,
};

/** Like the function `panelWaits`, for companies whose waits have already been read. */
export type PanelWaits = (companyId: string) => ReadonlyMap<Panel, number>;

const NONE: ReadonlyMap<Panel, number> = new Map();

/**
 * Returns the panels whose endpoint last returned a 404, each with the server time from which another request
 * makes sense. Omits a panel if a round was announced or a webhook event about the company arrived after the
 * 404.
 */
export function panelWaits(db: ReadDb, companyId: string): ReadonlyMap<Panel, number> {
  const waits = [...panelsOf(db, companyId).values()].flatMap((known) => {
    const [refusedAtMs, waitMs] = [refusalOf(known), WAIT_MS[known.panel]];
    return refusedAtMs === null || waitMs === undefined ? [] : [{ panel: known.panel, refusedAtMs, waitMs }];
  });
  if (waits.length === 0) return NONE;
  const sinceMs = latestRoundOrEventMs(db, companyId);
  return new Map(
    waits.flatMap(({ panel, refusedAtMs, waitMs }) =>
      sinceMs > refusedAtMs ? [] : [[panel, refusedAtMs + waitMs]],
    ),
  );
}

/**
 * Like `panelWaits`, for hundreds of companies at once. One query finds the few companies for which an
 * endpoint ever returned a 404. Do not use the returned function after another response has been stored.
 */
export function readPanelWaits(db: ReadDb, companyIds: readonly string[]): PanelWaits {
  const refused = all(
    db,
    `SELECT DISTINCT company_panel.company_id FROM json_each(:ids) AS wanted
     CROSS JOIN company_panel ON company_panel.company_id = wanted.value
     WHERE refused_at_ms IS NOT NULL`,
    { ids: JSON.stringify(companyIds) },
  );
  const waits = new Map(
    refused.map((row) => {
      const companyId = text(row, 'company_id');
      return [companyId, panelWaits(db, companyId)];
    }),
  );
  return (companyId) => waits.get(companyId) ?? NONE;
}

/**
 * Returns the time of the company's latest round or webhook event, in ms; minus infinity if there is none.
 */
function latestRoundOrEventMs(db: ReadDb, companyId: string): number {
  const row = get(
    db,
    `SELECT announced_on, (SELECT max(fetched_at_ms) FROM company_source AS event
       WHERE event.company_id = company.company_id AND event.source IN ('webhook', 'paste')) AS event_at_ms
     FROM company WHERE company_id = :companyId`,
    { companyId },
  );
  if (row === null) return Number.NEGATIVE_INFINITY;
  const announcedAtMs = Date.parse(`${textOrNull(row, 'announced_on') ?? ''}T00:00:00Z`);
  return Math.max(
    Number.isNaN(announcedAtMs) ? Number.NEGATIVE_INFINITY : announcedAtMs,
    numOrNull(row, 'event_at_ms') ?? Number.NEGATIVE_INFINITY,
  );
}
