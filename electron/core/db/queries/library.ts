import { all, text, type ReadDb } from '../sql.ts';

/** Those of `ids` that the cache does not hold. */
export function missingCompanies(db: ReadDb, ids: readonly string[]): string[] {
  return all(
    db,
    `SELECT wanted.value AS company_id FROM json_each(:ids) AS wanted
     WHERE NOT EXISTS (SELECT 1 FROM company WHERE company.company_id = wanted.value)`,
    { ids: JSON.stringify(ids) },
  ).map((row) => text(row, 'company_id'));
}

/** Those of `ids` that people are kept of. */
export function companiesWithPeopleAmong(db: ReadDb, ids: readonly string[]): string[] {
  return all(
    db,
    `SELECT wanted.value AS company_id FROM json_each(:ids) AS wanted
     WHERE EXISTS (SELECT 1 FROM contact WHERE contact.company_id = wanted.value)`,
    { ids: JSON.stringify(ids) },
  ).map((row) => text(row, 'company_id'));
}
