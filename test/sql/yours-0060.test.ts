import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { yoursMigrations } from '../../electron/core/database/migrations/yours/index.ts';
import { ledgerMigrations } from '../../electron/core/database/migrations/ledger/index.ts';
import { migrate } from '../../electron/core/database/migrate.ts';
import { openDatabase } from '../../electron/core/database/open.ts';
import * as articles from '../../electron/core/database/queries/cache/panels/news-articles.ts';
import * as roles from '../../electron/core/database/queries/cache/panels/open-roles.ts';
import * as templates from '../../electron/core/database/queries/yours/templates.ts';
import * as facts from '../../electron/core/database/queries/cache/timeline.ts';
import * as requests from '../../electron/core/database/queries/ledger/timeline.ts';
import * as own from '../../electron/core/database/queries/yours/timeline.ts';
import { all, exec, type ReadDb, type WriteDb } from '../../electron/core/database/sql.ts';
import * as fixtures from '../support/app/library-fixtures.ts';
import { plansOf } from '../support/database/sql-tools.ts';

const fixtureOf = (version: number): string =>
  readFileSync(new URL(`fixtures/yours-${version}.sql`, import.meta.url), 'utf8');

describe('yours.db from version 50 to 60', () => {
  it('records each current status with the time when it was set', () => {
    const db = openDatabase(':memory:', { clock: fixtures.clock, log: fixtures.log });
    migrate(db, yoursMigrations.slice(0, 1));
    exec(db, fixtureOf(10));
    migrate(
      db,
      yoursMigrations.filter(({ id }) => id <= 30),
    );
    exec(db, fixtureOf(30));
    migrate(
      db,
      yoursMigrations.filter(({ id }) => id <= 50),
    );
    const statuses = all(
      db,
      "SELECT company_id, company_name, set_at_ms AS at_ms, 'status' AS what, status_id AS about FROM company_status",
    );
    expect(statuses).not.toEqual([]);
    migrate(db, yoursMigrations);
    expect(
      all(db, 'SELECT company_id, company_name, at_ms, what, about FROM own_act ORDER BY act_id'),
    ).toEqual(statuses);
  });
});

const after = { companyId: 'a', atMs: 8.64e15, key: '', limit: 20 };
const plans = (db: WriteDb, reads: Record<string, (db: ReadDb) => unknown>) =>
  Object.entries(reads).map(([name, read]) => ({ name, plan: plansOf(db, read) }));
/**
 * Matches scans of whole tables. A scan of a subquery is allowed, because the subquery contains the rows of
 * only one company.
 */
const SCANS = /^SCAN (?!\(subquery|CONSTANT ROW)/;

describe('a timeline reads the rows of one company by an index', () => {
  const ledger = openDatabase(':memory:', { clock: fixtures.clock, log: fixtures.log });
  migrate(ledger, ledgerMigrations);
  const cases = [
    ...plans(fixtures.memoryCache(), {
      roundsAfter: (on) => facts.roundsAfter(on, after),
      highlightsAfter: (on) => facts.highlightsAfter(on, after),
      articlesAfter: (on) => facts.articlesAfter(on, after),
      rolesSeen: (on) => facts.rolesSeen(on, after),
      rolesRemoved: (on) => facts.rolesRemoved(on, after),
      ownTimes: (on) => facts.ownTimes(on, after),
      countFacts: (on) => facts.countFacts(on, 'a'),
      addressOfArticle: (on) => articles.addressOfArticle(on, 'a', 'b'),
      addressOfRole: (on) => roles.addressOfRole(on, 'a', 'b'),
    }),
    ...plans(ledger, {
      callsBelow: (on) => requests.callsBelow(on, after),
      countCalls: (on) => requests.countCalls(on, 'a'),
    }),
    ...plans(fixtures.memoryYours(), {
      notesWritten: (on) => own.notesWritten(on, after),
      tagsSet: (on) => own.tagsSet(on, after),
      listsJoined: (on) => own.listsJoined(on, after),
      tasksAfter: (on) => own.tasksAfter(on, after),
      contactEntriesAfter: (on) => own.contactEntriesAfter(on, after),
      userActionsAfter: (on) => own.userActionsAfter(on, after),
      countOwn: (on) => own.countOwn(on, 'a'),
      templateById: (on) => templates.templateById(on, 1),
      templateNamed: (on) => templates.templateNamed(on, 'a'),
    }),
  ];
  it.each(cases)('$name', ({ plan }) => {
    expect(plan.length).toBeGreaterThan(0);
    expect(plan.filter((line) => SCANS.test(line))).toEqual([]);
  });
});
