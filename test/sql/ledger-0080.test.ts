import { describe, expect, it } from 'vitest';
import { migrate } from '../../electron/core/database/migrate.ts';
import { ledgerMigrations } from '../../electron/core/database/migrations/ledger/index.ts';
import { openDatabase } from '../../electron/core/database/open.ts';
import { recordsByList } from '../../electron/core/database/queries/ledger/refresh-use.ts';
import { all, exec, run, textOrNull, type WriteDb } from '../../electron/core/database/sql.ts';
import { clock, log } from '../support/app/library-fixtures.ts';

const MAY_14 = Date.UTC(2026, 4, 14);

function ledgerAt70(): WriteDb {
  const db = openDatabase(':memory:', { clock, log });
  migrate(
    db,
    ledgerMigrations.filter(({ id }) => id < 80),
  );
  return db;
}

/**
 * Inserts a row as version 70 of the ledger's schema stored it. Every row reserves 5 records. Only a `spent`
 * row has a cost: 2 records.
 */
function entry(db: WriteDb, { reason, state = 'spent' }: { reason: string; state?: string }): void {
  run(
    db,
    `INSERT INTO entry (epoch, key_epoch, at_ms, wall_ms, endpoint, call, company_id, screen, reason, lane,
       accepted_requests, accepted_records, accepted_page_turns, accepted_companies,
       reserved_requests, reserved_records, reserved_page_turns, reserved_companies,
       state, from_ms, cost_requests, cost_records, cost_page_turns, cost_companies)
     VALUES (1, 1, :atMs, :atMs, 'company', '/companies/a', 'a', 'today', :reason, 'watchlist',
       1, 5, 0, 1, 1, 5, 0, 1, :state, :atMs, :requests, :records, :pageTurns, :companies)`,
    {
      atMs: MAY_14,
      reason,
      state,
      ...(state === 'spent'
        ? { requests: 1, records: 2, pageTurns: 0, companies: 1 }
        : { requests: null, records: null, pageTurns: null, companies: null }),
    },
  );
}

const listIds = (db: WriteDb): (string | null)[] =>
  all(db, 'SELECT list_id FROM entry ORDER BY id').map((row) => textOrNull(row, 'list_id'));

/**
 * Reasons as written by versions up to 70, each with the id of the list that it contains. The id is null if
 * the reason contains none.
 */
const REASONS: readonly (readonly [reason: string, listId: string | null])[] = [
  ['Watched list Warm intros (3)', '3'],
  ['Watched list Warm intros (123456789012345)', '123456789012345'],
  ['Watched list Warm intros (3), retry 1', '3'],
  ['Watched list Warm intros (3), retry 2', '3'],
  ['Watched list Warm (2) (3)', '3'],
  ['Watched list Warm (2), retry 1 (3)', '3'],
  ['Watched list Warm (2), retry 1 (3), retry 2', '3'],
  ['Watched list 2026, Q1, Berlin (DE) (41)', '41'],
  ['Watched list Watched list Warm (2) (3)', '3'],
  ['Watched list 12 (3)', '3'],
  ['Watched list ((((3 (7)', '7'],
  ['Watched list )), retry 9 (7), retry 1', '7'],
  ['Watched list Ärzte 日本 🚀 (8)', '8'],
  ['Watched list Ärzte 日本 🚀 (8), retry 1', '8'],
  ['Watched list two\nlines (9)', '9'],
  ['Watched list nul\u0000byte (9)', '9'],
  ['Watched list nul\u0000byte (9), retry 2', '9'],
  [`Watched list ${'x'.repeat(80)} (10)`, '10'],
  ['You', null],
  ['You, retry 1', null],
  ['Plan: refresh', null],
  ['Rule: contacts', null],
  ['Calibration', null],
  ['Other devices on this account', null],
  ['Watched list without an id', null],
  ['Watched list ()', null],
  ['Watched list Warm (3) ', null],
  ['Watched list Warm (3))', null],
  ['Watched list Warm (3), retry ', null],
  ['Watched list Warm 3)', null],
  ['A watched list (3)', null],
];

describe('ledger.db from version 70 to 80', () => {
  it.each(REASONS)('%j was paid for by list %s', (reason, listId) => {
    const db = ledgerAt70();
    entry(db, { reason });
    migrate(db, ledgerMigrations);
    expect(listIds(db)).toEqual([listId]);
  });

  it('fills in rows of every state, and the month adds up by list', () => {
    const db = ledgerAt70();
    const states = ['spent', 'unknown', 'reserved', 'released', 'refused'];
    for (const state of states) entry(db, { reason: 'Watched list Warm (3)', state });
    entry(db, { reason: 'Watched list Renamed (3), retry 1' });
    entry(db, { reason: 'Watched list Warm (3), retry 1 (4)' });
    entry(db, { reason: 'You' });
    migrate(db, ledgerMigrations);
    expect(listIds(db)).toEqual(['3', '3', '3', '3', '3', '3', '4', null]);
    expect(recordsByList(db, MAY_14)).toEqual(
      new Map([
        ['3', 2 + 5 + 5 + 2],
        ['4', 2],
      ]),
    );
    expect(recordsByList(db, MAY_14 + 1)).toEqual(new Map());
  });

  it('changes nothing else, and the rows are append-only again', () => {
    const db = ledgerAt70();
    entry(db, { reason: 'Watched list Warm (3)', state: 'reserved' });
    entry(db, { reason: 'You' });
    const before = all(db, 'SELECT * FROM entry ORDER BY id');
    migrate(db, ledgerMigrations);
    const after = all(db, 'SELECT * FROM entry ORDER BY id');
    expect(after).toEqual(
      before.map((row, at) => ({ ...row, list_id: at === 0 ? '3' : null, search_id: null })),
    );
    for (const change of ["list_id = '4'", 'list_id = NULL', "reason = 'You'"])
      expect(() => exec(db, `UPDATE entry SET state = 'released', ${change} WHERE id = 1`)).toThrow(
        'append-only',
      );
    expect(() => exec(db, "UPDATE entry SET list_id = '3' WHERE id = 2")).toThrow('append-only');
    exec(db, "UPDATE entry SET state = 'released' WHERE id = 1");
    expect(listIds(db)).toEqual(['3', null]);
  });
});
