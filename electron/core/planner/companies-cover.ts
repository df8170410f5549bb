import type { CompaniesQuery } from '../../../shared/model/query.ts';
import { buildCompaniesQuery } from '../api/query.ts';
import { toldCompanies, wholeSets, type StoredSet } from '../db/queries/query-sets.ts';
import type { ReadDb } from '../db/sql.ts';
import type { FilterValues } from '../library/filter-values.ts';
import { questionOfSet } from '../library/stored-query.ts';
import { newestFirst, type Cover, type CoverRow } from './cover.ts';
import { daysOf } from './days.ts';
import { SETS_MAX } from './kept-answers.ts';
import { parseTold } from './told.ts';

/*
 * What kept answers of `/companies` answer. A row is a company, and which of its rounds it shows is not told [§4.2]: one that
 * shows a later date or another stage may have an earlier round that fits as well. So only what is asked of the company itself
 * and stands in its row can be decided here, and that is its country; everything else must have been asked alike.
 */

/** The newest whole answer that tells all of a question about companies; no days where there is none. */
export function coverCompanies(db: ReadDb, asked: CompaniesQuery, listed: FilterValues | null): Cover {
  const range = daysOf(asked);
  const rest = besidesCountries(asked);
  for (const set of wholeSets(db, 'companies', SETS_MAX)) {
    const kept = questionOfSet(set);
    if (kept?.list !== 'companies' || besidesCountries(kept.query) !== rest) continue;
    const rows = rowsFor(db, set, { kept: kept.query.countries, asked: asked.countries, listed });
    if (rows === null) continue;
    const days = new Map<number, number>();
    for (let day = range.from; day <= range.to; day += 1) days.set(day, set.fetchedAtMs);
    return { asked: range, days, rows: rows.toSorted(newestFirst) };
  }
  return { asked: range, days: new Map(), rows: [] };
}

interface Countries {
  readonly kept: readonly string[];
  readonly asked: readonly string[];
  readonly listed: FilterValues | null;
}

/** The rows of an answer that differs in nothing but its countries; null: it does not tell all that is asked. */
function rowsFor(db: ReadDb, set: StoredSet, { kept, asked, listed }: Countries): CoverRow[] | null {
  const isAlike = sorted(kept) === sorted(asked);
  if (!isAlike && !isNarrower(kept, asked)) return null;
  const told = toldCompanies(db, set.setId).map(({ told: json, ...row }) => {
    const facts = parseTold(json);
    return {
      ...{ ...row, on: facts?.on ?? null, fetchedAtMs: set.fetchedAtMs },
      country: facts?.country ?? null,
    };
  });
  if (isAlike) return told.map(({ country: _country, ...row }) => row);
  const shown = told.flatMap(({ country }) => country ?? []);
  const known = knownCountries(listed, shown);
  if (shown.length < told.length || !asked.every((country) => known.has(country))) return null;
  return told.flatMap(({ country, ...row }) => (asked.includes(country ?? '') ? [row] : []));
}

/** The call as it is sent, but for its page and its countries: equal text asks the same. */
const besidesCountries = (query: CompaniesQuery): string =>
  buildCompaniesQuery({ ...query, countries: [], limit: 1, offset: 0 }).search;

const sorted = (values: readonly string[]): string => [...new Set(values)].sort().join(' ');
const isNarrower = (kept: readonly string[], asked: readonly string[]): boolean =>
  asked.length > 0 && (kept.length === 0 || asked.every((country) => kept.includes(country)));

/** What `/filters` listed and rows showed: a country that the service may not know it may ignore [§7]. */
const knownCountries = (listed: FilterValues | null, shown: readonly string[]): ReadonlySet<string> =>
  new Set([...(listed?.countries ?? []), ...shown]);
