import { expect, it } from 'vitest';
import { cacheMigrations } from '../../electron/core/database/migrations/cache/index.ts';
import { migrate } from '../../electron/core/database/migrate.ts';
import { openDatabase } from '../../electron/core/database/open.ts';
import { companiesWithSameHost } from '../../electron/core/database/queries/cache/companies.ts';
import { techStackFacts } from '../../electron/core/database/queries/cache/panels/technologies.ts';
import { exec } from '../../electron/core/database/sql.ts';
import { reparseRows } from '../../electron/core/library/reparse-raw-rows.ts';
import { clock, log } from '../support/app/library-fixtures.ts';
import { plansOf } from '../support/database/sql-tools.ts';

it('fills the new columns of cache.db from stored raw rows, without a request', async () => {
  const db = openDatabase(':memory:', { clock, log });
  migrate(
    db,
    cacheMigrations.filter(({ id }) => id < 130),
  );
  const raw = (id: string): string =>
    JSON.stringify({ id, companyName: id, website: 'https://www.acme.example' });
  const stack = JSON.stringify({
    domain: 'acme.example',
    categories: ['CRM'],
    technologies: [{ name: 'Go' }],
  });
  exec(
    db,
    `INSERT INTO company (company_id, name_folded, source, fetched_at_ms, first_seen_at_ms, website, field_claims)
       VALUES ('a', '', 'company', 1, 1, 'https://www.acme.example', '{}'), ('b', '', 'company', 1, 1, NULL, '{}');
     INSERT INTO company_source (company_id, source, fetched_at_ms, raw)
       VALUES ('a', 'company', 1, '${raw('a')}'), ('b', 'company', 1, '${raw('b')}'),
         ('a', 'tech-stack', 1, '${stack}')`,
  );
  migrate(db, cacheMigrations);
  expect(companiesWithSameHost(db, 'a', 9)).toEqual([]);
  expect(await reparseRows(db, { pause: () => Promise.resolve() })).toBe(true);
  expect(companiesWithSameHost(db, 'a', 9)).toEqual([{ companyId: 'b', name: 'b' }]);
  expect(techStackFacts(db, 'a')).toEqual({ domain: 'acme.example', categories: ['CRM'] });
  const plan = plansOf(db, (on) => companiesWithSameHost(on, 'a', 9)).join('\n');
  expect(plan).toMatch(/company_by_website_host/);
  expect(plan).not.toMatch(/SCAN/);
});
