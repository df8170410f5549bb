import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodePage } from '../../../electron/core/service-api/decoders/list-page.ts';
import { first } from '../../../electron/core/database/migrations/cache/0010-first.ts';
import { cacheMigrations } from '../../../electron/core/database/migrations/cache/index.ts';
import { migrate } from '../../../electron/core/database/migrate.ts';
import { openDatabase } from '../../../electron/core/database/open.ts';
import {
  normalisedVersion,
  putNormalisedVersion,
} from '../../../electron/core/database/queries/cache/service-state.ts';
import { all, close, exec, run, type WriteDb } from '../../../electron/core/database/sql.ts';
import { companyView } from '../../../electron/core/library/company-view.ts';
import { panelsView } from '../../../electron/core/library/panels-view.ts';
import { peopleOf } from '../../../electron/core/contacts/contact-view.ts';
import {
  NORMALISER_VERSION,
  reparseContacts,
  reparseRows,
} from '../../../electron/core/library/reparse-raw-rows.ts';
import { rolesView } from '../../../electron/core/library/open-roles-view.ts';
import type { ContactKeyState } from '../../../electron/core/contacts/contact-encryption.ts';
import {
  clock,
  companiesQuery,
  fundingsQuery,
  log,
  memoryYours,
  loadContactKey,
} from '../../support/app/library-fixtures.ts';
import { must, storeEverything } from '../../support/app/every-response.ts';
import { storePage } from '../../support/app/store-without-key.ts';

const T0 = Date.UTC(2026, 5, 10, 8);
const seal = loadContactKey();
const locked: ContactKeyState = { mode: 'locked' };
const pause = (): Promise<void> => Promise.resolve();
const yours = memoryYours();
const allRoles = { department: null, seniority: null, search: '', offset: 0, limit: 50 };
const shown = (db: WriteDb, id = 'c-1') => ({
  company: companyView(db, yours, id, T0),
  panels: panelsView(db, id),
  roles: rolesView(db, id, allRoles),
});

let folder = '';
let db: WriteDb;
const open = (): WriteDb => {
  const opened = openDatabase(join(folder, 'cache.db'), { clock, log });
  migrate(opened, cacheMigrations);
  return opened;
};
/** Closes the file and opens it again, with the version numbers of an older version of the app. */
const reopenAsOlderVersion = (): void => {
  putNormalisedVersion(db, 'rows', NORMALISER_VERSION - 1);
  putNormalisedVersion(db, 'people', NORMALISER_VERSION - 1);
  close(db);
  db = open();
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'roundwatch-again-'));
  db = open();
});
afterEach(() => {
  close(db);
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Imitates rows stored by an older decoder that did not support these fields: empties all columns that
 * decoders fill.
 */
function clearDecodedColumns(): void {
  for (const sql of [
    'UPDATE company SET name = NULL, country_code = NULL, description = NULL, website = NULL',
    'UPDATE company SET total_contacts = NULL, total_rounds = NULL, stage = NULL, announced_on = NULL',
    'DELETE FROM company_industry',
    'UPDATE round SET stage = NULL, amount_text = NULL, amount_usd = NULL, amount_currency = NULL',
    'DELETE FROM round_investor',
    'DELETE FROM company_technology',
    'UPDATE technology SET description = NULL',
    "UPDATE highlight SET created_at_ms = NULL, source = ''",
    "UPDATE news_article SET title = '', url = NULL, round_id = NULL, created_at_ms = NULL",
    'UPDATE open_role SET title = NULL, department = NULL, seniority = NULL',
  ])
    run(db, sql);
}

describe('reparsing raw rows', () => {
  it.each(['c-1', 'c-2', 'c-9'])(
    'restores the fields of %s that an older decoder did not read',
    async (id) => {
      storeEverything(db, seal);
      const before = shown(db, id);
      clearDecodedColumns();
      expect(shown(db, id)).not.toEqual(before);
      reopenAsOlderVersion();
      expect(await reparseRows(db, { pause })).toBe(true);
      expect(shown(db, id)).toEqual(before);
    },
  );

  it('changes nothing if nothing was lost, however often', async () => {
    storeEverything(db, seal);
    const everything = () =>
      [
        'company',
        'company_source',
        'round',
        'round_source',
        'round_investor',
        'technology',
        'company_technology',
      ]
        .concat(['highlight', 'news_article', 'open_role', 'role_walk', 'company_panel', 'contacts_state'])
        .map((table) => all(db, `SELECT * FROM ${table}`));
    const before = everything();
    for (let time = 1; time <= 2; time += 1) {
      putNormalisedVersion(db, 'rows', 0);
      expect(await reparseRows(db, { pause })).toBe(true);
    }
    expect(everything()).toEqual(before);
  });

  it('runs once for each version', async () => {
    storeEverything(db, seal);
    expect(await reparseRows(db, { pause })).toBe(true);
    expect(await reparseRows(db, { pause })).toBe(false);
    run(db, 'UPDATE company SET name = NULL');
    putNormalisedVersion(db, 'rows', NORMALISER_VERSION - 1);
    expect(await reparseRows(db, { pause })).toBe(true);
    expect(shown(db).company?.row.name).toBe('Acme');
  });

  it('does not replace a newer response of another source', async () => {
    storeEverything(db, seal);
    const later = { id: 'r-1', company: { id: 'c-1', name: 'Acme Group' } };
    storePage(db, {
      endpoint: 'fundings',
      query: fundingsQuery(),
      page: must(decodePage('fundings', { data: [later] }, 0)),
      fetchedAtMs: T0 + 50,
    });
    reopenAsOlderVersion();
    await reparseRows(db, { pause });
    expect(shown(db).company).toMatchObject({ row: { name: 'Acme Group' }, description: 'Robots' });
  });

  it('leaves the file consistent after a crash, and starts again the next time', async () => {
    const rows = Array.from({ length: 350 }, (_, index) => ({
      id: `r-${index}`,
      stage: 'Seed',
      company: { id: `c-${index}`, name: `Company ${index}` },
    }));
    const page = must(decodePage('fundings', { data: rows }, 0));
    storePage(db, { endpoint: 'fundings', query: fundingsQuery(), page, fetchedAtMs: T0 });
    run(db, 'UPDATE company SET name = NULL');
    reopenAsOlderVersion();
    let pauses = 0;
    const crash = (): Promise<void> => {
      pauses += 1;
      return pauses < 2 ? Promise.resolve() : Promise.reject(new Error('crash'));
    };
    await expect(reparseRows(db, { pause: crash })).rejects.toThrow('crash');
    const named = () => all(db, 'SELECT 1 FROM company WHERE name IS NOT NULL').length;
    expect(named()).toBe(200);
    close(db);
    db = open();
    expect(normalisedVersion(db, 'rows')).toBe(NORMALISER_VERSION - 1);
    await reparseRows(db, { pause });
    expect(named()).toBe(350);
    expect(normalisedVersion(db, 'rows')).toBe(NORMALISER_VERSION);
  });

  it('moves a round to a date that could not be decoded before, without a duplicate', async () => {
    const item = { id: 'c-2', companyName: 'Bora', stage: 'Seed', fundingAnnounceDate: '2026-06-01' };
    const page = must(decodePage('companies', { data: [item] }, 0));
    const undated = page.rows.map((row) => ({ ...row, round: { ...row.round, announcedOn: null } }));
    storePage(db, {
      endpoint: 'companies',
      query: companiesQuery(),
      page: { ...page, rows: undated },
      fetchedAtMs: T0,
    });
    expect(all(db, 'SELECT round_id FROM round')).toEqual([{ round_id: 'list::seed' }]);
    reopenAsOlderVersion();
    await reparseRows(db, { pause });
    expect(all(db, 'SELECT round_id, announced_on FROM round')).toEqual([
      { round_id: 'list:2026-06-01:seed', announced_on: '2026-06-01' },
    ]);
    expect(all(db, 'SELECT round_id FROM round_source')).toEqual([{ round_id: 'list:2026-06-01:seed' }]);
    expect(all(db, 'SELECT round_id FROM query_set_row')).toEqual([{ round_id: 'list:2026-06-01:seed' }]);
  });

  it('leaves rows unchanged that cannot be decoded any more', async () => {
    storeEverything(db, seal);
    const before = shown(db);
    for (const raw of ['null', '7', '{"success":false}', '['.repeat(200)]) {
      run(db, 'UPDATE company_source SET raw = :raw', { raw });
      run(db, 'UPDATE round_source SET raw = :raw', { raw });
      run(db, 'UPDATE open_role SET raw = :raw', { raw });
      reopenAsOlderVersion();
      expect(await reparseRows(db, { pause })).toBe(true);
    }
    expect(shown(db)).toEqual(before);
  });

  it('reads the raw rows of file version 10 with today’s decoders', async () => {
    close(db);
    rmSync(join(folder, 'cache.db'));
    const old = openDatabase(join(folder, 'cache.db'), { clock, log });
    migrate(old, [first]);
    exec(old, readFileSync(new URL('../../sql/fixtures/cache-10.sql', import.meta.url), 'utf8'));
    close(old);
    db = open();
    const before = shown(db);
    expect(await reparseRows(db, { pause })).toBe(true);
    expect(await reparseContacts(db, seal, { pause })).toBe(true);
    expect(shown(db)).toEqual(before);
    expect(peopleOf(db, seal, 'c-1', T0).people).toMatchObject([{ email: 'jane@example.com' }]);
  });
});

describe('reparsing encrypted raw rows', () => {
  const lose = (): void => {
    run(db, 'UPDATE contact SET title = NULL, email = NULL, email_valid = 0');
    reopenAsOlderVersion();
  };

  it('waits for the contact key, then restores the lost data', async () => {
    storeEverything(db, seal);
    const before = peopleOf(db, seal, 'c-1', T0);
    lose();
    expect(await reparseContacts(db, locked, { pause })).toBe(false);
    expect(await reparseRows(db, { pause })).toBe(true);
    expect(peopleOf(db, seal, 'c-1', T0).people).toMatchObject([{ title: null, email: null }]);
    expect(await reparseContacts(db, seal, { pause })).toBe(true);
    expect(peopleOf(db, seal, 'c-1', T0)).toEqual(before);
    expect(await reparseContacts(db, seal, { pause })).toBe(false);
  });

  it('does nothing with another key, and is tried again with the right one', async () => {
    storeEverything(db, seal);
    lose();
    expect(await reparseContacts(db, loadContactKey(Buffer.alloc(32, 9)), { pause })).toBe(false);
    expect(await reparseContacts(db, seal, { pause })).toBe(true);
    expect(peopleOf(db, seal, 'c-1', T0).people).toMatchObject([{ email: 'jane@example.com' }]);
  });

  it('reads the other rows if one was tampered with', async () => {
    storeEverything(db, seal);
    lose();
    run(db, "UPDATE company_source SET personal = X'0102' WHERE source = 'company'");
    expect(await reparseContacts(db, seal, { pause })).toBe(true);
    expect(peopleOf(db, seal, 'c-1', T0).people).toMatchObject([{ email: 'jane@example.com' }]);
  });
});
