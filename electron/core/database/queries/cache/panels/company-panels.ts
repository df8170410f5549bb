import { z } from 'zod';
import { sourceSchema, type Source } from '../../../../../../shared/model/company.ts';
import { all, get, num, numOrNull, run, text, textOrNull, type ReadDb, type WriteDb } from '../../../sql.ts';

/** The parts of a company that have their own endpoint. */
export const PANELS = ['tech-stack', 'rounds', 'highlights', 'open-roles', 'news'] as const;
const panelSchema = z.enum(PANELS);
export type Panel = z.infer<typeof panelSchema>;

/** State of one panel. All times are server time, in ms. */
export interface StoredPanel {
  readonly panel: Panel;
  readonly contentSource: Source | null;
  readonly contentAtMs: number | null;
  /** Last time the panel's own endpoint returned content. */
  readonly fetchedAtMs: number | null;
  /** Last time the panel's endpoint returned content in which every row was readable. */
  readonly completeAtMs: number | null;
  /** Last time the panel's endpoint reported that it had no data. */
  readonly refusedAtMs: number | null;
  /**
   * Row count of the newest response: the total that it reported or, if it reported none, the number of rows
   * in it. Null if there was no response.
   */
  readonly reportedRows: number | null;
}

const COLUMNS =
  'panel, content_source, content_at_ms, fetched_at_ms, complete_at_ms, refused_at_ms, told' as const;

/** Returns the stored state of each panel. Panels without a stored state are omitted. */
export function panelsOf(db: ReadDb, companyId: string): Map<Panel, StoredPanel> {
  const rows = all(db, `SELECT ${COLUMNS} FROM company_panel WHERE company_id = :companyId`, { companyId });
  return new Map(
    rows.map((row) => {
      const panel = panelSchema.parse(text(row, 'panel'));
      const source = textOrNull(row, 'content_source');
      return [
        panel,
        {
          panel,
          contentSource: source === null ? null : sourceSchema.parse(source),
          contentAtMs: numOrNull(row, 'content_at_ms'),
          fetchedAtMs: numOrNull(row, 'fetched_at_ms'),
          completeAtMs: numOrNull(row, 'complete_at_ms'),
          refusedAtMs: numOrNull(row, 'refused_at_ms'),
          reportedRows: numOrNull(row, 'told'),
        },
      ];
    }),
  );
}

/**
 * Returns the time of the last 404 from the panel's endpoint, in ms. Returns null if there was none, or if
 * newer content has arrived since. If the content has the same time as the 404, content from the endpoint
 * counts as newer, but content from a company detail does not.
 */
export function refusalOf({ panel, contentSource, contentAtMs, refusedAtMs }: StoredPanel): number | null {
  if (refusedAtMs === null) return null;
  const sinceMs = refusedAtMs - (contentAtMs ?? 0);
  return (contentSource === panel ? sinceMs > 0 : sinceMs >= 0) ? refusedAtMs : null;
}

export function putPanel(db: WriteDb, companyId: string, panel: StoredPanel): void {
  run(
    db,
    `INSERT INTO company_panel (company_id, ${COLUMNS})
     VALUES (:companyId, :panel, :contentSource, :contentAtMs, :fetchedAtMs, :completeAtMs, :refusedAtMs, :reportedRows)
     ON CONFLICT (company_id, panel) DO UPDATE SET content_source = excluded.content_source,
       content_at_ms = excluded.content_at_ms, fetched_at_ms = excluded.fetched_at_ms,
       complete_at_ms = excluded.complete_at_ms, refused_at_ms = excluded.refused_at_ms, told = excluded.told`,
    { companyId, ...panel },
  );
}

/** Returns the row count of the panel's newest response for this company; null if never fetched. */
export function reportedRowsOf(db: ReadDb, companyId: string, panel: Panel): number | null {
  const row = get(db, 'SELECT told FROM company_panel WHERE company_id = :companyId AND panel = :panel', {
    companyId,
    panel,
  });
  return row === null ? null : numOrNull(row, 'told');
}

/** Like `reportedRowsOf`, but for many companies and panels. Panels that were never fetched are omitted. */
export const lastRowCounts = (
  db: ReadDb,
  ids: readonly string[],
  panels: readonly Panel[],
): { companyId: string; panel: Panel; reportedRows: number }[] =>
  all(
    db,
    `SELECT company_panel.company_id, panel, told FROM json_each(:ids) AS wanted
     CROSS JOIN company_panel ON company_panel.company_id = wanted.value
     WHERE +told IS NOT NULL AND panel IN (SELECT value FROM json_each(:panels) AS wanted_panel)`,
    { ids: JSON.stringify(ids), panels: JSON.stringify(panels) },
  ).map((row) => ({
    companyId: text(row, 'company_id'),
    panel: panelSchema.parse(text(row, 'panel')),
    reportedRows: num(row, 'told'),
  }));

/**
 * Returns the 95th percentile of the row count over all companies (nearest rank); null if no company has a
 * value.
 */
export const usualRowCount = (db: ReadDb, panel: Panel): number | null => rowCountAt(db, panel, 0.95);

/** Minimum number of responses for a meaningful median. */
const MEDIAN_COUNTS_MIN = 3;
/**
 * Returns the median of the row count over all companies; null if fewer than `MEDIAN_COUNTS_MIN` companies
 * have a value.
 */
export const medianRowCount = (db: ReadDb, panel: Panel): number | null =>
  rowCountAt(db, panel, 0.5, MEDIAN_COUNTS_MIN);

function rowCountAt(db: ReadDb, panel: Panel, share: number, countsMin = 1): number | null {
  const count = get(db, 'SELECT count(*) AS n FROM company_panel WHERE panel = :panel AND told IS NOT NULL', {
    panel,
  });
  const total = count === null ? 0 : num(count, 'n');
  if (total < countsMin) return null;
  const row = get(
    db,
    `SELECT told FROM company_panel WHERE panel = :panel AND told IS NOT NULL ORDER BY told
     LIMIT 1 OFFSET :rank`,
    { panel, rank: Math.ceil(total * share) - 1 },
  );
  return row === null ? null : num(row, 'told');
}
