import { all, get, run, text, type ReadDb, type WriteDb } from '../../sql.ts';

/*
 * The table `company_day` lists the companies that count toward the service's daily company limit. `day_ms`
 * is the time at which the service's day begins.
 */

/**
 * Returns whether the company was already counted on this day. If so, fetching its details again does not
 * count toward the daily company limit (spec §4.3).
 */
export const companySeen = (db: ReadDb, epoch: number, dayMs: number, companyId: string): boolean =>
  get(
    db,
    'SELECT 1 AS hit FROM company_day WHERE epoch = :epoch AND day_ms = :dayMs AND company_id = :companyId',
    { epoch, dayMs, companyId },
  ) !== null;

/** Returns the companies counted on that day. The service allows at most 100 per day (spec §8). */
export const companiesSeen = (db: ReadDb, epoch: number, dayMs: number): string[] =>
  all(db, 'SELECT company_id FROM company_day WHERE epoch = :epoch AND day_ms = :dayMs', {
    epoch,
    dayMs,
  }).map((row) => text(row, 'company_id'));

export function markCompany(db: WriteDb, epoch: number, dayMs: number, companyId: string): void {
  run(
    db,
    'INSERT INTO company_day (epoch, day_ms, company_id) VALUES (:epoch, :dayMs, :companyId) ON CONFLICT DO NOTHING',
    { epoch, dayMs, companyId },
  );
}

/**
 * Removes a company's mark for the given day if the company is also marked on the previous or the next day. A
 * company that was fetched near midnight may be marked on both days.
 */
export function dropDoubleMarks(
  db: WriteDb,
  day: {
    readonly epoch: number;
    readonly dayMs: number;
    readonly beforeMs: number;
    readonly afterMs: number;
  },
): void {
  run(
    db,
    `DELETE FROM company_day WHERE epoch = :epoch AND day_ms = :dayMs AND company_id IN (
       SELECT company_id FROM company_day WHERE epoch = :epoch AND day_ms IN (:beforeMs, :afterMs))`,
    day,
  );
}

/**
 * Marks all companies that may have been fetched since `dayMs`, the start of the service's current day. Then
 * sets the day's counter to the number of marked companies. A company therefore counts only once, even if it
 * was fetched several times.
 */
export function recountCompanies(db: WriteDb, epoch: number, dayMs: number): void {
  run(
    db,
    `INSERT INTO company_day (epoch, day_ms, company_id)
     SELECT DISTINCT epoch, :dayMs, company_id FROM entry
     WHERE epoch = :epoch AND to_ms >= :dayMs AND company_id IS NOT NULL AND state IN ('spent', 'unknown')
     ON CONFLICT DO NOTHING`,
    { epoch, dayMs },
  );
  run(
    db,
    `UPDATE counter SET unknown = 0, spent = (
       SELECT COUNT(*) FROM company_day WHERE epoch = :epoch AND day_ms = :dayMs)
     WHERE epoch = :epoch AND budget = 'companies-day' AND start_ms = :dayMs`,
    { epoch, dayMs },
  );
}
