import type { FundingsQuery } from '../../../shared/model/query.ts';
import type { CoverRow } from '../search-coverage/coverage.ts';
import { rowFactsJson, type RowFacts } from '../search-coverage/row-facts.ts';
import type { DecodedListRow } from '../service-api/decoders/decoded-types.ts';
import { missingCompanies } from '../database/queries/cache/company-presence.ts';
import { companiesAlone } from '../database/queries/cache/library-answers.ts';
import { transaction, type WriteDb } from '../database/sql.ts';
import { storePageOfSet } from './query-sets.ts';

interface RecheckedSet {
  readonly query: FundingsQuery;
  /** The rounds of these days that were already stored before the recheck. */
  readonly stored: readonly (CoverRow & { readonly roundId: string; readonly facts: RowFacts })[];
  /** The rows that the recheck received. They are already in the library, but in no result set. */
  readonly found: readonly DecodedListRow[];
  readonly fetchedAtMs: number;
}

/**
 * Combines the stored rounds of the rechecked days with the newly found rounds. Stores them as one complete
 * result set, as if all of them had been fetched again.
 * @returns false, without storing anything, if one of the companies has been erased in the meantime
 */
export function storeRecheckedSet(db: WriteDb, { query, stored, found, fetchedAtMs }: RecheckedSet): boolean {
  const seen = new Set(stored.map(({ roundId }) => roundId));
  const added = found.flatMap((row) => {
    const { roundId } = row.round;
    if (roundId === null || seen.has(roundId)) return [];
    seen.add(roundId);
    return [{ companyId: row.company.companyId, roundId, factsJson: rowFactsJson(row) }];
  });
  return transaction(db, () => {
    const ids = [...new Set([...stored, ...added].map(({ companyId }) => companyId))];
    if (missingCompanies(db, ids).length > 0) return false;
    const fresh = new Set(companiesAlone(db, ids));
    const rows = [
      ...stored.map(({ companyId, roundId, facts }) => ({
        ...{ companyId, roundId, factsJson: JSON.stringify(facts) },
        wasKnown: true,
      })),
      ...added.map((row) => ({ ...row, wasKnown: !fresh.has(row.companyId) })),
    ];
    storePageOfSet(db, {
      question: { list: 'fundings', query },
      offset: 0,
      rows: rows.map((row) => ({ ...row, rowKey: `${row.roundId}/${row.companyId}` })),
      setAside: 0,
      total: rows.length,
      hasMore: false,
      fetchedAtMs: Math.round(fetchedAtMs),
    });
    return true;
  });
}
