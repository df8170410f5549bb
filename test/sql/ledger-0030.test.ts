import { describe, expect, it } from 'vitest';
import { first } from '../../electron/core/database/migrations/ledger/0010-first.ts';
import { probesAndReadings } from '../../electron/core/database/migrations/ledger/0020-probes-and-readings.ts';
import { ledgerMigrations } from '../../electron/core/database/migrations/ledger/index.ts';
import { migrate } from '../../electron/core/database/migrate.ts';
import { openDatabase } from '../../electron/core/database/open.ts';
import { daysSince } from '../../electron/core/database/queries/ledger/daily-use.ts';
import { exec, type WriteDb } from '../../electron/core/database/sql.ts';
import { clock, log } from '../support/app/library-fixtures.ts';

const DAY = 86_400_000;
const MAY_14 = Date.UTC(2026, 4, 14);

/** Inserts a ledger row as version 20 wrote it. */
function entry(
  db: WriteDb,
  row: {
    state: string;
    atMs: number;
    lane?: string;
    completedMs?: number;
    records?: number;
    reserved?: number;
  },
): void {
  const { state, atMs, lane = 'interactive', completedMs = null, records = null, reserved = 25 } = row;
  const cost = records === null ? 'NULL, NULL, NULL, NULL' : `1, ${records}, 1, 0`;
  exec(
    db,
    `INSERT INTO entry (epoch, key_epoch, at_ms, wall_ms, endpoint, call, screen, reason, lane,
       accepted_requests, accepted_records, accepted_page_turns, accepted_companies,
       reserved_requests, reserved_records, reserved_page_turns, reserved_companies,
       state, from_ms, completed_ms, cost_requests, cost_records, cost_page_turns, cost_companies)
     VALUES (1, 1, ${atMs}, ${atMs}, 'fundings', '/fundings', 'search', 'You',
       ${state === 'other-device' ? 'NULL' : `'${lane}'`}, 1, 25, 1, 0, 1, ${reserved}, 1, 0,
       '${state}', ${atMs}, ${completedMs ?? 'NULL'}, ${cost})`,
  );
}

describe('ledger.db from version 20 to 30', () => {
  it('sums existing rows by day and lane', () => {
    const db = openDatabase(':memory:', { clock, log });
    migrate(db, [first, probesAndReadings]);
    // A request sent before midnight and answered after midnight counts towards the later day.
    entry(db, { state: 'spent', atMs: MAY_14 - 100, completedMs: MAY_14 + 200, records: 18 });
    entry(db, { state: 'spent', atMs: MAY_14 + DAY / 2, completedMs: MAY_14 + DAY / 2, records: 4 });
    entry(db, { state: 'spent', atMs: MAY_14 + 5, completedMs: MAY_14 + 9, records: 1, lane: 'watchlist' });
    entry(db, { state: 'unknown', atMs: MAY_14 - 100, reserved: 50 });
    entry(db, { state: 'released', atMs: MAY_14 });
    entry(db, { state: 'refused', atMs: MAY_14, reserved: 0 });
    entry(db, { state: 'reserved', atMs: MAY_14 });
    entry(db, { state: 'other-device', atMs: MAY_14 + DAY, records: 7 });
    migrate(db, ledgerMigrations);
    expect(
      daysSince(db, 1, 0).map(({ dayMs, lane, requests, records }) => [
        (dayMs - MAY_14) / DAY,
        lane,
        requests,
        records,
      ]),
    ).toEqual([
      [-1, 'interactive', 1, 50],
      [0, 'interactive', 2, 22],
      [0, 'watchlist', 1, 1],
      [1, 'others', 1, 7],
    ]);
  });
});
