import type { Stamp } from '../../../../../shared/model/company.ts';
import { all, num, type ReadDb } from '../../sql.ts';
import { stampOf } from '../columns.ts';

export const companyStamps = (cache: ReadDb, companyId: string): Stamp[] =>
  all(
    cache,
    'SELECT source, fetched_at_ms FROM company_source WHERE company_id = :companyId ORDER BY fetched_at_ms DESC',
    { companyId },
  ).map(stampOf);

/**
 * Returns the responses that last returned a company's stored contacts, newest first, each with its number of
 * contacts.
 */
export const contactStamps = (
  cache: ReadDb,
  companyId: string,
  limit: number,
): (Stamp & { people: number })[] =>
  all(
    cache,
    `SELECT source, fetched_at_ms, count(*) AS n FROM contact WHERE company_id = :companyId
     GROUP BY source, fetched_at_ms ORDER BY fetched_at_ms DESC LIMIT :limit`,
    { companyId, limit },
  ).map((row) => ({ ...stampOf(row), people: num(row, 'n') }));
