import { describe, expect, it } from 'vitest';
import { migrate } from '../../electron/core/database/migrate.ts';
import { ledgerMigrations } from '../../electron/core/database/migrations/ledger/index.ts';
import { openDatabase } from '../../electron/core/database/open.ts';
import * as facts from '../../electron/core/database/queries/cache/plan-facts.ts';
import * as plans from '../../electron/core/database/queries/ledger/day-plans.ts';
import type { ReadDb, WriteDb } from '../../electron/core/database/sql.ts';
import * as fixtures from '../support/app/library-fixtures.ts';
import { plansOf } from '../support/database/sql-tools.ts';

function memoryLedger(): WriteDb {
  const db = openDatabase(':memory:', { clock: fixtures.clock, log: fixtures.log });
  migrate(db, ledgerMigrations);
  return db;
}
const spent = JSON.stringify({ requests: 1, records: 4, pageTurns: 0, companies: 1 });
const what = (records: number): string => JSON.stringify({ item: { cost: { records } } });

describe('plans in the ledger’s file', () => {
  it('keep each call with what became of it, in the order in which they are made', () => {
    const db = memoryLedger();
    const planId = plans.insertPlan(db, { byRule: 0, approvedAtMs: 5 });
    for (const [place, key] of ['contacts/b', 'contacts/a'].entries())
      plans.insertPlanItem(db, { planId, place, key, companyId: null, what: what(9) });
    plans.beginPlanItem(db, { planId, place: 0, call: '/companies/b/contacts' });
    expect(plans.planItems(db, planId)).toMatchObject([
      { key: 'contacts/b', step: 'under-way', afterEntry: 0 },
      { key: 'contacts/a', step: 'waiting', afterEntry: null },
    ]);
    plans.endPlanItem(db, { planId, place: 0, step: 'done', spent, news: null, endedAtMs: 9 });
    plans.putPlanState(db, { planId, state: 'paused', paused: 'offline' });
    expect(plans.planItems(db, planId)[0]).toMatchObject({ step: 'done', spent });
    expect(plans.openPlans(db)).toEqual([
      { planId, byRule: false, approvedAtMs: 5, state: 'paused', paused: 'offline' },
    ]);
    expect(plans.latestPlan(db)?.planId).toBe(planId);
  });

  it('are open in the order of whose word they are, then of their age; the latest is the one that ended last', () => {
    const db = memoryLedger();
    const [rule, first, second] = [1, 0, 0].map((byRule) =>
      plans.insertPlan(db, { byRule, approvedAtMs: 5 }),
    );
    expect(plans.openPlans(db).map(({ planId }) => planId)).toEqual([first, second, rule]);
    plans.insertPlanItem(db, { planId: rule ?? 0, place: 0, key: 'k', companyId: null, what: what(1) });
    plans.beginPlanItem(db, { planId: rule ?? 0, place: 0, call: '/x' });
    expect(plans.plansUnderWay(db)).toEqual([rule]);
    plans.endPlanItem(db, { planId: rule ?? 0, place: 0, step: 'done', spent, news: null, endedAtMs: 9 });
    expect([plans.plansUnderWay(db), plans.latestPlan(db)?.planId]).toEqual([[], rule]);
  });

  it('count what rules took of a day: what waits at its worst, what is over by its receipt', () => {
    const db = memoryLedger();
    const byRule = plans.insertPlan(db, { byRule: 1, approvedAtMs: 50 });
    const bySeller = plans.insertPlan(db, { byRule: 0, approvedAtMs: 50 });
    for (const planId of [byRule, bySeller])
      for (const [place, key] of ['contacts/a', 'contacts/b', 'catch-up/1'].entries())
        plans.insertPlanItem(db, { planId, place, key, companyId: null, what: what(9) });
    plans.endPlanItem(db, { planId: byRule, place: 0, step: 'done', spent, news: null, endedAtMs: 60 });
    expect(plans.recordsByRule(db, { sinceMs: 0, keys: 'contacts/*' })).toBe(4 + 9);
    // The approval time does not matter: calls that ended earlier belong to another day, open calls to this
    // one.
    expect(plans.recordsByRule(db, { sinceMs: 60, keys: 'contacts/*' })).toBe(4 + 9);
    expect(plans.recordsByRule(db, { sinceMs: 61, keys: 'contacts/*' })).toBe(9);
    plans.putPlanState(db, { planId: byRule, state: 'over', paused: null });
    expect(plans.recordsByRule(db, { sinceMs: 61, keys: 'contacts/*' })).toBe(0);
  });

  it('are forgotten with their calls once they are old', () => {
    const db = memoryLedger();
    const kept = () => [1, 2, 3, 4, 5].map((planId) => plans.planItems(db, planId).length);
    for (let at = 0; at < 5; at += 1) {
      const planId = plans.insertPlan(db, { byRule: 0, approvedAtMs: at });
      plans.insertPlanItem(db, { planId, place: 0, key: 'k', companyId: null, what: what(1) });
      plans.endPlanItem(db, { planId, place: 0, step: 'done', spent, news: null, endedAtMs: at });
      // The first plan stays open, so its waiting calls must not be deleted.
      if (at > 0) plans.putPlanState(db, { planId, state: 'over', paused: null });
    }
    plans.prunePlans(db, { kept: 2, sinceMs: 2 });
    expect(kept()).toEqual([1, 0, 1, 1, 1]);
    plans.prunePlans(db, { kept: 2, sinceMs: 9 });
    expect(kept()).toEqual([1, 0, 0, 1, 1]);
  });

  it('note when something was last heard, and time does not go back', () => {
    const db = memoryLedger();
    expect(plans.planFact(db, 'heard')).toBeNull();
    plans.putPlanFact(db, 'heard', 9.4);
    plans.putPlanFact(db, 'heard', 3);
    expect(plans.planFact(db, 'heard')).toBe(9);
  });
});

const planOf = (db: WriteDb, read: (on: ReadDb) => unknown): readonly string[] => plansOf(db, read);

describe('what a plan is decided on is read by an index', () => {
  it.each<[string, (db: ReadDb) => unknown]>([
    ['planItems', (db) => plans.planItems(db, 1)],
    ['entryAfter', (db) => plans.entryAfter(db, { afterEntry: 1, call: '/x' })],
    ['planFact', (db) => plans.planFact(db, 'heard')],
  ])('%s', (_, read) => {
    const plan = planOf(memoryLedger(), read);
    // The newest plan is the last row of its table.
    expect(plan.filter((line) => /^SCAN (?!plan$)/.test(line))).toEqual([]);
  });

  it('facts of companies by their keys, one read for all', () => {
    const plan = planOf(fixtures.memoryCache(), (db) => facts.planFactsOf(db, ['a']));
    expect(plan.filter((line) => /^SCAN (?!wanted)/.test(line))).toEqual([]);
    const rounds = planOf(fixtures.memoryCache(), (db) =>
      facts.countUnknownRounds(db, [{ companyId: 'a', roundId: 'r' }]),
    );
    expect(rounds.filter((line) => /^SCAN (?!json_each|\(subquery|told)/.test(line))).toEqual([]);
  });

  it('companies on lists, and the seller’s rules', () => {
    const yours = fixtures.memoryYours();
    const listed = planOf(yours, (db) => facts.listedCompanies(db, 10));
    // Reads all list entries, because the newest ones of any list are wanted.
    expect(listed.filter((line) => /^SCAN (?!watchlist_entry|watchlist$)/.test(line))).toEqual([]);
    expect(planOf(yours, (db) => plans.planRules(db)).join()).toMatch(/SEARCH/);
  });

  it('a round is new by its company and id', () => {
    const cache = fixtures.memoryCache();
    const told = { companyId: 'a', roundId: 'r' };
    expect(facts.countUnknownRounds(cache, [told, told, { companyId: 'b', roundId: 'r' }])).toBe(2);
  });
});
