import type { LedgerWord } from '../../../shared/model/budget.ts';
import { companyNamesOf } from '../database/queries/cache/companies.ts';
import { requestedCompanies, type ResolvedWord } from '../database/queries/ledger/entry-pages.ts';
import type { ReadDb } from '../database/sql.ts';
import { fold } from '../../../shared/fold-diacritics.ts';

/**
 * Extends each search word with the ids of the companies whose names contain it, because the ledger stores no
 * names. Case and diacritics are ignored. A company whose name was deleted can still be found by its id.
 */
export function resolveWords(
  { cache, ledger }: { readonly cache: ReadDb; readonly ledger: ReadDb },
  words: readonly LedgerWord[],
): ResolvedWord[] {
  if (words.length === 0) return [];
  const ids = requestedCompanies(ledger);
  const names = companyNamesOf(cache, ids);
  const folded = ids.map((id) => ({ id, name: fold(names.get(id) ?? '') }));
  return words.map((word) => {
    const wanted = fold(word.text);
    const matches = folded.filter(({ id, name }) => name.includes(wanted) || id === word.text);
    return { ...word, companyIds: matches.map(({ id }) => id) };
  });
}
