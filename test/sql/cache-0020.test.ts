import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { first } from '../../electron/core/database/migrations/cache/0010-first.ts';
import { cacheMigrations } from '../../electron/core/database/migrations/cache/index.ts';
import { migrate } from '../../electron/core/database/migrate.ts';
import { openDatabase } from '../../electron/core/database/open.ts';
import { all, close, exec, type WriteDb } from '../../electron/core/database/sql.ts';
import { companyView } from '../../electron/core/library/company-view.ts';
import { panelsView } from '../../electron/core/library/panels-view.ts';
import { peopleOf } from '../../electron/core/contacts/contact-view.ts';
import { companyViewSchema, panelsSchema } from '../../shared/model/company.ts';
import { clock, log, memoryCache, memoryYours, loadContactKey } from '../support/app/library-fixtures.ts';
import { schemaOf } from '../support/database/sql-tools.ts';

const T0 = Date.UTC(2026, 5, 10, 8);
const version10 = readFileSync(new URL('fixtures/cache-10.sql', import.meta.url), 'utf8');
let folder = '';
let db: WriteDb;
const rows = (sql: string) => all(db, sql);

/**
 * Writes a cache of version 10, and opens it again without migrating it. Each test then runs the migration
 * itself.
 */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'roundwatch-0020-'));
  const file = join(folder, 'cache.db');
  const old = openDatabase(file, { clock, log });
  migrate(old, [first]);
  exec(old, version10);
  close(old);
  db = openDatabase(file, { clock, log });
});
afterEach(() => {
  close(db);
  rmSync(folder, { recursive: true, force: true });
});

describe('cache.db from version 10 to 20', () => {
  it('preserves every raw row with its source', () => {
    const before = {
      companies: rows(
        'SELECT company_id, source, fetched_at_ms, raw, personal FROM company_source ORDER BY 1, 2',
      ),
      rounds: rows('SELECT raw FROM round WHERE raw IS NOT NULL ORDER BY company_id, round_id'),
    };
    migrate(db, cacheMigrations);
    expect(
      rows('SELECT company_id, source, fetched_at_ms, raw, personal FROM company_source ORDER BY 1, 2'),
    ).toEqual(before.companies);
    expect(rows('SELECT raw FROM round_source ORDER BY company_id, round_id')).toEqual(before.rounds);
    expect(
      rows('SELECT company_id, round_id, source, fetched_at_ms FROM round_source ORDER BY 1, 2'),
    ).toEqual([
      // Version 10 had overwritten this row's fetch time when it stored the company's details. The migration
      // therefore uses the time at which the company was first seen.
      { company_id: 'c-1', round_id: 'r-1', source: 'companies', fetched_at_ms: T0 },
      { company_id: 'c-2', round_id: 'r-2', source: 'fundings', fetched_at_ms: T0 },
      { company_id: 'c-3', round_id: 'list:2026-05-20:debt', source: 'companies', fetched_at_ms: T0 + 1_000 },
    ]);
  });

  it('has the schema of a new file', () => {
    migrate(db, cacheMigrations);
    expect(schemaOf(db)).toBe(schemaOf(memoryCache()));
    expect(rows('PRAGMA foreign_key_check')).toEqual([]);
    expect(rows('PRAGMA quick_check')).toEqual([{ quick_check: 'ok' }]);
  });

  it('shows the same data, and marks panels as summaries', () => {
    migrate(db, cacheMigrations);
    expect(companyViewSchema.parse(companyView(db, memoryYours(), 'c-1', T0))).toMatchObject({
      description: 'Robots for warehouses',
      rounds: [{ roundId: 'r-1', amount: { text: '2500000', currency: 'EUR' } }, { roundId: 'r-0' }],
      raisedUsd: null,
      stamps: { profile: { fetchedAtMs: T0 + 2_000 }, allRounds: null },
    });
    expect(panelsSchema.parse(panelsView(db, 'c-1'))).toMatchObject({
      tech: { state: 'summary', stamp: { source: 'company', fetchedAtMs: T0 + 2_000 }, total: 2 },
      highlights: { state: 'summary', total: 2, highlights: [{ highlightId: 'h-1', createdAtMs: null }, {}] },
      news: { state: 'never-fetched' },
    });
    expect(panelsView(db, 'c-2').tech.state).toBe('never-fetched');
    expect(peopleOf(db, loadContactKey(), 'c-1', T0).people).toMatchObject([{ email: 'jane@example.com' }]);
  });

  it('matches rounds by day and stage if they had an id, and no others', () => {
    migrate(db, cacheMigrations);
    expect(rows('SELECT DISTINCT round_id FROM round_told ORDER BY 1')).toEqual([
      { round_id: 'r-0' },
      { round_id: 'r-1' },
      { round_id: 'r-2' },
    ]);
  });
});
