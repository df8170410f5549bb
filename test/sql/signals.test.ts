import { describe, expect, it } from 'vitest';
import { cacheMigrations } from '../../electron/core/database/migrations/cache/index.ts';
import { yoursMigrations } from '../../electron/core/database/migrations/yours/index.ts';
import { migrate } from '../../electron/core/database/migrate.ts';
import { openDatabase } from '../../electron/core/database/open.ts';
import * as signals from '../../electron/core/database/queries/cache/signals.ts';
import * as marks from '../../electron/core/database/queries/yours/receiver-and-seen-signals.ts';
import { all, exec, type ReadDb, type WriteDb } from '../../electron/core/database/sql.ts';
import { clock, log, memoryCache, memoryYours } from '../support/app/library-fixtures.ts';
import { eventOf } from '../support/webhook/webhook-receiver.ts';
import { plansOf, schemaOf } from '../support/database/sql-tools.ts';
import { storeSignal } from '../support/app/store-without-key.ts';

describe('migration to webhook events', () => {
  it('preserves cache.db, which then has no deliveries', () => {
    const db = openDatabase(':memory:', { clock, log });
    migrate(
      db,
      cacheMigrations.filter(({ id }) => id <= 90),
    );
    exec(
      db,
      `INSERT INTO company (company_id, name, name_folded, source, fetched_at_ms, first_seen_at_ms, field_claims)
         VALUES ('c1', 'One', 'one', 'webhook', 1, 1, '{}');
       INSERT INTO company_icp VALUES ('c1', 72, 1);`,
    );
    migrate(db, cacheMigrations);
    expect(all(db, 'SELECT * FROM company_icp')).toHaveLength(1);
    expect(signals.lastDeliveryAtMs(db)).toBeNull();
    expect(schemaOf(db)).toBe(schemaOf(memoryCache()));
  });

  it('preserves yours.db, which then has no receiver', () => {
    const db = openDatabase(':memory:', { clock, log });
    migrate(
      db,
      yoursMigrations.filter(({ id }) => id <= 60),
    );
    exec(db, "INSERT INTO saved_filter VALUES (1, 'Warm', 'warm', '{}', 1)");
    migrate(db, yoursMigrations);
    expect(all(db, 'SELECT * FROM saved_filter')).toHaveLength(1);
    expect(marks.receiverSetup(db)).toBeNull();
    expect(schemaOf(db)).toBe(schemaOf(memoryYours()));
  });
});

describe('reads of signals use an index', () => {
  const cache = memoryCache();
  const yours = memoryYours();
  const cases: [string, WriteDb, (db: ReadDb) => unknown][] = [
    ['signalByAlias', cache, (on) => signals.signalByAlias(on, 'a')],
    ['signalsToMerge', cache, (on) => signals.signalsToMerge(on, 8)],
    ['signalsByKey', cache, (on) => signals.signalsByKey(on, [1, 2])],
    ['lastDeliveryAtMs', cache, (on) => signals.lastDeliveryAtMs(on)],
    ['signalFigures', cache, (on) => signals.signalFigures(on, 1)],
    ['receiverSetup', yours, (on) => marks.receiverSetup(on)],
    ['unseenNews', yours, (on) => marks.unseenNews(on, { searchId: 1, questionKey: 'k' })],
    ['newsSeenSince', yours, (on) => marks.newsSeenSince(on, { searchId: 1, questionKey: 'k', sinceMs: 1 })],
    ['newestFetched', yours, (on) => marks.newestFetched(on, ['c'])],
    ['newestSignalAtMs', cache, (on) => marks.newestSignalAtMs(on, ['c'])],
  ];
  it.each(cases)('%s', (_name, db, read) => {
    const plans = plansOf(db, read);
    expect(plans.length).toBeGreaterThan(0);
    // Some of these queries scan an index. They are still fast, because they read the index in order and stop
    // early.
    expect(
      plans.filter(
        (line) => /^SCAN (?!wanted)/.test(line) && !/USING (?:COVERING )?INDEX signal_/.test(line),
      ),
    ).toEqual([]);
  });

  it('the stream is read in order, without sorting', () => {
    expect(plansOf(cache, (on) => signals.newestSignals(on, 50)).join('\n')).toMatch(
      /USING INDEX signal_by_time/,
    );
    expect(plansOf(cache, (on) => signals.newestSignals(on, 50)).join('\n')).not.toMatch(/TEMP B-TREE/);
  });

  it('seen marks are read completely, from small tables', () => {
    const plans = plansOf(yours, (on) => marks.seenIdentities(on));
    expect(plans.filter((line) => line.startsWith('SCAN') && !/signal_seen|signal_view/.test(line))).toEqual(
      [],
    );
    expect(plansOf(yours, (on) => marks.removedIdentities(on)).join('\n')).toMatch(/SCAN signal_remov/);
    expect(plansOf(yours, (on) => marks.companiesSeenInSignals(on)).join('\n')).toMatch(
      /COVERING INDEX|signal_seen_by_company/,
    );
  });
});

describe('stored event', () => {
  const storeEvent = (received: number, fields = {}) => {
    const db = memoryCache();
    storeSignal(db, {
      body: eventOf({ note: 'ask for Anna', ...fields }),
      via: 'webhook',
      receivedAtMs: received,
    });
    return db;
  };
  it('contains the dashboard’s note once', () => {
    const db = storeEvent(1_000);
    const [row] = all(db, 'SELECT user_note, raw FROM signal');
    expect(row?.['user_note']).toBe('ask for Anna');
    expect(String(row?.['raw'])).not.toContain('Anna');
  });

  it('is deleted with its company, aliases included', () => {
    const db = storeEvent(1_000);
    signals.deleteSignalsOf(db, 'cmp_1');
    expect(all(db, 'SELECT * FROM signal')).toEqual([]);
    expect(all(db, 'SELECT * FROM signal_alias')).toEqual([]);
  });

  const before = (beforeMs: number) => ({ beforeMs, withDoubted: false });

  it('loses its texts with age, but is not deleted', () => {
    const db = storeEvent(1_000);
    expect(signals.deleteSignalTextsBefore(db, before(999))).toBe(0);
    expect(signals.deleteSignalTextsBefore(db, before(1_001))).toBe(1);
    expect(all(db, 'SELECT user_note, raw, company_id FROM signal')).toEqual([
      { user_note: null, raw: null, company_id: 'cmp_1' },
    ]);
  });

  it('is deleted with age if it has no company', () => {
    const db = memoryCache();
    storeSignal(db, { body: { event: 'hello' }, via: 'webhook', receivedAtMs: 5 });
    expect(signals.deleteSignalTextsBefore(db, before(6))).toBe(1);
    expect(all(db, 'SELECT * FROM signal')).toEqual([]);
  });

  it('is limited in number to the newest', () => {
    const db = memoryCache();
    for (let at = 1; at <= 5; at += 1)
      storeSignal(db, { body: eventOf({ roundId: `r${at}` }), via: 'webhook', receivedAtMs: at });
    signals.pruneSignals(db, 3);
    expect(signals.newestSignals(db, 10).map(({ roundId }) => roundId)).toEqual(['r5', 'r4', 'r3']);
    signals.pruneSignals(db, 3);
    expect(signals.newestSignals(db, 10)).toHaveLength(3);
  });
});
