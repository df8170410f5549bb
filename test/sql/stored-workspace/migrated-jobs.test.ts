import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../electron/core/database/migrate.ts';
import { ledgerMigrations } from '../../../electron/core/database/migrations/ledger/index.ts';
import { openDatabase } from '../../../electron/core/database/open.ts';
import { all, close, type SqlRow, type WriteDb } from '../../../electron/core/database/sql.ts';
import { clock, log } from '../../support/app/library-fixtures.ts';
import { collectNames, isStoredBy, type PersistedNames } from './collect-names.ts';
import { expectedFacts, openFixture } from './open-fixture.ts';
import type { StoredWorld } from './stored-world.ts';

/* The migration turns the plans and the offline queue of version 0.1.0 into the expected jobs. */

const recorded = JSON.parse(
  readFileSync(join(import.meta.dirname, 'persisted-names.json'), 'utf8'),
) as PersistedNames;
const NAMES = ['keychain', 'passphrase', 'demo'] as const;

/** Maps each state in the fixture's old tables to the state of the migrated job. */
const STATES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  plan_item: { done: 'done', dropped: 'cancelled', 'under-way': 'running' },
  offline_call: {
    waiting: 'queued',
    running: 'running',
    dearer: 'waiting',
    refused: 'failed',
    unknown: 'unknown',
    done: 'done',
  },
};

let world: StoredWorld;
const ledgerOf = (name: (typeof NAMES)[number]): WriteDb =>
  openDatabase(join(world.dataDir, 'workspaces', expectedFacts().ids[name], 'ledger.db'), { clock, log });
beforeAll(async () => {
  world = await openFixture();
});
afterAll(() => world.dispose());

interface Rows {
  readonly calls: readonly SqlRow[];
  readonly items: readonly SqlRow[];
  readonly queued: readonly SqlRow[];
  readonly planned: readonly SqlRow[];
}

/** Migrates a workspace's ledger and returns the rows of the old and the new tables. */
function migrated(name: (typeof NAMES)[number]): Rows {
  const db = ledgerOf(name);
  const calls = all(db, 'SELECT * FROM offline_call ORDER BY call_id');
  const items = all(
    db,
    'SELECT plan_item.*, state, paused FROM plan JOIN plan_item USING (plan_id) ORDER BY plan_id, place',
  );
  migrate(db, ledgerMigrations);
  const queued = all(db, "SELECT * FROM job WHERE kind = 'queue' ORDER BY job_id");
  const planned = all(db, "SELECT * FROM job WHERE kind = 'plan' ORDER BY group_id, place");
  close(db);
  return { calls, items, queued, planned };
}

describe.each(NAMES)('the ledger of 0.1.0 (b86d266) after its migration: %s', (name) => {
  let rows: Rows;
  beforeAll(() => {
    rows = migrated(name);
  });

  it('contains every queued request unchanged, under its id', () => {
    expect(rows.queued.length).toBe(rows.calls.length);
    expect(rows.calls.length > 0).toBe(name !== 'demo');
    for (const [at, call] of rows.calls.entries())
      expect(rows.queued[at]).toMatchObject({
        job_id: call.call_id,
        request: call.asked,
        accepted: call.accepted,
        company_id: call.company_id,
        screen: call.screen,
        created_at_ms: call.asked_at_ms,
        state: STATES.offline_call?.[String(call.state)],
      });
  });

  it('contains every request of a plan in its place, and only waiting ones are runnable', () => {
    expect(rows.planned.length).toBe(rows.items.length);
    expect(rows.items.length > 0).toBe(name !== 'demo');
    for (const [at, item] of rows.items.entries()) {
      const job = rows.planned[at];
      const { item: stored, priced } = JSON.parse(String(item.what)) as { item: object; priced: object };
      const request = JSON.parse(String(job?.request)) as { item: object; priced: object };
      const accepted: unknown = JSON.parse(String(job?.accepted));
      expect({ item: { ...request.item, cost: accepted }, priced: request.priced }).toEqual({
        item: stored,
        priced,
      });
      expect(job).toMatchObject({
        group_id: item.plan_id,
        place: item.place,
        item_key: item.item_key,
        call: item.call,
        after_entry: item.after_entry,
        spent: item.spent,
        ended_at_ms: item.ended_at_ms,
      });
      const waiting = item.state === 'paused' && item.paused === 'offline' ? 'waiting' : 'approved';
      expect(job?.state).toBe(item.step === 'waiting' ? waiting : STATES.plan_item?.[String(item.step)]);
    }
  });
});

it('migrated rows consist of the recorded names', () => {
  for (const name of NAMES) {
    const db = ledgerOf(name);
    migrate(db, ledgerMigrations);
    close(db);
  }
  const names = collectNames(world.dataDir, [], 'today');
  for (const part of ['values', 'json'] as const)
    for (const column of Object.keys(recorded[part]).filter((each) => !isStoredBy('0.1.0', each)))
      expect([column, recorded[part][column]]).toEqual([
        column,
        expect.arrayContaining([...(names[part][column] ?? ['missing'])]),
      ]);
});
