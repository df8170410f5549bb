import type { SavedQuery } from '../../../../shared/model/saved-search.ts';
import { questionAt } from '../../../../shared/search-date-ranges.ts';
import { callOf } from '../../../../shared/list-query.ts';
import type { ListQuery } from '../../../../shared/model/query.ts';
import { AppFailure } from '../../../../shared/app-failure.ts';
import { buildCompaniesQuery, buildFundingsQuery } from '../../service-api/build-query.ts';
import { dayOf } from '../insights/insight-period.ts';

/*
 * Finds the saved search to which a list request belongs, by its filters. If several saved searches have the
 * same filters, the request must also have the dates of the search. If the search has a relative date range,
 * the request must cover at most as many days as that range.
 */

export interface NamedSearch {
  readonly searchId: number;
  readonly search: SavedQuery;
}

interface Candidate {
  readonly searchId: number;
  /** Number of days of a relative range; null if the search has fixed dates. */
  readonly days: number | null;
  readonly start: string;
  readonly end: string;
}

interface ParsedCall {
  /** The path, and all parameters except the dates and the page. */
  readonly filters: string;
  readonly start: string;
  readonly end: string;
}

function parseCall(call: string): ParsedCall {
  const [path = '', search = ''] = call.split('?', 2);
  const params = new URLSearchParams(search);
  const [start, end] = [params.get('funding_date_start') ?? '', params.get('funding_date_end') ?? ''];
  for (const name of ['funding_date_start', 'funding_date_end', 'limit', 'offset']) params.delete(name);
  return { filters: `${path}?${params.toString()}`, start, end };
}

/** Returns the request as it is written to the ledger; null if the query cannot be sent. */
export function callText(question: ListQuery): string | null {
  const call = callOf(question);
  try {
    return call.endpoint === 'fundings'
      ? `/fundings?${buildFundingsQuery(call.query).search}`
      : `/companies?${buildCompaniesQuery(call.query).search}`;
  } catch (error) {
    if (error instanceof AppFailure) return null;
    throw error;
  }
}

/**
 * Creates a function that returns the id of the saved search to which a request belongs; null if there is
 * none.
 */
export function createSearchOfRequest(searches: readonly NamedSearch[]): (call: string) => number | null {
  const byFilters = new Map<string, Candidate[]>();
  for (const { searchId, search } of searches) {
    const call = callText(questionAt(search, 0));
    if (call === null) continue;
    const { filters, start, end } = parseCall(call);
    const days = search.dates.kind === 'last' ? search.dates.days : null;
    const known = byFilters.get(filters) ?? [];
    byFilters.set(filters, [...known, { searchId, days, start, end }]);
  }
  const found = new Map<string, number | null>();
  return (call) => {
    const known = found.get(call);
    if (known !== undefined) return known;
    const searchId = matching(byFilters, parseCall(call));
    found.set(call, searchId);
    return searchId;
  };
}

function matching(
  byFilters: ReadonlyMap<string, readonly Candidate[]>,
  { filters, start, end }: ParsedCall,
): number | null {
  const candidates = byFilters.get(filters) ?? [];
  const [first] = candidates;
  if (first !== undefined && candidates.length === 1) return first.searchId;
  const fixed = candidates.find((each) => each.days === null && each.start === start && each.end === end);
  if (fixed !== undefined) return fixed.searchId;
  const days = (dayOf(end) ?? Number.NaN) - (dayOf(start) ?? Number.NaN) + 1;
  const relative = candidates
    .filter((each) => each.days !== null && days <= each.days)
    .sort((a, b) => (a.days ?? 0) - (b.days ?? 0));
  return relative[0]?.searchId ?? null;
}
