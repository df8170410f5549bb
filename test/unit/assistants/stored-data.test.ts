import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { logCall, logPage, type LoggedCall } from '../../../electron/core/assistants/call-log.ts';
import { capsInUse, hand } from '../../../electron/core/assistants/caps.ts';
import { createClients } from '../../../electron/core/assistants/clients.ts';
import { ledgerMigrations } from '../../../electron/core/database/migrations/ledger/index.ts';
import { all, close, type WriteDb } from '../../../electron/core/database/sql.ts';
import { afterRestore, eraseSearchRows } from '../../../electron/core/privacy/erasure-records.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import { ASSISTANT_CLIENTS_MAX } from '../../../shared/model/assistants/assistant-limits.ts';
import { clock, log, memoryYours, random } from '../../support/app/library-fixtures.ts';
import { memoryDatabase } from '../../support/database/memory-database.ts';

const NOW = Date.UTC(2026, 10, 12, 9, 30);
const CLIENT = { id: '0'.repeat(16), name: 'Desk' };
const call = (change: Partial<LoggedCall>): LoggedCall => ({
  client: CLIENT,
  tool: 'company_brief',
  about: { text: '', companyId: null },
  companyIds: [],
  read: [],
  made: null,
  step: null,
  proposalId: null,
  told: null,
  result: 'done',
  ...change,
});

let db: WriteDb;
let ledger: WriteDb;
beforeEach(() => {
  db = memoryYours();
  ledger = memoryDatabase(ledgerMigrations, { clock, log });
});
afterEach(() => {
  close(db);
  close(ledger);
});

const clients = (yours = db) => createClients({ db: yours, random, nowMs: () => NOW });

describe('the log of calls', () => {
  it('is read in pages, newest first', () => {
    for (let count = 0; count < 7; count += 1) logCall(db, call({ tool: `t${count}` }), NOW + count);
    const first = logPage({ yours: db, ledger }, null, 5);
    const second = logPage({ yours: db, ledger }, first.next, 5);
    expect([...first.rows, ...second.rows].map(({ tool }) => tool)).toEqual([
      't6',
      't5',
      't4',
      't3',
      't2',
      't1',
      't0',
    ]);
    expect([first.next === null, second.next]).toEqual([false, null]);
  });

  it('keeps 90 days', () => {
    logCall(db, call({ tool: 'old' }), NOW);
    logCall(db, call({ tool: 'kept' }), NOW + DAY_MS);
    logCall(db, call({ tool: 'new' }), NOW + 90 * DAY_MS + 1);
    expect(logPage({ yours: db, ledger }, null, 50).rows.map(({ tool }) => tool)).toEqual(['new', 'kept']);
  });

  it('clips what a client made up', () => {
    logCall(db, call({ tool: 'x'.repeat(5_000), about: { text: 'y'.repeat(5_000), companyId: null } }), NOW);
    const [row] = logPage({ yours: db, ledger }, null, 1).rows;
    expect([row?.tool.length, row?.about.length]).toEqual([60, 200]);
  });
});

describe('erasing a company', () => {
  it('removes it from the log and from what clients received, but it still counts', () => {
    hand(db, 'one', ['gone', 'kept'], NOW);
    logCall(db, call({ about: { text: 'Gone Ltd', companyId: 'gone' }, companyIds: ['gone'] }), NOW);
    logCall(db, call({ about: { text: 'gone ltd', companyId: null }, companyIds: ['gone', 'kept'] }), NOW);
    logCall(db, call({ about: { text: 'Kept Ltd', companyId: 'kept' }, companyIds: ['kept'] }), NOW);
    eraseSearchRows(db, (ids) => ids.filter((id) => id === 'gone'));
    expect(
      logPage({ yours: db, ledger }, null, 50).rows.map(({ about, handedOut }) => [
        about,
        handedOut.companies,
      ]),
    ).toEqual([
      ['Kept Ltd', 1],
      ['', 1],
    ]);
    for (const table of ['assistant_call', 'assistant_handed'])
      expect(JSON.stringify(all(db, `SELECT * FROM ${table}`)).toLowerCase()).not.toContain('gone');
    expect(capsInUse(db, NOW).hour.used).toBe(2);
    // A second erasure finds nothing more to remove.
    expect(eraseSearchRows(db, (ids) => ids.filter((id) => id !== 'kept'))).toBe(0);
  });
});

describe('restoring a backup', () => {
  it('revokes all clients, and does not lower the use of the limits', () => {
    const restored = memoryYours();
    const { key } = clients(restored).add({ name: 'Desk', place: 'cloud', permissions: ['read'] });
    hand(restored, 'one', ['a'], NOW);
    hand(db, 'one', ['a', 'b', 'c'], NOW);
    afterRestore(restored, db);
    expect([clients(restored).recognise(key), clients(restored).list()]).toEqual([null, []]);
    expect(capsInUse(restored, NOW).hour.used).toBe(3);
    close(restored);
  });
});

describe('clients', () => {
  it('have names of their own and keys of their own, and are limited in number', () => {
    const keys = Array.from(
      { length: ASSISTANT_CLIENTS_MAX },
      (_, at) => clients().add({ name: `Client ${at}`, place: 'local', permissions: ['draft', 'read'] }).key,
    );
    expect(new Set(keys).size).toBe(ASSISTANT_CLIENTS_MAX);
    expect(keys.map((key) => clients().recognise(key)?.name)).toEqual(keys.map((_, at) => `Client ${at}`));
    expect(clients().list()[0]?.permissions).toEqual(['read', 'draft']);
    const add = (name: string) => () => clients().add({ name, place: 'local', permissions: [] });
    expect(add('One more')).toThrow('validation');
    clients().revoke(clients().recognise(keys[0] ?? '')?.id ?? '');
    expect(clients().recognise(keys[0] ?? '')).toBe(null);
    expect(add('client 5')).toThrow('conflict');
    expect(add('One more')).not.toThrow();
    expect(() => clients().setPlace('f'.repeat(16), 'cloud')).toThrow('not-found');
    expect(() => clients().setPermissions('f'.repeat(16), ['contacts'])).toThrow('not-found');
  });
});
