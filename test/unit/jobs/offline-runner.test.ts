import { describe, expect, it } from 'vitest';
import { ledgerMigrations } from '../../../electron/core/database/migrations/ledger/index.ts';
import { migrate } from '../../../electron/core/database/migrate.ts';
import { openDatabase } from '../../../electron/core/database/open.ts';
import { run, type WriteDb } from '../../../electron/core/database/sql.ts';
import { addCall, queuedCalls } from '../../../electron/core/jobs/offline-queue.ts';
import { createOfflineRunner } from '../../../electron/core/jobs/offline-runner.ts';
import type { OpenWorkspace } from '../../../electron/core/workspace/open-workspace.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { AppError } from '../../../shared/app-error.ts';
import type { Receipt } from '../../../shared/model/budget.ts';
import { createFakeClock, settled } from '../../support/app/fake-clock.ts';
import { clock as systemClock, log } from '../../support/app/library-fixtures.ts';

const COST = { requests: 1, records: 1, pageTurns: 0, companies: 1 };
const RECEIPT: Receipt = {
  ledgerId: 1,
  atMs: 1,
  reserved: COST,
  cost: COST,
  outcome: 'spent',
  binding: { budget: 'month-records', left: 1, resetsAtMs: null },
};

function ledgerFile(): WriteDb {
  const db = openDatabase(':memory:', { clock: systemClock, log });
  migrate(db, ledgerMigrations);
  return db;
}
const asking = (ledger: WriteDb, companyId: string): number =>
  addCall(ledger, {
    ask: { kind: 'profile', companyId },
    accepted: COST,
    screen: 'company',
    askedAtMs: 1,
  });
/** The parts of a workspace that the runner uses. */
const workspaceOn = (ledger: WriteDb): OpenWorkspace =>
  ({ files: { ledger }, governor: { serverNowMs: () => 0 } }) as unknown as OpenWorkspace;

/** A runner whose calls end as listed in `ends`; the last entry repeats. */
function world(
  ledger: WriteDb,
  ends: readonly ('ok' | 'never' | AppError)[],
  during: () => void = () => undefined,
) {
  const clock = createFakeClock(0);
  const made: string[] = [];
  const workspace = workspaceOn(ledger);
  const runner = createOfflineRunner({
    active: () => workspace,
    clock,
    log,
    publish: () => undefined,
    perform: async ({ ask }) => {
      const end = ends[Math.min(made.length, ends.length - 1)] ?? 'ok';
      made.push('companyId' in ask ? ask.companyId : '');
      during();
      if (end === 'never') return new Promise<Receipt>(() => undefined);
      if (end === 'ok') return RECEIPT;
      throw new AppFailure(end);
    },
  });
  return {
    clock,
    runner,
    made,
    settle: settled,
    states: () => queuedCalls(ledger).map(({ state }) => state),
  };
}
const OFFLINE: AppError = { kind: 'network', reason: 'offline' };
/** Adds a ledger row as an interrupted governor leaves it. */
const reserve = (ledger: WriteDb, companyId: string | null): void => {
  run(
    ledger,
    `INSERT INTO entry (epoch, key_epoch, at_ms, wall_ms, endpoint, call, company_id, screen, reason, lane,
       accepted_requests, accepted_records, accepted_page_turns, accepted_companies,
       reserved_requests, reserved_records, reserved_page_turns, reserved_companies, state, from_ms)
     VALUES (1, 1, 1, 1, 'company', '/c', :companyId, 'company', 'You', 'interactive',
       1, 1, 0, 1, 1, 1, 0, 1, 'unknown', 1)`,
    { companyId },
  );
};

describe('the queue of what was asked offline', () => {
  it('tries the first one only while nothing gets through, at growing pauses, then makes each once', async () => {
    const ledger = ledgerFile();
    for (const companyId of ['a', 'b']) asking(ledger, companyId);
    const { clock, runner, made, settle, states } = world(ledger, [OFFLINE, OFFLINE, 'ok']);
    runner.kick();
    await settle();
    expect([made, states()]).toEqual([['a'], ['waiting', 'waiting']]);
    await clock.advance(15_000);
    await settle();
    expect(made).toEqual(['a', 'a']);
    await clock.advance(29_999);
    await settle();
    expect(made).toHaveLength(2);
    await clock.advance(1);
    await settle();
    expect([made, states()]).toEqual([
      ['a', 'a', 'a', 'b'],
      ['done', 'done'],
    ]);
    runner.kick();
    await clock.advance(3_600_000);
    await settle();
    expect(made).toHaveLength(4);
  });

  it('never makes again by itself what was cut off after it was reserved', async () => {
    const ledger = ledgerFile();
    asking(ledger, 'a');
    const first = world(ledger, ['never']);
    first.runner.kick();
    await first.settle();
    reserve(ledger, 'a');
    const second = world(ledger, ['ok']);
    second.runner.kick();
    await second.settle();
    expect([second.made, second.states()]).toEqual([[], ['unknown']]);
  });

  it('makes what was cut off before anything was reserved', async () => {
    const ledger = ledgerFile();
    reserve(ledger, 'a');
    asking(ledger, 'a');
    const first = world(ledger, ['never']);
    first.runner.kick();
    await first.settle();
    const second = world(ledger, ['ok']);
    second.runner.kick();
    await second.settle();
    expect(second.states()).toEqual(['done']);
  });

  it('waits for a key without asking for it again and again, and goes on once there is one', async () => {
    const ledger = ledgerFile();
    for (const companyId of ['a', 'b']) asking(ledger, companyId);
    const locked: AppError = { kind: 'unauthorized', reason: 'key-locked' };
    const { clock, runner, made, settle, states } = world(ledger, [locked, 'ok']);
    runner.kick();
    await settle();
    await clock.advance(3_600_000);
    await settle();
    expect([made, states()]).toEqual([['a'], ['waiting', 'waiting']]);
    runner.kick();
    await settle();
    expect([made, states()]).toEqual([
      ['a', 'a', 'b'],
      ['done', 'done'],
    ]);
  });

  it('never repeats by itself what may have been charged', async () => {
    const ledger = ledgerFile();
    asking(ledger, 'a');
    const counted: AppError = { kind: 'network', reason: 'timeout', counted: true };
    const { clock, runner, made, settle } = world(ledger, [counted, 'ok']);
    runner.kick();
    await settle();
    await clock.advance(3_600_000);
    await settle();
    expect(made).toEqual(['a']);
  });

  it('never goes on by itself with what was charged in part', async () => {
    const ledger = ledgerFile();
    addCall(ledger, { ask: { kind: 'catch-up' }, accepted: COST, screen: 'today', askedAtMs: 1 });
    const charged = (): void => reserve(ledger, null);
    const { clock, runner, made, settle, states } = world(ledger, [OFFLINE, 'ok'], charged);
    runner.kick();
    await settle();
    await clock.advance(3_600_000);
    await settle();
    expect([made.length, states()]).toEqual([1, ['unknown']]);
  });
});
