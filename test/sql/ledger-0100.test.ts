import { expect, it } from 'vitest';
import { ledgerMigrations } from '../../electron/core/database/migrations/ledger/index.ts';
import { migrate } from '../../electron/core/database/migrate.ts';
import { openDatabase } from '../../electron/core/database/open.ts';
import { entryPage } from '../../electron/core/database/queries/ledger/entry-pages.ts';
import {
  insertServiceError,
  newestServiceErrors,
} from '../../electron/core/database/queries/ledger/service-errors.ts';
import { exec } from '../../electron/core/database/sql.ts';
import * as fixtures from '../support/app/library-fixtures.ts';

/*
 * Migration 100 adds the service's own error text to `ledger.db`. Requests made before the migration have no
 * error text.
 */

const OLD_ROWS = [404, 500].map(
  (status, at) => `
INSERT INTO entry (id, epoch, key_epoch, at_ms, wall_ms, endpoint, call, screen, reason, lane, accepted_requests,
  accepted_records, accepted_page_turns, accepted_companies, reserved_requests, reserved_records,
  reserved_page_turns, reserved_companies, state, from_ms, status)
VALUES (${at + 1}, 1, 1, ${at}, ${at}, 'news', '/news', 'company', 'You', 'interactive', 1, 1, 0, 0, 1, 1, 0, 0,
  'released', ${at}, ${status});`,
);
const text = { error: 'Out of order', code: null, message: null, detail: null, hint: null, excerpt: null };

it('keeps older requests, and adds the text of newer ones', () => {
  const db = openDatabase(':memory:', { clock: fixtures.clock, log: fixtures.log });
  migrate(
    db,
    ledgerMigrations.filter(({ id }) => id < 100),
  );
  exec(db, OLD_ROWS.join(''));
  migrate(db, ledgerMigrations);
  const whole = { sinceMs: null, screen: null, result: 'all', upToId: null } as const;
  const textsOf = () =>
    entryPage(db, whole, { offset: 0, limit: 5 }).map((row) => [row.id, row.serviceError ?? null]);
  expect(textsOf()).toEqual([
    [2, null],
    [1, null],
  ]);
  expect(newestServiceErrors(db, 5)).toEqual([]);
  insertServiceError(db, 2, { ...text, status: 500 });
  expect(textsOf()).toEqual([
    [2, { ...text, status: 500 }],
    [1, null],
  ]);
  expect(newestServiceErrors(db, 5)).toEqual([{ ...text, status: 500, atMs: 1, endpoint: 'news' }]);
  expect(() => insertServiceError(db, 9, { ...text, status: 500 })).toThrow('FOREIGN KEY');
});
