import { describe, expect, it } from 'vitest';
import { cacheMigrations } from '../../../electron/core/database/migrations/cache/index.ts';
import { migrate } from '../../../electron/core/database/migrate.ts';
import { openDatabase } from '../../../electron/core/database/open.ts';
import * as rounds from '../../../electron/core/database/queries/cache/insight-rounds.ts';
import { all, exec, type ReadDb } from '../../../electron/core/database/sql.ts';
import { clock, log, memoryCache } from '../../support/app/library-fixtures.ts';
import { plansOf, schemaOf } from '../../support/database/sql-tools.ts';

const ROUND = `
  INSERT INTO company (company_id, name, name_folded, source, fetched_at_ms, first_seen_at_ms, field_claims)
    VALUES ('c1', 'One', 'one', 'fundings', 1, 1, '{}');
  INSERT INTO round (company_id, round_id, derived_id, detail_level, stage_folded, announced_on, source, fetched_at_ms, field_claims)
    VALUES ('c1', 'r1', 0, 'full', '', '2026-05-01', 'rounds', 1, '{}'), ('c1', 'r2', 0, 'full', '', NULL, 'rounds', 1, '{}');`;

describe('migration of cache.db to version 200', () => {
  it('keeps all rounds, finds the rounds of a period, and has the schema of a new file', () => {
    const db = openDatabase(':memory:', { clock, log });
    migrate(
      db,
      cacheMigrations.filter(({ id }) => id < 200),
    );
    exec(db, ROUND);
    migrate(db, cacheMigrations);
    expect(schemaOf(db)).toBe(schemaOf(memoryCache()));
    expect(all(db, 'SELECT round_id FROM round ORDER BY round_id')).toEqual([
      { round_id: 'r1' },
      { round_id: 'r2' },
    ]);
    const positions = rounds.roundPositions(db, '2026-01-01', rounds.BEFORE_ROUNDS, 9);
    expect(positions.map(({ announcedOn }) => announcedOn)).toEqual(['2026-05-01']);
    const rowIds = positions.map(({ rowId }) => rowId);
    expect(rounds.insightRounds(db, rowIds, '2026-03-01').map(({ announcedOn }) => announcedOn)).toEqual([
      '2026-05-01',
    ]);
  });
});

describe('reads of Insights use an index', () => {
  const cache = memoryCache();
  const all50 = { from: '2026-01-01', to: '2026-02-01', stagesFolded: ['seed'], currency: 'EUR' };
  const selection = { ...all50, minAmount: 1, maxAmount: 2, investorsFolded: ['alder'] };
  const reads: Record<string, (db: ReadDb) => unknown> = {
    roundPositions: (on) => rounds.roundPositions(on, '2026-01-01', rounds.BEFORE_ROUNDS, 5),
    insightRounds: (on) => rounds.insightRounds(on, [1, 2], '2026-03-01'),
    companiesOfRounds: (on) => rounds.companiesOfRounds(on, selection, rounds.BEFORE_ROUNDS, 5),
    companiesOfRoles: (on) =>
      rounds.companiesOfRoles(on, { departments: ['sales'], fetchedSinceMs: 1 }, 0, 5),
    companiesWithRolesAfter: (on) => rounds.companiesWithRolesAfter(on, 'a', 5),
    companyNamesAmong: (on) => rounds.companyNamesAmong(on, ['a']),
  };
  it.each(Object.entries(reads))('%s', (_name, read) => {
    const plans = plansOf(cache, read);
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.filter((line) => /^SCAN (?!wanted|json_each)|TEMP B-TREE/.test(line))).toEqual([]);
  });
});
