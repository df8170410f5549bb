import { describe, expect, it } from 'vitest';
import * as counters from '../../electron/core/database/queries/ledger/counters.ts';
import * as companyDays from '../../electron/core/database/queries/ledger/companies-of-day.ts';
import * as facts from '../../electron/core/database/queries/ledger/account-state.ts';
import * as checks from '../../electron/core/database/queries/ledger/cost-checks.ts';
import * as use from '../../electron/core/database/queries/ledger/account-use.ts';
import * as days from '../../electron/core/database/queries/ledger/daily-use.ts';
import * as pages from '../../electron/core/database/queries/ledger/entry-pages.ts';
import * as entries from '../../electron/core/database/queries/ledger/entries.ts';
import {
  all,
  exec,
  num,
  text,
  transaction,
  type ReadDb,
  type WriteDb,
} from '../../electron/core/database/sql.ts';
import { WINDOW_OF, windowEndMs, type CountedBudget } from '../../electron/core/quota/policy/windows.ts';
import { createQuotaWorld, openLedger } from '../support/quota/governor-world.ts';
import { plansOf, schemaOf } from '../support/database/sql-tools.ts';

const AT = Date.UTC(2026, 4, 14, 10);

function insert(db: WriteDb, change: Partial<entries.NewEntry> = {}): number {
  const none = { requests: 0, records: 0, pageTurns: 0, companies: 0 };
  return entries.insertEntry(db, {
    epoch: 1,
    keyEpoch: 1,
    atMs: AT,
    wallMs: AT,
    endpoint: 'company',
    call: '/companies/a',
    companyId: 'a',
    screen: 'company',
    reason: 'You',
    listId: null,
    searchId: null,
    lane: 'interactive',
    accepted: none,
    reserved: { ...none, requests: 1, records: 1, companies: 1 },
    state: 'reserved',
    fromMs: AT,
    toMs: null,
    completedMs: null,
    cost: null,
    refusedBudget: null,
    refusedAllowance: null,
    detail: null,
    ...change,
  });
}
const settleTo = (db: WriteDb, id: number, state: entries.EntryOutcome['state']): void =>
  entries.updateEntry(db, {
    id,
    state,
    cost: null,
    status: 200,
    durationMs: 9,
    fromMs: AT,
    toMs: AT + 9,
    completedMs: AT + 9,
    detail: null,
  });

describe('ledger.db', () => {
  it('has the recorded schema', async () => {
    await expect(schemaOf(openLedger())).toMatchFileSnapshot('__schema__/ledger.sql');
  });

  it('has strict types', () => {
    const tables = all(
      openLedger(),
      "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_%'",
    );
    expect(tables.filter((row) => num(row, 'strict') === 0).map((row) => text(row, 'name'))).toEqual([]);
  });
});

describe('the ledger is append-only', () => {
  const states = ['reserved', 'spent', 'released', 'unknown', 'other-device', 'refused'] as const;
  const allowed = new Set([
    'reserved spent',
    'reserved released',
    'reserved unknown',
    'unknown spent',
    'unknown released',
    'unknown unknown',
  ]);
  const moves = states.flatMap((from) => states.map((to) => [from, to] as const));
  it.each(moves)('from %s to %s', (from, to) => {
    const db = openLedger();
    const id = insert(db, { state: from });
    const move = (): void => exec(db, `UPDATE entry SET state = '${to}' WHERE id = ${id}`);
    if (allowed.has(`${from} ${to}`)) expect(move).not.toThrow();
    else expect(move).toThrow('append-only');
  });

  it.each([
    "company_id = 'b'",
    'company_id = NULL',
    "call = '/other'",
    'at_ms = 1',
    'epoch = 2',
    "reason = 'x'",
    "list_id = '9'",
    'reserved_records = 0',
    'accepted_records = 9',
    'id = 99',
    "endpoint = 'contacts'",
    "refused_budget = 'day'",
  ])('settling cannot change %s', (change) => {
    const db = openLedger();
    const id = insert(db);
    expect(() => exec(db, `UPDATE entry SET state = 'spent', ${change} WHERE id = ${id}`)).toThrow(
      'append-only',
    );
  });

  it.each(['at_ms = 1', 'detail = NULL', 'status = 200', 'cost_requests = 1', "call = '/other'"])(
    'an unknown request gets its time range, but cannot change %s',
    (change) => {
      const db = openLedger();
      const id = insert(db, { state: 'unknown', detail: 'abandoned' });
      entries.placeEntry(db, { id, fromMs: AT - 5, toMs: AT + 5, completedMs: AT + 5 });
      expect(entries.entryById(db, id)).toMatchObject({ state: 'unknown', fromMs: AT - 5, toMs: AT + 5 });
      const move = (): void => exec(db, `UPDATE entry SET from_ms = ${AT}, ${change} WHERE id = ${id}`);
      expect(move).toThrow('append-only');
    },
  );

  it('no row can be deleted or replaced', () => {
    const db = openLedger();
    const id = insert(db);
    expect(() => exec(db, 'DELETE FROM entry')).toThrow('append-only');
    expect(() => exec(db, `INSERT OR REPLACE INTO entry SELECT * FROM entry WHERE id = ${id}`)).toThrow(
      'append-only',
    );
    settleTo(db, id, 'spent');
    expect(() => settleTo(db, id, 'released')).toThrow('append-only');
  });

  it('ids have no gaps, even after a rollback', () => {
    const db = openLedger();
    insert(db);
    expect(() =>
      transaction(db, () => {
        insert(db);
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(insert(db)).toBe(2);
    expect(entries.newestEntryId(db)).toBe(2);
  });
});

describe('reads of ledger.db use an index', () => {
  const db = openLedger();
  insert(db);
  const reads: Record<string, (on: ReadDb) => unknown> = {
    readAccount: (on) => facts.readAccount(on),
    readClockPair: (on) => facts.readClockPair(on),
    statsReadingBefore: (on) => facts.statsReadingBefore(on, 1, AT),
    readingBudgets: (on) => facts.readingBudgets(on, 1),
    readingsCountThemselves: (on) => facts.readingsCountThemselves(on, 1),
    readingsLackThemselves: (on) => facts.readingsLackThemselves(on, 1),
    reportedBudgets: (on) => facts.reportedBudgets(on, 1),
    countersAt: (on) => counters.countersAt(on, 1, AT),
    companySeen: (on) => companyDays.companySeen(on, 1, AT, 'a'),
    companiesSeen: (on) => companyDays.companiesSeen(on, 1, AT),
    entryById: (on) => entries.entryById(on, 1),
    hasTrafficBetween: (on) => entries.hasTrafficBetween(on, 0, 9),
    newestEntryId: (on) => entries.newestEntryId(on),
    entryPage: (on) =>
      pages.entryPage(on, { sinceMs: null, screen: null, result: 'all', upToId: 9 }, { offset: 0, limit: 5 }),
    countEntriesToday: (on) =>
      pages.countEntries(on, { sinceMs: AT, screen: null, result: 'all', upToId: null }),
    daysSince: (on) => days.daysSince(on, 1, AT),
    newestAccountReading: (on) => use.newestAccountReading(on, 1),
    accountDaysSince: (on) => use.accountDaysSince(on, 1, AT),
    accountWatch: (on) => use.accountWatch(on),
    chargedBetween: (on) => checks.chargedBetween(on, { afterId: 0, upToId: 9, limit: 5 }),
    costCheck: (on) => checks.costCheck(on, { epoch: 1, endpoint: 'stats', unit: 'requests' }),
    costDrifts: (on) => checks.costDrifts(on, 1, 5),
  };
  it.each(Object.entries(reads))('%s', (_name, read) => {
    expect(
      plansOf(db, read).filter((line) => line.startsWith('SCAN') || line.includes('FOR ORDER BY')),
    ).toEqual([]);
  });

  // These queries use a partial index that contains only the rows they need, so they may scan the whole
  // index.
  it.each([
    ['entry_reserved', entries.reservedEntries],
    ['entry_unknown', entries.unknownEntries],
    ['entry_charged', (on: ReadDb) => entries.newestCharged(on, 20)],
    ['entry_charged', (on: ReadDb) => entries.newestTimed(on, 3_600_000)],
  ] as const)('%s', (index, read) => {
    expect(plansOf(db, read)).toEqual([`SCAN entry USING INDEX ${index}`]);
  });

  it('the newest answered request is found from the end, without sorting', () => {
    expect(plansOf(db, (on) => entries.newestAnswered(on, 86_400_000))).toEqual(['SCAN entry']);
  });

  it('rows of a period are found by time, then sorted', () => {
    const today = { sinceMs: AT, screen: null, result: 'all', upToId: null } as const;
    expect(plansOf(db, (on) => pages.entryPage(on, today, { offset: 0, limit: 5 }))).toEqual([
      'SEARCH entry USING INDEX entry_at (at_ms>?)',
      'SEARCH service_error USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN',
      'USE TEMP B-TREE FOR ORDER BY',
    ]);
  });

  // These queries may scan the table, because it has at most one row for each budget and source.
  it.each([
    ['reportedLimits', facts.reportedLimits],
    ['limitsInForce', facts.limitsInForce],
    ['closures', facts.closures],
  ] as const)('%s reads a table with few rows', (_name, read) => {
    expect(plansOf(db, read)).toHaveLength(1);
  });
});

describe('counters', () => {
  it('equal the sum of the entries in every window', async () => {
    const limits = { perMinute: 20, daily: 60, monthly: 500, records: 2_000, companies: 9, pageTurns: 200 };
    const world = createQuotaWorld({
      limits,
      startMs: Date.UTC(2026, 4, 30, 23),
      skewMs: 3_600_000,
      latency: () => [900, 1_800],
    });
    for (let hour = 0; hour < 50; hour += 1) {
      if (hour % 9 === 4) world.loseNext(hour % 2 === 0);
      void world.call({ kind: 'list', companyId: null, rowsRequested: 1 + (hour % 7), rowsFound: 5 });
      void world.call({ kind: 'company', companyId: `c${hour % 5}`, rowsRequested: 1, rowsFound: 1 });
      if (hour % 10 === 6) world.model.spendElsewhere(2, 11, world.nowMs());
      if (hour % 10 === 7) void world.confirm();
      await world.clock.advance(hour % 3 === 0 ? 3_598_000 : 1_200_000);
      if (hour === 20 || hour === 33) world.restart(hour === 20);
    }
    await world.clock.advance(120_000);
    const lines = all(world.db, 'SELECT epoch, start_ms, budget, spent, unknown, others FROM counter');
    expect(lines.length).toBeGreaterThan(12);
    for (const line of lines) {
      const budget = text(line, 'budget') as CountedBudget;
      const startMs = num(line, 'start_ms');
      const counted = {
        spent: num(line, 'spent'),
        unknown: num(line, 'unknown'),
        others: num(line, 'others'),
      };
      expect({ budget, startMs, ...counted }).toEqual({
        budget,
        startMs,
        ...fullSum(world.db, budget, startMs),
      });
    }
  });
});

const COLUMN: Record<CountedBudget, string> = {
  day: 'requests',
  'month-requests': 'requests',
  'month-records': 'records',
  'companies-day': 'companies',
  'page-turns': 'page_turns',
  export: 'records',
  'test-key': 'requests',
};

function fullSum(
  db: ReadDb,
  budget: CountedBudget,
  startMs: number,
): { spent: number; unknown: number; others: number } {
  const column = COLUMN[budget];
  const [sum] = all(
    db,
    `SELECT COALESCE(SUM(CASE state WHEN 'spent' THEN cost_${column} END), 0) AS spent,
       COALESCE(SUM(CASE state WHEN 'unknown' THEN reserved_${column} END), 0) AS unknown,
       COALESCE(SUM(CASE state WHEN 'other-device' THEN cost_${column} END), 0) AS others
     FROM entry WHERE from_ms < :endMs AND to_ms >= :startMs`,
    { startMs, endMs: windowEndMs(WINDOW_OF[budget], startMs) },
  );
  if (sum === undefined) throw new Error('no sum');
  return {
    spent: num(sum, 'spent'),
    unknown: num(sum, 'unknown'),
    others: budget === 'test-key' ? 0 : num(sum, 'others'),
  };
}
