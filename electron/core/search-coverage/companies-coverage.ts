import type { CompaniesQuery } from '../../../shared/model/query.ts';
import { buildCompaniesQuery } from '../service-api/build-query.ts';
import { receivedCompanies, completeSets, type StoredSet } from '../database/queries/cache/query-sets.ts';
import type { ReadDb } from '../database/sql.ts';
import type { FilterValues } from './filter-values.ts';
import { questionOfSet } from './query-key.ts';
import { newestFirst, type Cover, type CoverRow } from './coverage.ts';
import { daysOf } from './calendar-days.ts';
import { SETS_MAX } from './stored-results.ts';
import { parseRowFacts } from './row-facts.ts';

/*
 * Answers a search for companies from stored `/companies` results (ADR 12). A row contains only one round of
 * its company, but the company may match because of a different round (spec §4.2). The country is therefore
 * the only filter that can be checked in a row. All other filters must be the same in the search and in the
 * stored query.
 */

/** Returns a `Cover` from the newest result set that answers the whole query, or a `Cover` without days. */
export function coverCompanies(db: ReadDb, requested: CompaniesQuery, listed: FilterValues | null): Cover {
  const range = daysOf(requested);
  const rest = besidesCountries(requested);
  for (const set of completeSets(db, 'companies', SETS_MAX)) {
    const stored = questionOfSet(set);
    if (stored?.list !== 'companies' || besidesCountries(stored.query) !== rest) continue;
    const rows = rowsFor(db, set, { stored: stored.query.countries, requested: requested.countries, listed });
    if (rows === null) continue;
    const days = new Map<number, number>();
    for (let day = range.from; day <= range.to; day += 1) days.set(day, set.fetchedAtMs);
    return { requested: range, days, rows: rows.toSorted(newestFirst) };
  }
  return { requested: range, days: new Map(), rows: [] };
}

interface Countries {
  readonly stored: readonly string[];
  readonly requested: readonly string[];
  readonly listed: FilterValues | null;
}

/**
 * Returns the rows of a result set that are in the requested countries. Null if such rows may be missing: the
 * stored query did not include all of these countries, a row has no country, or the service may not know one
 * of the countries.
 */
function rowsFor(db: ReadDb, set: StoredSet, { stored, requested, listed }: Countries): CoverRow[] | null {
  const isAlike = sorted(stored) === sorted(requested);
  if (!isAlike && !isNarrower(stored, requested)) return null;
  const received = receivedCompanies(db, set.setId).map(({ factsJson: json, ...row }) => {
    const facts = parseRowFacts(json);
    return {
      ...row,
      on: facts?.on ?? null,
      fetchedAtMs: set.fetchedAtMs,
      country: facts?.country ?? null,
    };
  });
  if (isAlike) return received.map(({ country: _country, ...row }) => row);
  const shown = received.flatMap(({ country }) => country ?? []);
  const known = knownCountries(listed, shown);
  if (shown.length < received.length || !requested.every((country) => known.has(country))) return null;
  return received.flatMap(({ country, ...row }) => (requested.includes(country ?? '') ? [row] : []));
}

/** Returns a string that is equal for queries that differ only in their page or their countries. */
const besidesCountries = (query: CompaniesQuery): string =>
  buildCompaniesQuery({ ...query, countries: [], limit: 1, offset: 0 }).search;

const sorted = (values: readonly string[]): string => [...new Set(values)].sort().join(' ');
const isNarrower = (stored: readonly string[], requested: readonly string[]): boolean =>
  requested.length > 0 && (stored.length === 0 || requested.every((country) => stored.includes(country)));

/**
 * Returns the countries that `/filters` lists or that occur in rows. The service may ignore any other country
 * in a query (spec §7).
 */
const knownCountries = (listed: FilterValues | null, shown: readonly string[]): ReadonlySet<string> =>
  new Set([...(listed?.countries ?? []), ...shown]);
