import { describe, expect, it } from 'vitest';
import { ledgerMigrations } from '../../../electron/core/database/migrations/ledger/index.ts';
import { migrate } from '../../../electron/core/database/migrate.ts';
import { openDatabase } from '../../../electron/core/database/open.ts';
import { recordsByRule } from '../../../electron/core/database/queries/ledger/day-plans.ts';
import { createPlans } from '../../../electron/core/jobs/approved-plans.ts';
import * as fixtures from '../../support/app/library-fixtures.ts';
import { contactsCallOf, CONTACTS_COST } from './plan-calls.ts';

/* The records that a rule has used on a UTC day. */

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 4, 14, 12);
const TODAY = Math.floor((NOON + DAY) / DAY) * DAY;

function opened() {
  const ledger = openDatabase(':memory:', { clock: fixtures.clock, log: fixtures.log });
  migrate(ledger, ledgerMigrations);
  const plans = createPlans({ cache: fixtures.memoryCache(), yours: fixtures.memoryYours(), ledger });
  const used = () => recordsByRule(ledger, { sinceMs: TODAY, keys: 'contacts/*' });
  const makeAll = (atMs: number, spent = CONTACTS_COST): void => {
    for (let step = plans.next(); step !== null; step = plans.next())
      plans.end(step, { step: 'done', spent }, atMs);
  };
  return { plans, used, makeAll };
}

describe('the records that a rule took today', () => {
  it('count by when they were taken, also where the run began yesterday', () => {
    const { plans, used, makeAll } = opened();
    plans.start(['a', 'b'].map(contactsCallOf), 'rule', NOON);
    makeAll(NOON + DAY);
    expect(used()).toBe(18);
  });

  it('count at their worst while they are open, whenever that was approved', () => {
    const { plans, used } = opened();
    plans.start(['a', 'b'].map(contactsCallOf), 'rule', NOON);
    const next = plans.next();
    if (next !== null) plans.begin(next, '/companies/a/contacts');
    expect(used()).toBe(18);
  });

  it('are not those of yesterday, of another kind of call or of the seller’s own plan', () => {
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

  it('are still counted after as many runs as are kept to look at', () => {
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
