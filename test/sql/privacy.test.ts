import { describe, expect, it } from 'vitest';
import { ledgerMigrations } from '../../electron/core/database/migrations/ledger/index.ts';
import { migrate } from '../../electron/core/database/migrate.ts';
import { openDatabase } from '../../electron/core/database/open.ts';
import * as forgetting from '../../electron/core/database/queries/cache/deletion.ts';
import * as privacy from '../../electron/core/database/queries/privacy-state.ts';
import { encryptedContactsAfter } from '../../electron/core/database/queries/cache/encrypted-columns.ts';
import * as suppressions from '../../electron/core/database/queries/suppressions.ts';
import * as why from '../../electron/core/database/queries/cache/data-origin.ts';
import { callEndedNear } from '../../electron/core/database/queries/ledger/data-origin.ts';
import { exec, type ReadDb } from '../../electron/core/database/sql.ts';
import { clock, log, memoryCache, memoryYours } from '../support/app/library-fixtures.ts';
import { plansOf, schemaOf } from '../support/database/sql-tools.ts';

const hash = Buffer.alloc(32, 1);
const memoryLedger = () => {
  const db = openDatabase(':memory:', { clock, log });
  migrate(db, ledgerMigrations);
  return db;
};
const scansIn = (db: ReturnType<typeof memoryCache>, read: (db: ReadDb) => unknown): string[] =>
  plansOf(db, read).filter((line) => /^SCAN (?!wanted|\(subquery|json_each|parts)/.test(line));

describe('reads for privacy use an index', () => {
  const ofYours: Record<string, (db: ReadDb) => unknown> = {
    suppressionsWithKey: (on) => suppressions.suppressionsWithKey(on, hash),
    hasKeyOfKind: (on) => suppressions.hasKeyOfKind(on, 'a', 'linkedin'),
    keyKindsOf: (on) => suppressions.keyKindsOf(on, 'a'),
    suppressionById: (on) => suppressions.suppressionById(on, 'a'),
    privacyRow: (on) => privacy.privacyRow(on),
  };
  const ofCache: Record<string, (db: ReadDb) => unknown> = {
    contactsByIdentity: (on) => forgetting.contactsByIdentity(on, { linkedin: hash, email: hash }),
    encryptedRawsOf: (on) => forgetting.encryptedRawsOf(on, 'a'),
    countContactsBefore: (on) => forgetting.countContactsBefore(on, { beforeMs: 1, withDoubted: false }),
    encryptedContactsAfter: (on) => encryptedContactsAfter(on, 0, 50),
    companyStamps: (on) => why.companyStamps(on, 'a'),
    contactStamps: (on) => why.contactStamps(on, 'a', 25),
  };
  it.each(Object.entries(ofYours))('%s', (_name, read) => {
    expect(scansIn(memoryYours(), read)).toEqual([]);
  });
  it.each(Object.entries(ofCache))('%s', (_name, read) => {
    expect(scansIn(memoryCache(), read)).toEqual([]);
  });

  it('a ledger entry is found by time', () => {
    const request = { endpoint: 'company' as const, companyId: 'a', atMs: 5, nearMs: 1 };
    const read = (on: ReadDb): unknown => callEndedNear(on, { ...request, withinMs: 9 });
    expect(plansOf(memoryLedger(), read)[0]).toMatch(/^SEARCH entry USING INDEX entry_at/);
  });

  it('suppressions are read in order, and contacts by month from an index alone', () => {
    const page = (on: ReadDb): unknown => suppressions.suppressionPage(on, { offset: 0, limit: 50 });
    expect(plansOf(memoryYours(), page)).toEqual(['SCAN suppression USING INDEX suppression_by_time']);
    expect(plansOf(memoryCache(), (on) => forgetting.contactsByMonth(on, 50))[0]).toBe(
      'SCAN contact USING COVERING INDEX contact_by_told',
    );
  });

  it('a read without an index is detected (planted defect)', () => {
    const yours = memoryYours();
    exec(yours, 'DROP INDEX suppression_key_by_suppression');
    expect(scansIn(yours, (on) => suppressions.keyKindsOf(on, 'a'))).toHaveLength(1);
  });
});

describe('copy of the suppressions in cache.db', () => {
  it('has the same tables as yours.db', () => {
    const tables = (sql: string): string[] =>
      sql
        .split(';\n')
        .filter((each) => /(suppression|erased_company|TABLE privacy)/.test(each))
        .map((each) => each.trim());
    expect(tables(schemaOf(memoryCache()))).toEqual(tables(schemaOf(memoryYours())));
    expect(tables(schemaOf(memoryYours()))).toHaveLength(6);
  });
});
