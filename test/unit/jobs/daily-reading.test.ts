import { afterEach, beforeEach, expect, it } from 'vitest';
import { saveAccountWatch } from '../../../electron/core/database/queries/ledger/account-use.ts';
import { planPartsOf } from '../../../electron/core/day-plan/workspace-plan-inputs.ts';
import { dailyReading } from '../../../electron/core/jobs/daily-reading.ts';
import { openDemoWorkspace } from '../../support/app/demo-workspace.ts';

let demo: Awaited<ReturnType<typeof openDemoWorkspace>>;
beforeEach(async () => {
  demo = await openDemoWorkspace();
});
afterEach(() => demo.dispose());

const due = () => dailyReading(planPartsOf(demo.workspace));
const allow = (records: number, epoch = 1): void =>
  saveAccountWatch(demo.workspace.files.ledger, {
    daily: { epoch, accepted: { requests: 1, records, pageTurns: 0, companies: 0 } },
    alertAbove: 50,
  });
const learn = (learned: number): void =>
  demo.workspace.governor.storeMeasuredCosts([
    { endpoint: 'stats', unit: 'records', assumed: 1, learned, atMs: 1 },
  ]);

it('waits while a reading costs more than the user accepted', () => {
  learn(0);
  allow(0);
  expect(due()).toMatchObject({ kind: 'reading', cost: { requests: 1, records: 0 } });
  learn(1);
  expect(due()).toBeNull();
  allow(1);
  expect(due()).toMatchObject({ cost: { records: 1 } });
});

it('is not due for another account than the one for which the user allowed it', () => {
  allow(1, 2);
  expect(due()).toBeNull();
});

it('is left out while a spending cap leaves no room for it', () => {
  allow(1);
  const { governor } = demo.workspace;
  for (const scope of ['all', 'background'] as const) {
    governor.setAllowance(scope, 0);
    expect(due(), scope).toBeNull();
    governor.setAllowance(scope, null);
    expect(due(), scope).not.toBeNull();
  }
  governor.setAllowance('watchlist', 0);
  expect(due()).not.toBeNull();
});
