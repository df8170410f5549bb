import { describe, expect, it } from 'vitest';
import { ledgerMigrations } from '../../../electron/core/database/migrations/ledger/index.ts';
import { migrate } from '../../../electron/core/database/migrate.ts';
import { openDatabase } from '../../../electron/core/database/open.ts';
import { recordsByRule } from '../../../electron/core/database/queries/ledger/jobs.ts';
import { createPlans } from '../../../electron/core/jobs/approved-plans.ts';
import { OPEN_STATES } from '../../../electron/core/jobs/job-states.ts';
import { beginJob, endJob, nextJob } from '../../../electron/core/jobs/job-store.ts';
import * as fixtures from '../../support/app/library-fixtures.ts';
import { contactsCallOf, CONTACTS_COST } from './plan-calls.ts';

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 4, 14, 12);
const TODAY = Math.floor((NOON + DAY) / DAY) * DAY;

function opened() {
  const ledger = openDatabase(':memory:', { clock: fixtures.clock, log: fixtures.log });
  migrate(ledger, ledgerMigrations);
  const plans = createPlans({ cache: fixtures.memoryCache(), yours: fixtures.memoryYours(), ledger });
  const used = () => recordsByRule(ledger, { sinceMs: TODAY, keys: 'contacts/*', open: OPEN_STATES });
  const begin = (): number | null => {
    const next = nextJob(ledger, 'plan', TODAY);
    if (next === null) return null;
    beginJob(ledger, next.jobId, '/companies/a/contacts');
    return next.jobId;
  };
  const makeAll = (atMs: number, spent = CONTACTS_COST): void => {
    for (let jobId = begin(); jobId !== null; jobId = begin())
      endJob(ledger, jobId, { state: 'done', spent }, atMs);
  };
  return { plans, used, begin, makeAll };
}

describe('records that a rule used today', () => {
  it('count on the day of the request, even if the run began the day before', () => {
    const { plans, used, makeAll } = opened();
    plans.start(['a', 'b'].map(contactsCallOf), 'rule', NOON);
    makeAll(NOON + DAY);
    expect(used()).toBe(18);
  });

  it('count their worst case while a request is open, whenever it was approved', () => {
    const { plans, used, begin } = opened();
    plans.start(['a', 'b'].map(contactsCallOf), 'rule', NOON);
    begin();
    expect(used()).toBe(18);
  });

  it('exclude yesterday, other kinds of requests and the user’s own plan', () => {
    const { plans, used, makeAll } = opened();
    plans.start([contactsCallOf('a')], 'rule', NOON);
    makeAll(NOON);
    plans.finish();
    plans.start([{ ...contactsCallOf('c'), key: 'catch-up/c' }], 'rule', NOON + DAY);
    makeAll(NOON + DAY);
    plans.finish();
    plans.start([contactsCallOf('b')], 'seller', NOON + DAY);
    makeAll(NOON + DAY);
    expect(used()).toBe(0);
  });

  it('are still counted after more runs than are stored for display', () => {
    const { plans, used, makeAll } = opened();
    plans.start([contactsCallOf('a')], 'rule', NOON + DAY);
    makeAll(NOON + DAY);
    const free = { ...CONTACTS_COST, records: 0 };
    for (let look = 0; look < 40; look += 1) {
      plans.finish();
      plans.start([{ ...contactsCallOf(`free${look}`), cost: free }], 'rule', NOON + DAY + look);
      makeAll(NOON + DAY + look, free);
    }
    expect(used()).toBe(9);
  });
});
