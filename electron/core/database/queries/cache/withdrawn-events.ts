import { all, flag, get, num, run, text, type ReadDb, type WriteDb } from '../../sql.ts';

/*
 * When the user removes an event, its company may be deleted from the library too. The event is then called
 * withdrawn. It stays marked as merged, but its raw data is copied back to the event's row. Undoing the
 * removal can therefore merge the event again.
 */

interface EventOfCompany {
  readonly signalKey: number;
  readonly identity: string;
  /** Whether the library contains the event. */
  readonly isMerged: boolean;
  /**
   * Whether the raw event is still stored: in the event's own row, in the raw row of its round or, if the
   * company has no other event, in the company's raw row.
   */
  readonly hasRaw: boolean;
}

/** Older versions stored pasted events with the source `webhook`. */
const SAME_ORIGIN = `source IN ('webhook', signal.via) ORDER BY source = signal.via DESC LIMIT 1`;
const fromRawRow = (column: 'raw' | 'undocumented'): string => `coalesce(signal.${column},
  (SELECT ${column} FROM round_source WHERE round_source.company_id = signal.company_id
     AND round_source.round_id = signal.round_id AND ${SAME_ORIGIN}),
  (SELECT ${column} FROM company_source WHERE company_source.company_id = signal.company_id
     AND (SELECT count(*) FROM signal AS other WHERE other.company_id = signal.company_id) = 1
     AND ${SAME_ORIGIN}))`;
const RAW = fromRawRow('raw');

/** Returns all stored events of a company. */
export const eventsOfCompany = (db: ReadDb, companyId: string): EventOfCompany[] =>
  all(
    db,
    `SELECT signal_key, identity, merged = 1 AS is_merged, ${RAW} IS NOT NULL AS has_raw
     FROM signal WHERE company_id = :companyId`,
    { companyId },
  ).map((row) => ({
    signalKey: num(row, 'signal_key'),
    identity: text(row, 'identity'),
    isMerged: flag(row, 'is_merged'),
    hasRaw: flag(row, 'has_raw'),
  }));

/** Returns whether the company is stored and all its downloaded data came from delivered or pasted events. */
export function isKnownOnlyFromEvents(db: ReadDb, companyId: string): boolean {
  const row = get(
    db,
    `SELECT EXISTS (SELECT 1 FROM company WHERE company_id = :companyId)
       AND NOT EXISTS (SELECT 1 FROM company_source WHERE company_id = :companyId AND source NOT IN ('webhook', 'paste'))
       AND NOT EXISTS (SELECT 1 FROM company_panel WHERE company_id = :companyId
         AND (fetched_at_ms IS NOT NULL OR refused_at_ms IS NOT NULL OR content_source NOT IN ('webhook', 'paste')))
       AND NOT EXISTS (SELECT 1 FROM contacts_state WHERE company_id = :companyId)
       AND NOT EXISTS (SELECT 1 FROM contact WHERE company_id = :companyId) AS only_events`,
    { companyId },
  );
  return row !== null && flag(row, 'only_events');
}

/**
 * Copies raw events from the rows of the company and its rounds back to the rows of the events. Must be
 * called before the company is deleted.
 */
export const restoreRawEvents = (db: WriteDb, companyId: string): void =>
  void run(
    db,
    `UPDATE signal SET raw = ${RAW}, undocumented = ${fromRawRow('undocumented')} WHERE company_id = :companyId`,
    { companyId },
  );

export const withdrawnEvents = (db: ReadDb): { signalKey: number; identity: string }[] =>
  all(db, 'SELECT signal_key, identity FROM signal WHERE merged = 1 AND raw IS NOT NULL').map((row) => ({
    signalKey: num(row, 'signal_key'),
    identity: text(row, 'identity'),
  }));

/** Marks an event as not merged. The next merge then stores the event's company again. */
export const markUnmerged = (db: WriteDb, signalKey: number): void =>
  void run(db, 'UPDATE signal SET merged = 0 WHERE signal_key = :signalKey', { signalKey });
