import { describe, expect, it } from 'vitest';
import { migrate } from '../../../electron/core/database/migrate.ts';
import { ledgerMigrations } from '../../../electron/core/database/migrations/ledger/index.ts';
import { openDatabase } from '../../../electron/core/database/open.ts';
import { all, exec, type WriteDb } from '../../../electron/core/database/sql.ts';
import { createPlans } from '../../../electron/core/jobs/approved-plans.ts';
import { createPlanRunner } from '../../../electron/core/jobs/plan-runner.ts';
import { createPriceHints } from '../../../electron/core/library/price-hints.ts';
import * as fixtures from '../../support/app/library-fixtures.ts';
import { contactsCallOf, CONTACTS_COST } from '../day-plan/plan-calls.ts';

/* After a crash a run is reconstructed from the ledger, and nothing is paid for twice. */

const cost = CONTACTS_COST;
const callOf = contactsCallOf;

function opened() {
  const ledger = openDatabase(':memory:', { clock: fixtures.clock, log: fixtures.log });
  migrate(ledger, ledgerMigrations);
  const files = { cache: fixtures.memoryCache(), yours: fixtures.memoryYours(), ledger };
  return { files, ledger, plans: createPlans(files) };
}
/** Adds a ledger row as the governor writes it. */
const entry = (db: WriteDb, call: string, state: string, records: number | null): void =>
  exec(
    db,
    `INSERT INTO entry (epoch, key_epoch, at_ms, wall_ms, endpoint, call, screen, reason, accepted_requests, accepted_records,
       accepted_page_turns, accepted_companies, reserved_requests, reserved_records, reserved_page_turns, reserved_companies,
       state, from_ms, cost_requests, cost_records, cost_page_turns, cost_companies)
     VALUES (1, 1, 1, 1, 'contacts', '${call}', 'today', 'Plan', 1, 9, 0, 1, 1, 9, 0, 1, '${state}', 1,
       ${records === null ? 'NULL, NULL, NULL, NULL' : `1, ${records}, 0, 1`})`,
  );

describe('a run after a crash', () => {
  it.each([
    ['was charged', 'spent', 4, 'done', 4],
    ['may have been charged', 'unknown', null, 'unknown', 9],
    ['was released', 'released', null, 'waiting', null],
  ] as const)('a call that %s is told by the ledger', (_, state, charged, step, spent) => {
    const { ledger, files, plans } = opened();
    plans.start([callOf('a'), callOf('b')], 'seller', 5);
    // An older call for the same company does not belong to this run.
    entry(ledger, '/companies/a/contacts', 'spent', 7);
    const next = plans.next();
    if (next === null) throw new Error('nothing waits');
    plans.begin(next, '/companies/a/contacts');
    entry(ledger, '/companies/a/contacts', state, charged);
    const again = createPlans(files);
    again.recover(9);
    const [first, second] = again.run()?.items ?? [];
    expect([first?.step, first?.spent?.records ?? null, second?.step]).toEqual([step, spent, 'waiting']);
  });

  it('a call that was never reserved waits, and is the next one', () => {
    const { files, plans } = opened();
    plans.start([callOf('a'), callOf('b')], 'seller', 5);
    const next = plans.next();
    if (next !== null) plans.begin(next, '/companies/a/contacts');
    const again = createPlans(files);
    again.recover(9);
    expect(again.next()?.item.companyId).toBe('a');
  });

  it('keeps no name of the service in the ledger’s file, and adds approved calls to a run that is not over', () => {
    const { ledger, plans } = opened();
    plans.start([callOf('a')], 'seller', 5);
    plans.start([callOf('b')], 'seller', 6);
    expect(plans.run()?.items.map(({ key }) => key)).toEqual(['contacts/a', 'contacts/b']);
    expect(plans.run()?.approved.records).toBe(18);
    expect(JSON.stringify(all(ledger, 'SELECT * FROM plan_item'))).not.toContain('Secret');
  });
});

describe('runs of the seller and of his rules', () => {
  const many = (name: string, count: number) =>
    Array.from({ length: count }, (_, at) => callOf(`${name}${at}`));
  const done = { step: 'done', spent: cost } as const;

  it('what is approved beyond as many calls as a run holds is a run behind it, told and made after it', () => {
    const { plans } = opened();
    plans.start(many('first', 48), 'seller', 5);
    plans.start(many('second', 10), 'seller', 6);
    expect([plans.run()?.items.length, plans.run()?.behind, plans.openKeys().size]).toEqual([50, 8, 58]);
    const made: string[] = [];
    for (let step = plans.next(); step !== null; step = plans.next()) {
      plans.end(step, done, 7);
      plans.finish();
      made.push(step.item.key);
    }
    expect([made.length, new Set(made).size]).toEqual([58, 58]);
    expect([plans.run()?.items.length, plans.run()?.behind, plans.run()?.state]).toEqual([8, 0, 'over']);
  });

  it('are paused and stopped each by itself, the seller’s run with what is behind it', () => {
    const { plans } = opened();
    plans.start(many('rule', 2), 'rule', 4);
    plans.start(many('first', 60), 'seller', 5);
    expect(plans.run()).toMatchObject({ by: 'seller', behind: 12 });
    plans.setState('seller', 'paused', null);
    expect(plans.next()?.by).toBe('rule');
    plans.stop('seller', 6);
    expect(plans.run()).toMatchObject({ by: 'rule', state: 'running', behind: 0 });
    plans.stop('rule', 7);
    expect(plans.next()).toBeNull();
    expect(plans.run()).toMatchObject({ by: 'rule', state: 'over' });
  });

  it('a call that came back to a run that was stopped meanwhile is dropped, not left waiting', () => {
    const { plans } = opened();
    plans.start([callOf('a')], 'seller', 5);
    const next = plans.next();
    if (next === null) throw new Error('nothing waits');
    plans.begin(next, '/companies/a/contacts');
    plans.stop('seller', 6);
    plans.end(next, { step: 'waiting' }, 7);
    expect(plans.run()?.items.map(({ step }) => step)).toEqual(['dropped']);
  });
});

describe('a run', () => {
  const runnerOver = (records: number, room: number) => {
    const { files, plans } = opened();
    const governor = {
      worst: () => ({ ...cost, records }),
      prices: () => () => ({ ...cost, records }),
      serverNowMs: () => 9,
      room: () => ({ today: { ...cost, records: room }, lanes: new Map() }),
    };
    const workspace = {
      get client(): never {
        throw new Error('nothing may be asked');
      },
    };
    plans.start([callOf('a')], 'seller', 5);
    const runner = createPlanRunner({
      parts: { files, governor, hints: createPriceHints(files.cache) },
      plans,
      workspace,
      log: fixtures.log,
      publish: () => undefined,
      progress: () => ({ step: () => undefined, end: () => undefined }),
      // Only the parts that the checks before a call need are present.
    } as unknown as Parameters<typeof createPlanRunner>[0]);
    runner.resume();
    return runner.idle().then(() => plans.run());
  };

  it('makes no call that became dearer than what was approved', async () => {
    const run = await runnerOver(10, 99);
    expect(run).toMatchObject({ state: 'over', items: [{ step: 'dearer', spent: null }] });
  });

  it('makes no call that today has no room for any more', async () => {
    expect(await runnerOver(9, 8)).toMatchObject({ state: 'over', items: [{ step: 'no-room' }] });
  });
});
