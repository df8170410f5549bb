import type { ResultRow } from '../../../../shared/model/company.ts';
import type { ResultSet } from '../../../../shared/model/search.ts';
import { search as strings } from '../strings.ts';

/**
 * Returns how many results match and how many are loaded. If some of the loaded rounds belong to the same
 * company, also returns the number of companies.
 */
export function headText(
  { question, total, loaded }: Pick<ResultSet, 'question' | 'total' | 'loaded'>,
  rows: readonly Pick<ResultRow, 'companyId'>[],
): string {
  const companies = new Set(rows.map(({ companyId }) => companyId)).size;
  return question.list === 'fundings' && companies < rows.length
    ? strings.headRounds(total, rows.length, companies)
    : strings.head(total, loaded);
}
