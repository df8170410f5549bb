import { describe, expect, it } from 'vitest';
import * as triage from '../../electron/core/database/queries/yours/triage.ts';
import type { ReadDb } from '../../electron/core/database/sql.ts';
import { memoryYours } from '../support/app/library-fixtures.ts';
import { plansOf } from '../support/database/sql-tools.ts';

const page = { offset: 0, limit: 50 };
const reads: Record<string, (db: ReadDb) => unknown> = {
  triageOf: (on) => triage.triageOf(on, ['a']),
  snoozedCompanies: (on) => triage.snoozedCompanies(on, { ...page, nowMs: 1 }),
  doneCompanies: (on) => triage.doneCompanies(on, page),
  countSnoozed: (on) => triage.countSnoozed(on, 1),
  countDone: (on) => triage.countDone(on),
};

describe('what is put away is read by an index, in its order', () => {
  const db = memoryYours();
  it.each(Object.entries(reads))('%s', (_name, read) => {
    const plan = plansOf(db, read);
    expect(plan.length).toBeGreaterThan(0);
    // The index of done companies holds only requested rows, so reading all of it is fine.
    expect(
      plan.filter((line) => /^SCAN (?!wanted|triage USING (?:COVERING )?INDEX triage_done)/.test(line)),
    ).toEqual([]);
    expect(plan.filter((line) => line.includes('TEMP B-TREE'))).toEqual([]);
  });

  it('what the local search reads is all of it; what was done since a moment goes by an index where there is one', () => {
    expect(plansOf(db, (on) => triage.allTriage(on)).join()).toMatch(/^SCAN triage/);
    const plan = plansOf(db, (on) => triage.countActsSince(on, 1));
    // User data that is read once at the end of a list; an index would cost more than it saves.
    expect(
      plan.filter((line) => line.startsWith('SCAN') && !/CONSTANT ROW/.test(line)).length,
    ).toBeLessThanOrEqual(4);
  });
});
