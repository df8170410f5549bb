import { describe, expect, it } from 'vitest';
import { ledgerMigrations } from '../../../electron/core/db/migrations/ledger/index.ts';
import { migrate } from '../../../electron/core/db/migrate.ts';
import { openDatabase } from '../../../electron/core/db/open.ts';
import { run, type WriteDb } from '../../../electron/core/db/sql.ts';
import { addCall, keptCalls } from '../../../electron/core/offline/offline-calls.ts';
import { createOfflineRunner, type OfflineRunnerParts } from '../../../electron/core/offline/runner.ts';
import type { OpenWorkspace } from '../../../electron/core/workspace/open-workspace.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { AppError } from '../../../shared/app-error.ts';
import type { Receipt } from '../../../shared/model/budget.ts';
import { createFakeClock, settled } from '../../support/fake-clock.ts';
import { clock as systemClock, log } from '../../support/library-fixtures.ts';

const COST = { requests: 1, records: 1, pageTurns: 0, companies: 1 };
const RECEIPT: Receipt = {
  ...{ ledgerId: 1, atMs: 1, reserved: COST, cost: COST, outcome: 'spent' },
  binding: { budget: 'month-records', left: 1, resetsAtMs: null },
};

function ledgerFile(): WriteDb {
  const db = openDatabase(':memory:', { clock: systemClock, log });
  migrate(db, ledgerMigrations);
  return db;
}
const asking = (ledger: WriteDb, companyId: string): number =>
  addCall(ledger, {
    ...{ ask: { kind: 'profile', companyId }, accepted: COST, screen: 'company', askedAtMs: 1 },
  });
/** As far as the runner looks at a workspace. */
const workspaceOn = (ledger: WriteDb): OpenWorkspace =>
  ({ files: { ledger }, governor: { serverNowMs: () => 0 } }) as unknown as OpenWorkspace;

/** A runner whose calls end as `ends` says, one after the other; the last one again and again. */
function world(
  ledger: WriteDb,
  ends: readonly ('ok' | 'never' | AppError)[],
  plantedDefect?: OfflineRunnerParts['plantedDefect'],
  during: () => void = () => undefined,
) {
  const clock = createFakeClock(0);
  const made: string[] = [];
  const workspace = workspaceOn(ledger);
  const runner = createOfflineRunner({
    ...{ active: () => workspace, clock, log, publish: () => undefined },
    perform: async ({ ask }) => {
      const end = ends[Math.min(made.length, ends.length - 1)] ?? 'ok';
      made.push('companyId' in ask ? ask.companyId : '');
      during();
      if (end === 'never') return new Promise<Receipt>(() => undefined);
      if (end === 'ok') return RECEIPT;
      throw new AppFailure(end);
    },
    ...(plantedDefect === undefined ? {} : { plantedDefect }),
  });
  return { clock, runner, made, settle: settled, states: () => keptCalls(ledger).map(({ state }) => state) };
}
const OFFLINE: AppError = { kind: 'network', reason: 'offline' };
/** A row of the ledger as the governor leaves it when it is cut off. */
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

  const cutOff = async (plantedDefect?: OfflineRunnerParts['plantedDefect']) => {
    const ledger = ledgerFile();
    asking(ledger, 'a');
    const first = world(ledger, ['never'], plantedDefect);
    first.runner.kick();
    await first.settle();
    reserve(ledger, 'a');
    const second = world(ledger, ['ok']);
    second.runner.kick();
    await second.settle();
    return { made: second.made, states: second.states() };
  };
  it('never makes again by itself what was cut off after it was reserved', async () => {
    expect(await cutOff()).toEqual({ made: [], states: ['unknown'] });
  });
  it('and a planted defect, that it is not marked before it is made, is found by it', async () => {
    expect((await cutOff('not-marked-before')).made).toEqual(['a']);
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

  const lost = async (plantedDefect?: OfflineRunnerParts['plantedDefect']): Promise<number> => {
    const ledger = ledgerFile();
    asking(ledger, 'a');
    const counted: AppError = { kind: 'network', reason: 'timeout', counted: true };
    const { clock, runner, made, settle } = world(ledger, [counted, 'ok'], plantedDefect);
    runner.kick();
    await settle();
    await clock.advance(3_600_000);
    await settle();
    return made.length;
  };
  it('never repeats by itself what may have been charged', async () => {
    expect(await lost()).toBe(1);
  });
  it('and a planted defect, that it does, is found by it', async () => {
    expect(await lost('counted-tried-again')).toBe(2);
  });

  const halfMade = async (plantedDefect?: OfflineRunnerParts['plantedDefect']) => {
    const ledger = ledgerFile();
    addCall(ledger, { ask: { kind: 'catch-up' }, accepted: COST, screen: 'today', askedAtMs: 1 });
    const charged = (): void => reserve(ledger, null);
    const { clock, runner, made, settle, states } = world(ledger, [OFFLINE, 'ok'], plantedDefect, charged);
    runner.kick();
    await settle();
    await clock.advance(3_600_000);
    await settle();
    return { made: made.length, states: states() };
  };
  it('never goes on by itself with what was charged in part', async () => {
    expect(await halfMade()).toEqual({ made: 1, states: ['unknown'] });
  });
  it('and a planted defect, that it does, is found by it', async () => {
    expect((await halfMade('half-made-tried-again')).made).toBe(2);
  });
});
