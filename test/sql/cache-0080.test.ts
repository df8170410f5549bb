import { describe, expect, it } from 'vitest';
import { cacheMigrations } from '../../electron/core/database/migrations/cache/index.ts';
import { migrate } from '../../electron/core/database/migrate.ts';
import { openDatabase } from '../../electron/core/database/open.ts';
import { investorsWithPrefix } from '../../electron/core/database/queries/cache/investors.ts';
import { answerEvents, newestAnswer } from '../../electron/core/database/queries/cache/library-answers.ts';
import { addInvestors } from '../../electron/core/database/queries/cache/rounds.ts';
import { all, exec, type WriteDb } from '../../electron/core/database/sql.ts';
import { clock, log, memoryCache } from '../support/app/library-fixtures.ts';
import { schemaOf } from '../support/database/sql-tools.ts';

/** Returns a cache of version 70 with the investors of three rounds and a library search. */
function oldCache(): WriteDb {
  const db = openDatabase(':memory:', { clock, log });
  migrate(
    db,
    cacheMigrations.filter(({ id }) => id <= 70),
  );
  exec(
    db,
    `INSERT INTO company (company_id, name, name_folded, source, fetched_at_ms, first_seen_at_ms, field_claims)
       VALUES ('c1', 'One', 'one', 'fundings', 1, 1, '{}');
     INSERT INTO round (company_id, round_id, derived_id, detail_level, stage_folded, source, fetched_at_ms, field_claims)
       VALUES ('c1', 'r1', 0, 'full', '', 'rounds', 1, '{}'), ('c1', 'r2', 0, 'full', '', 'rounds', 1, '{}');
     INSERT INTO round_investor (company_id, round_id, position, name, name_folded, role)
       VALUES ('c1', 'r1', 0, 'Alpha Seed Fund', 'alpha seed fund', 'lead'),
              ('c1', 'r1', 1, 'Northzone', 'northzone', 'participant'),
              ('c1', 'r2', 0, 'northzone', 'northzone', 'lead');
     INSERT INTO library_answer (query_key, query, page_limit, total, complete, as_of_ms, made_at_ms)
       VALUES ('k', '{}', 25, 1, 1, 5, 6);
     INSERT INTO library_answer_row (answer_id, position, company_id, round_id, known)
       VALUES (1, 0, 'c1', 'r1', 1);`,
  );
  return db;
}
const investorsFound = (db: WriteDb, typed: string) => investorsWithPrefix(db, typed, 50);

describe('cache.db from version 70 to 80', () => {
  it('has the schema of a new file', () => {
    const db = oldCache();
    migrate(db, cacheMigrations);
    expect(schemaOf(db)).toBe(schemaOf(memoryCache()));
    expect(all(db, 'PRAGMA foreign_key_check')).toEqual([]);
  });

  it('preserves answers from the library as answers for rounds', () => {
    const db = oldCache();
    migrate(db, cacheMigrations);
    expect(newestAnswer(db, 'fundings')).toMatchObject({ answerId: 1, endpoint: 'fundings', asOfMs: 5 });
    expect(newestAnswer(db, 'companies')).toBeNull();
    expect(answerEvents(db, { answerId: 1, offset: 0, limit: 5 })).toMatchObject([
      { companyId: 'c1', roundId: 'r1', known: true },
    ]);
  });

  it('finds stored investors like new ones', () => {
    const db = oldCache();
    migrate(db, cacheMigrations);
    expect(investorsFound(db, '')).toEqual({ names: ['Alpha Seed Fund', 'Northzone'], total: 2 });
    expect(investorsFound(db, 'seed')).toEqual({ names: ['Alpha Seed Fund'], total: 1 });
    addInvestors(db, [{ round: { companyId: 'c1', roundId: 'r2', fetchedAtMs: 1 }, investors: [] }]);
    const starts = (): unknown => all(db, 'SELECT start, name_folded FROM investor_start ORDER BY 1, 2');
    const before = starts();
    exec(db, "DELETE FROM round_investor WHERE round_id = 'r1'");
    expect(investorsFound(db, '').names).toEqual(['Northzone']);
    addInvestors(db, [
      {
        round: { companyId: 'c1', roundId: 'r1', fetchedAtMs: 1 },
        investors: [{ name: 'Alpha Seed Fund', nameFolded: 'alpha seed fund', role: 'lead' }],
      },
    ]);
    expect(starts()).toEqual(before);
  });

  it('deletes investors without a round', () => {
    const db = oldCache();
    migrate(db, cacheMigrations);
    exec(db, 'PRAGMA foreign_keys = ON');
    exec(db, "DELETE FROM company WHERE company_id = 'c1'");
    expect(all(db, 'SELECT * FROM investor')).toEqual([]);
    expect(all(db, 'SELECT * FROM investor_start')).toEqual([]);
  });
});
